import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { Notice } from "../../state/notices.ts";
import type { Console, Look } from "../console.ts";
import { FilterView } from "../layers/filter.tsx";
import { Line, type Span, span } from "../text/line.tsx";
import type { Token } from "../theme.ts";
import { topLayer } from "../workspace.ts";
import { hintSpans } from "./hints.ts";

const NOTICE_TOKENS: Readonly<Record<Notice["tone"], Token>> = {
  info: "accent",
  good: "good",
  warning: "warn",
  bad: "bad",
};
const NOTICE_MARKS: Readonly<Record<Notice["tone"], string>> = { info: " ", good: " ✓ ", warning: " ! ", bad: " ✗ " };

const noticeSpans = ({ tone, text, count }: Notice): readonly Span[] => [
  span(`${NOTICE_MARKS[tone]}${text}`, NOTICE_TOKENS[tone]),
  ...(count > 1 ? [span(` (${count} times)`, "dim")] : []),
];

/** The last line: what can be done here, or for some seconds what was just said, or the filter that is typed. */
export function LastLine({ console, look, width }: { console: Console; look: Look; width: number }): ReactNode {
  const notice = useStore(console.shown, (state) => state.notices.current);
  const layer = useStore(console.workspace, topLayer);
  // What is selected, marked or focused changes which keys apply.
  useStore(console.shown, (state) => state.views);
  useStore(console.shown, (state) => state.navigation);
  // So does whether there is anything in the list: its rows may come after the selection.
  useStore(console.shown, (state) => (console.screens.list(state)?.arranged.all.length ?? 0) > 0);
  if (layer?.kind === "filter" && notice === null) return <FilterView console={console} look={look} width={width} />;
  const spans = notice === null ? hintSpans(console, width) : noticeSpans(notice);
  return <Line theme={look.theme} width={width} spans={spans} />;
}
