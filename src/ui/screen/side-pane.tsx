import { Box } from "ink";
import { type ReactNode, useMemo } from "react";
import { useStore } from "zustand";
import { cellText, cellTone, type DetailModel } from "../../areas/area.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { Console, Look } from "../console.ts";
import { Detail } from "../detail/detail.tsx";
import { detailLines, topOfDetail } from "../detail/lines.ts";
import { Title } from "../shell/title.tsx";
import { placeInText } from "../text/lines.tsx";
import { besides, type Span, span } from "../text/spans.ts";
import { fitText, widthOf } from "../text/width.ts";
import { type CurrentList, detailContext } from "./current.ts";
import { type Freshness, freshness, lateSpans, rightSpans, thingFreshness } from "./freshness.ts";
import { emptyWords, titleSpans, Words } from "./main-pane.tsx";
import { openId, singleOf } from "./panes.ts";

type PaneProps = { readonly console: Console; readonly look: Look; readonly width: number; readonly height: number };

/** Made again only when the data, the minute or the thing changed. */
let made: { readonly context: unknown; readonly id: string; readonly model: DetailModel | null } | null = null;

function modelOf(console: Console, state: ConsoleState): DetailModel | null {
  const list = console.screens.list(state);
  const id = openId(state, list);
  if (list === null || id === null) return null;
  const context = detailContext(console, state, list, id);
  if (context === null) return null;
  if (made?.context === context && made.id === id) return made.model;
  const model = list.screen.detail(context, id);
  made = { context, id, model };
  return model;
}

/** An id that somebody pasted may be of any length. */
const LONGEST_ID = 60;

/** In place of a thing that is not there: whether it is still read, is in no list, or could not be asked for. */
function missingWords(console: Console, list: CurrentList | null, fresh: Freshness): readonly Span[] {
  const state = console.shown.getState();
  const id = openId(state, list);
  const { loaded, failure } = freshness(state, list);
  const why = fresh.brief ?? failure;
  if (list === null || id === null || (why === null && !loaded)) return [span("Loading…", "dim")];
  const name = widthOf(id) > LONGEST_ID ? `${fitText(id, LONGEST_ID).trimEnd()} (${id.length} characters)` : id;
  return [
    ...(loaded ? [span(`Not in this list: ${name}`, "warn")] : []),
    ...(why === null ? [] : [span(why, "bad")]),
    span("Esc goes to the list.", "dim"),
  ];
}

/** One thing, beside its list or in place of it. */
export function SidePane({ console, look, width, height }: PaneProps): ReactNode {
  useStore(console.workspace, (state) => state.minute);
  const model = useStore(console.shown, (state) => modelOf(console, state));
  const focused = useStore(
    console.shown,
    (state) => state.navigation.pane === "side" || (state.navigation.pane === "main" && singleOf(state) !== null),
  );
  const list = useStore(console.shown, console.screens.list);
  const isSingle = list?.screen.single !== undefined;
  const fresh = useStore(console.shown, (state) =>
    isSingle ? freshness(state, list) : thingFreshness(console, state, list),
  );
  // Without its list beside it, the thing itself says how old it is; beside it, only when that is late.
  const isAlone = console.host.bare;
  const index = useStore(console.workspace, (state) => state.detailIndex);
  const { theme, symbols } = look;
  const lines = useMemo(() => (model === null ? [] : detailLines(model, width, symbols)), [model, width, symbols]);
  const room = height - 1;
  const at = Math.min(index, Math.max(0, lines.length - 1));
  const title = isSingle
    ? titleSpans(list, 0)
    : model === null
      ? [span("Detail", "title")]
      : [span(cellText(model.title), cellTone(model.title) === "plain" ? "title" : cellTone(model.title))];
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title
        title={title}
        right={besides([
          lines.length > room
            ? [span(placeInText(lines.length, topOfDetail(lines.length, at, room), room), "dim")]
            : [],
          isSingle || isAlone ? rightSpans(fresh, console, look, width) : lateSpans(fresh, console),
        ])}
        width={width}
        focused={focused}
        theme={theme}
        symbols={symbols}
      />
      {model === null && isSingle ? (
        <Words lines={emptyWords(list, fresh)} width={width} look={look} />
      ) : model === null ? (
        <Words lines={missingWords(console, list, fresh)} width={width} look={look} />
      ) : (
        <Detail lines={lines} at={at} width={width} height={room} focused={focused} theme={theme} />
      )}
    </Box>
  );
}
