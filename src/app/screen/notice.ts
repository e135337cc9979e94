import type { Notice } from "../../state/notices.ts";
import type { ConsoleState } from "../../state/store.ts";
import { type Span, span } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { wrapped } from "../../text/width.ts";
import { fits, SMALLEST } from "../layout.ts";
import { topLayer, type Workspace } from "../workspace.ts";

/** Notices in the last line, and the number of lines that they need. */

const TOKENS: Readonly<Record<Notice["tone"], Token>> = { info: "accent", good: "good", warning: "warn", bad: "bad" };
const MARKS: Readonly<Record<Notice["tone"], string>> = { info: " ", good: " ✓ ", warning: " ! ", bad: " ✗ " };

/** A notice in one line, or in two if it is too long. */
export function noticeLines({ tone, text, count }: Notice, width: number): readonly (readonly Span[])[] {
  const mark = MARKS[tone];
  const all = count > 1 ? `${text} (${count} times)` : text;
  const [first = "", ...more] = wrapped(all, width - mark.length - 1);
  const second = more.length === 0 ? [] : [[span(`${" ".repeat(mark.length)}${more.join(" ")}`, TOKENS[tone])]];
  return [[span(`${mark}${first}`, TOKENS[tone])], ...second];
}

/** Lines at the bottom: the filter input is below a notice, so that typed text is visible. A small terminal keeps its rows for the content. */
export function lastLines({ notices }: ConsoleState, workspace: Workspace): number {
  if (notices.current === null || !fits(workspace, SMALLEST)) return 1;
  const typed = topLayer(workspace)?.kind === "filter" ? 1 : 0;
  return noticeLines(notices.current, workspace.columns).length + typed;
}
