import { Box } from "ink";
import { type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import type { App } from "../../app/app.ts";
import { currentLines } from "../../app/form/current-lines.ts";
import { noteDrawnRows } from "../../app/form/drawn-rows.ts";
import { envOf } from "../../app/form/env.ts";
import { titleOf } from "../../app/form/layer.ts";
import { formLinesIn } from "../../app/form/lines.ts";
import { rangeInView } from "../../app/form/range-in-view.ts";
import { allRows } from "../../app/form/rows.ts";
import { keyOf } from "../../app/keys/key-of.ts";
import type { Symbols } from "../../app/symbols.ts";
import { type FormLayer, topLayer } from "../../app/workspace.ts";
import { isDirty } from "../../forms/open.ts";
import { previewOf, sentenceOf } from "../../forms/summary.ts";
import { formatClock, formatTime, zoneOf } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { type Span, span, spansWidth } from "../../text/spans.ts";
import { cut, hungByItself, widthOf, wrapped } from "../../text/width.ts";
import { useConsole, useConsoleState, useLook } from "../console-context.ts";
import type { LayerProps } from "../layers/props.ts";
import { Title } from "../shell/title.tsx";
import { Lines } from "../text/lines.tsx";
import { FormLineView, LongEntry } from "./entry.tsx";

/** A form: as many of its rows as fit, and a sentence below them that describes the write being filled in (`screens.md`, forms). */

type Props = LayerProps<FormLayer>;

/** Right end of the title, in ever shorter words: whether the draft is saved, or the time of the data that the form started from, which may be left out. */
function titleStates(app: App, layer: FormLayer): readonly (Span | null)[] {
  const zone = zoneOf(envOf(app));
  const state = app.store.getState();
  const read = layer.readAt === null ? "" : `as of ${formatClock(layer.readAt, zone)}`;
  if (!isDirty(layer.setup.plan, layer.state)) return read === "" ? [null] : [span(read, "dim"), null];
  if (layer.setup.keepsDraft === false) return [span("input is not saved", "dim"), span("not saved", "dim")];
  if (state.drafts.problem !== null) return [span("draft NOT saved", "bad")];
  const since = layer.draftAt === null ? "" : `, from ${formatTime(layer.draftAt, app.host.now(), zone)}`;
  return [span(`draft saved${since}`, "dim"), span("draft saved", "dim"), span("saved", "dim")];
}

/** Messages about the form as a whole, the sentence describing the write, and the preview. */
function bottomLines(
  app: App,
  layer: FormLayer,
  { width, most, room, current }: BottomInput,
): readonly (readonly Span[])[] {
  const { setup, state, message } = layer;
  const block = (text: string | null, token: "bad" | "accent" | "plain"): readonly (readonly Span[])[] =>
    text === null || text === "" ? [] : wrapped(text, width - 3).map((line) => [span(`  ${line}`, token)]);
  const sentence =
    layer.stage === "filling"
      ? sentenceOf(setup.plan, state, { env: envOf(app), names: app.store.names.nameOf })
      : null;
  const said = [
    ...block(state.refusal, "bad"),
    ...block(message?.text ?? null, message?.tone === "bad" ? "bad" : "accent"),
    ...block(state.notice, "accent"),
  ];
  const purpose = block(sentence, "plain").slice(0, Math.max(1, most - said.length));
  const lines = [...said.slice(0, Math.max(1, most - purpose.length)), ...purpose];
  const preview =
    setup.preview === undefined || layer.stage !== "filling"
      ? []
      : previewOf(setup.plan, state, envOf(app), (body) => setup.preview?.(body, envOf(app)) ?? []);
  // Why there is nothing to tell is said once.
  const below = [...current, ...preview.filter((line) => line !== sentence)];
  return [...lines, ...previewLines(below, width, Math.max(most > 3 ? LEAST_PREVIEW : 1, room - lines.length))];
}

/** `current` holds the lines of data that is refreshed while the form is open. */
type BottomInput = {
  readonly width: number;
  readonly most: number;
  readonly room: number;
  readonly current: readonly string[];
};

/** Minimum lines of a preview, however many rows the form has, except on the smallest screens. */
const LEAST_PREVIEW = 4;

/** Preview of the write's impact: whole where there is room, otherwise each line cut; the review shows all of it. */
function previewLines(lines: readonly string[], width: number, room: number): Span[][] {
  if (room < 1) return [];
  const texts = lines.map(printable);
  const whole = texts.flatMap((line) =>
    hungByItself(line, width - 5).map((part, index) => (index === 0 ? part : `  ${part}`)),
  );
  const all = whole.length <= room ? whole : texts.map((line) => cut(line, width - 3));
  const shown =
    all.length > room && room > 1 ? [...all.slice(0, room - 1), `… ${all.length - room + 1} more`] : all.slice(0, room);
  return shown.map((line) => [span(`  ${line}`, "dim")]);
}

/** Values that are polled while the form is open; drawn again only when they change. */
function useCurrentLines(layer: FormLayer): readonly string[] {
  const app = useConsole();
  const text = useConsoleState((state) => currentLines(app, layer, state).join("\n"));
  return useMemo(() => (text === "" ? [] : text.split("\n")), [text]);
}

/** First visible line: the window scrolls only if the focused row would leave it. */
function useTop(first: number, last: number, count: number, room: number): number {
  const top = useRef(0);
  let next = Math.min(top.current, first);
  if (last >= next + room) next = Math.min(first, last - room + 1);
  top.current = Math.max(0, Math.min(next, count - room));
  return top.current;
}

function Waiting({ layer, width }: Pick<Props, "layer" | "width">): ReactNode {
  const look = useLook();
  const key = keyOf(useConsole());
  const words =
    layer.stage === "reading"
      ? "Loading the current state …"
      : `${layer.message?.text ?? ""} Press ${key("form.again")} to try again, ${key("form.leave")} to go back.`;
  const token = layer.stage === "reading" ? "dim" : "bad";
  const lines = wrapped(words, width - 3).map((line) => [span(`  ${line}`, token)]);
  return <Lines lines={lines} theme={look.theme} width={width} />;
}

function Filling({ layer, width, height }: Props): ReactNode {
  const app = useConsole();
  const { theme, symbols } = useLook();
  // Relative times use the last full minute, so that an idle form writes nothing to the terminal.
  const minute = useConsoleState((state) => state.minute);
  const zone = useConsoleState((state) => state.session.zone);
  const rows = useMemo(
    () =>
      allRows(layer, {
        ...envOf(app, Math.max(minute, app.host.now())),
        ...(zone === "utc" ? { timeZone: "UTC" } : {}),
      }),
    [app, layer, minute, zone],
  );
  // A third is left to what is below the rows.
  const lines = formLinesIn(
    { layer, rows, width, symbols, key: keyOf(app) },
    height - Math.max(5, Math.floor(height / 3)),
  );
  // A preview gets the lines that the form's rows leave, at most a third of the pane.
  const spare = Math.min(Math.floor(height / 3), Math.max(3, height - lines.length));
  const current = useCurrentLines(layer);
  const bottom = bottomLines(app, layer, { width, most: height < 14 ? 3 : Math.max(5, spare), room: spare, current });
  const room = Math.max(1, height - bottom.length - choicesHeight(layer, height - bottom.length));
  const { first, last } = rangeInView(lines, rows, room);
  const top = useTop(first, last, lines.length, room);
  const hasKeys = useConsoleState(topLayer) === layer;
  const shown = lines.slice(top, top + room);
  useLayoutEffect(() => {
    noteDrawnRows(
      app,
      shown.map(({ row }) => row),
    );
  });
  return (
    <>
      <FormTitle {...{ layer, width, hasKeys }} rest={restSpans(top, lines.length - top - room, symbols)} />
      <Box flexDirection="column" height={height - bottom.length} overflow="hidden">
        {shown.map((line) => (
          <FormLineView
            key={line.id}
            layer={layer}
            line={line}
            width={width}
            theme={theme}
            most={height - bottom.length - 2}
            hasKeys={hasKeys}
          />
        ))}
        {hasKeys && !shown.some(({ kind }) => kind === "entry") ? <LongEntry /> : null}
      </Box>
      <Lines lines={bottom} theme={theme} width={width} />
    </>
  );
}

/** Number of form lines scrolled out of view, above and below. */
const restSpans = (above: number, below: number, symbols: Symbols): readonly Span[] => [
  ...(above > 0 ? [span(`${symbols.up} ${above}`, "dim")] : []),
  ...(above > 0 && below > 0 ? [span("  ")] : []),
  ...(below > 0 ? [span(`${symbols.down} ${below} more`, "dim")] : []),
];

/** Cells for the mark, the spaces around the rule, and a minimum of the rule itself. */
const TITLE_EDGES = 5;

function FormTitle({
  layer,
  width,
  hasKeys,
  rest,
}: Pick<Props, "layer" | "width"> & { hasKeys: boolean; rest: readonly Span[] }): ReactNode {
  const app = useConsole();
  const name = titleOf(layer);
  // The form's name and the number of hidden lines take precedence over the words of its state.
  const rights = titleStates(app, layer).map((state) => {
    if (state === null) return rest;
    return rest.length > 0 ? [...rest, span("  "), state] : [state];
  });
  const fits = (right: readonly Span[]): boolean => widthOf(name) + spansWidth(right) + TITLE_EDGES <= width;
  const shown = rights.find(fits) ?? rights.at(-1) ?? rest;
  return (
    <Title
      title={[span(cut(name, Math.max(1, width - spansWidth(shown) - TITLE_EDGES), "middle"), "title")]}
      right={shown}
      width={width}
      focused={hasKeys}
    />
  );
}

/** Additional lines that an open list of choices needs. */
const choicesHeight = ({ choosing }: FormLayer, room: number): number =>
  choosing === null ? 0 : Math.max(0, Math.min(choosing.choices.length, room - 2) - 1);

export function FormView(props: Props): ReactNode {
  const { layer, width, height } = props;
  const hasKeys = useConsoleState(topLayer) === layer;
  useConsoleState((state) => state.drafts.problem);
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {layer.stage === "filling" ? (
        <Filling {...props} height={height - 1} />
      ) : (
        <>
          <FormTitle {...{ layer, width, hasKeys }} rest={[]} />
          <Waiting layer={layer} width={width} />
        </>
      )}
    </Box>
  );
}
