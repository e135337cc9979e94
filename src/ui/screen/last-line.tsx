import { Box } from "ink";
import { type ReactNode, useState } from "react";
import { lruMemoize } from "reselect";
import type { App } from "../../app/app.ts";
import { keyLabel } from "../../app/keys/key-label.ts";
import { NEXT_TRY_FROM } from "../../app/screen/freshness.ts";
import { noticeLines } from "../../app/screen/notice.ts";
import { layoutFor, singleOf } from "../../app/screen/panes.ts";
import { hintSpans } from "../../app/shell/hints.ts";
import type { AppState } from "../../app/store.ts";
import { topLayer, type Workspace } from "../../app/workspace.ts";
import type { ConsoleState } from "../../state/store.ts";
import { formatDuration } from "../../text/format.ts";
import { areSameSpans, type Span, span, spread } from "../../text/spans.ts";
import { useConsole, useConsoleState, useDisplayed, useLook } from "../console-context.ts";
import { FilterView } from "../layers/filter.tsx";
import { Block } from "../text/block.tsx";
import { drawn } from "../text/drawn.ts";
import { Line } from "../text/line.tsx";

/** Shown after the first key of a two-key chord. */
const chordSpans = (chord: string): readonly Span[] => [span(` ${keyLabel(chord)}`, "key"), span(" and then …", "dim")];

/**
 * True if the title of the stale list or detail already shows the time of the next try: the title of a detail beside its list is too short for it.
 */
function titleSays(state: ConsoleState, workspace: Workspace, isOfList: boolean): boolean {
  const layout = layoutFor(state, workspace);
  if (layout.kind !== "panes") return false;
  const isSingle = singleOf(state) !== null;
  const { main, side } = layout;
  const titleWidth = isOfList && !isSingle ? main : isSingle || workspace.hideSidebar ? side : 0;
  return titleWidth >= NEXT_TRY_FROM;
}

/** Reason why the displayed data is stale, with the time of the next try or the key for help. An empty list shows this in its own place. */
export function failureSpans(
  app: App,
  state: ConsoleState,
  workspace: Workspace,
  width: number,
): readonly Span[] | null {
  const list = app.selectors.list(state);
  if (list === null || list.arranged.ids.length === 0) return null;
  const ofList = app.selectors.freshness(state, list);
  const isOfList = ofList.failure !== null;
  const { brief, failingSince, nextTryAt } = isOfList ? ofList : app.selectors.thingFreshness(state, list);
  if (brief === null) return null;
  const now = Math.max(workspace.minute, failingSince ?? 0);
  const again = nextTryAt === null ? 0 : nextTryAt - now;
  const beside =
    again > 0 && !titleSays(state, workspace, isOfList) ? `next try in ${formatDuration(again)} ` : "? all keys ";
  return spread([span(` ! ${brief}`, "warn")], [span(beside, "dim")], width);
}

const areSameMessages = (one: readonly Span[] | null, other: readonly Span[] | null): boolean =>
  one === other || (one !== null && other !== null && areSameSpans(one, other));

/** The last one or two lines: key hints, or why the data is stale, or a recent notice, and the filter input. */
export function LastLine({ width, height }: { width: number; height: number }): ReactNode {
  const app = useConsole();
  const look = useLook();
  const notice = useDisplayed((state) => state.notices.current);
  const layer = useConsoleState(topLayer);
  const chord = useConsoleState((state) => state.chord);
  const [failureIn] = useState(() => lruMemoize(failureSpans, { resultEqualityCheck: areSameMessages }));
  // Selection, marks and focus can change the hints but mostly do not, so compute them once per state.
  const [hintsIn] = useState(() => lruMemoize((_: AppState, room: number) => hintSpans(app, room)));
  const hints = useDisplayed(() => hintsIn(app.store.getState(), width));
  useConsoleState((state) => state.minute);
  const failure = useDisplayed((state) => failureIn(app, state, app.store.getState(), width));
  if (chord !== null) return <Line theme={look.theme} width={width} spans={chordSpans(chord)} />;
  const said = notice === null ? [] : noticeLines(notice, width);
  const linesOf = (lines: readonly (readonly Span[])[]) => lines.map((spans) => drawn(spans, look.theme, width));
  if (layer?.kind === "filter") {
    return (
      <Box flexDirection="column">
        <Block lines={linesOf(said.slice(0, height - 1))} />
        <FilterView layer={layer} width={width} />
      </Box>
    );
  }
  // A layer over the panes has key hints of its own.
  const status = layer === undefined ? failure : null;
  return <Block lines={linesOf(notice === null ? [status ?? hints] : said.slice(0, height))} />;
}
