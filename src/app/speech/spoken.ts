import type { Span } from "../../text/spans.ts";

/** Texts of the screen as they are read aloud: marks as words, drawings left out. */

/** Written as escapes: as they are, they would make the whole built script one of two bytes a character. */
const SPOKEN_MARKS: readonly (readonly [mark: RegExp, words: string])[] = [
  // Rules, and the marks of the pane and of the line with the keys.
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
  [/ {2,}/gu, " "],
];

/** Blocks and Braille patterns: a curve, which says nothing when it is read. */
const DRAWN = /[\u2800-\u28ff]|[\u2581-\u2588\u2591-\u2593]{2}/u;

/** A text without marks; empty where it is a drawing. */
export function spoken(text: string): string {
  if (DRAWN.test(text)) return "";
  return SPOKEN_MARKS.reduce((said, [mark, words]) => said.replace(mark, words), text).trim();
}

/** A line of pieces. */
export const spokenLine = (spans: readonly Span[]): string => spoken(spans.map(({ text }) => text).join(""));

/** Lines, without those that say nothing. */
export const spokenLines = (lines: readonly (readonly Span[])[]): readonly string[] =>
  lines.map(spokenLine).filter((text) => text !== "");
