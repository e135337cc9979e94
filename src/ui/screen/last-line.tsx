import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { App, Look } from "../../app/app.ts";
import { keyLabel } from "../../app/keys/binding.ts";
import { freshness, NEXT_TRY_FROM, thingFreshness } from "../../app/screen/freshness.ts";
import { noticeLines } from "../../app/screen/notice.ts";
import { layoutFor, singleOf } from "../../app/screen/panes.ts";
import { hintSpans } from "../../app/shell/hints.ts";
import { topLayer } from "../../app/workspace.ts";
import type { ConsoleState } from "../../state/store.ts";
import { formatDuration } from "../../text/format.ts";
import { areSameSpans, type Span, span, spread } from "../../text/spans.ts";
import { FilterView } from "../layers/filter.tsx";
import { Block } from "../text/block.tsx";
import { drawn } from "../text/drawn.ts";
import { Line } from "../text/line.tsx";
import { useStableValue } from "./stable-value.ts";

/** Half of a chord of two keys was pressed. */
const chordSpans = (chord: string): readonly Span[] => [span(` ${keyLabel(chord)}`, "key"), span(" and then …", "dim")];

/** Whether the title of what is late says when it is tried again: that of a thing beside its list has no room for it. */
function titleSays(app: App, state: ConsoleState, isOfList: boolean): boolean {
  const layout = layoutFor(state, app.workspace.getState(), app.host.hideSidebar);
  if (layout.kind !== "panes") return false;
  const isSingle = singleOf(state) !== null;
  const { main, side } = layout;
  const told = isOfList && !isSingle ? main : isSingle || app.host.hideSidebar ? side : 0;
  return told >= NEXT_TRY_FROM;
}

/**
 * Why what is shown is old, in words; beside it when it is tried again, or the key that tells what can be done all the same. An empty
 * list says it in its place.
 */
export function failureSpans(app: App, state: ConsoleState, width: number): readonly Span[] | null {
  const list = app.screens.list(state);
  if (list === null || list.arranged.ids.length === 0) return null;
  const ofList = freshness(state, list);
  const isOfList = ofList.failure !== null;
  const { brief, failingSince, nextTryAt } = isOfList ? ofList : thingFreshness(app, state, list);
  if (brief === null) return null;
  const now = Math.max(app.workspace.getState().minute, failingSince ?? 0);
  const again = nextTryAt === null ? 0 : nextTryAt - now;
  const beside =
    again > 0 && !titleSays(app, state, isOfList) ? `next try in ${formatDuration(again)} ` : "? all keys ";
  return spread([span(` ! ${brief}`, "warn")], [span(beside, "dim")], width);
}

/** The last line, or two: what can be done here, or why it is old, or for some seconds what was just said, or the filter that is typed. */
export function LastLine({
  app,
  look,
  width,
  height,
}: {
  app: App;
  look: Look;
  width: number;
  height: number;
}): ReactNode {
  const notice = useStore(app.shown, (state) => state.notices.current);
  const layer = useStore(app.workspace, topLayer);
  const chord = useStore(app.workspace, (state) => state.chord);
  const keep = useStableValue<readonly Span[] | null>(
    (one, other) => one === other || (one !== null && other !== null && areSameSpans(one, other)),
  );
  // What is selected, marked, focused or there at all changes which keys apply, and mostly does not.
  const hints = useStore(app.shown, () => hintSpans(app, width));
  useStore(app.workspace, (state) => state.minute);
  const failure = useStore(app.shown, (state) => keep(failureSpans(app, state, width)));
  if (chord !== null) return <Line theme={look.theme} width={width} spans={chordSpans(chord)} />;
  if (layer?.kind === "filter" && notice === null) {
    return <FilterView app={app} look={look} layer={layer} width={width} />;
  }
  // What lies over the panes has keys of its own to tell of.
  const standing = layer === undefined ? failure : null;
  const lines = notice === null ? [standing ?? hints] : noticeLines(notice, width).slice(0, height);
  return <Block lines={lines.map((spans) => drawn(spans, look.theme, width))} />;
}
