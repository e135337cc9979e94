import type { Span } from "../../text/spans.ts";

/** Screen texts for speech: marks become words, drawings are left out. */

/** Written as escapes: otherwise the whole built script would be stored with two bytes per character. */
const SPOKEN_MARKS: readonly (readonly [mark: RegExp, words: string])[] = [
  // Rules, and the marks of the focused pane and line.
  [/[\u2500\u2502\u258c\u203a\u2022\u25cf*]+ ?/gu, ""],
  [/\u2713 ?/gu, "done: "],
  [/\u2717 ?/gu, "failed: "],
  [/ \u00b7 /gu, ", "],
  [/ ?\u2192 ?/gu, " to "],
  [/\u2191/gu, "up"],
  [/\u2193/gu, "down"],
  [/\u2190/gu, "left"],
  [/\u2026/gu, "..."],
  [/[\u201c\u201d]/gu, '"'],
  [/(^|\s)! /gu, "$1Warning: "],
  [/(^|\s)\u2013$/gu, "$1none"],
  [/ {2,}/gu, " "],
];

/** Blocks and Braille patterns: a drawn curve, which cannot be read aloud. */
const DRAWN = /[\u2800-\u28ff]|[\u2581-\u2588\u2591-\u2593]{2}/u;

/** A text without marks; empty for a drawing. */
export function spoken(text: string): string {
  if (DRAWN.test(text)) return "";
  return SPOKEN_MARKS.reduce((said, [mark, words]) => said.replace(mark, words), text).trim();
}

/** The label of a key: an arrow is read as its direction. */
export const spokenKey = (label: string): string => spoken(label.replace("\u2192", "right"));

/** What the mark before an old or a new value means. */
const CHANGE_MARKS: ReadonlyMap<Span["token"], string> = new Map([
  ["added", "now: "],
  ["removed", "no longer: "],
]);

/** A span, its mark of a change as words; beside an old value, a new one without a mark. */
function spokenSpan({ text, token }: Span, before: Span | undefined): string {
  const words = CHANGE_MARKS.get(token);
  if (words === undefined) return text;
  if (token === "added" && before?.token === "removed") return ` to ${text}`;
  return text.replace(/^\s*[+\u2013-] (?=\S)/u, ` ${words}`).replace(/^\s*[+~] $/u, "");
}

/** A line of spans. */
export const spokenLine = (spans: readonly Span[]): string =>
  spoken(spans.map((one, index) => spokenSpan(one, spans[index - 1])).join(""));

/** Lines, without empty ones. */
export const spokenLines = (lines: readonly (readonly Span[])[]): readonly string[] =>
  lines.map(spokenLine).filter((text) => text !== "");
