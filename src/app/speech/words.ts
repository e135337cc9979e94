import type { Span } from "../../text/spans.ts";

/** Texts of the screen as they are read aloud: marks as words, drawings left out. */

const WORDS: readonly (readonly [mark: RegExp, words: string])[] = [
  [/[─│▌›•●*]+ ?/gu, ""],
  [/✓ ?/gu, "done: "],
  [/✗ ?/gu, "failed: "],
  [/ · /gu, ", "],
  [/ ?→ ?/gu, " to "],
  [/↑/gu, "up"],
  [/↓/gu, "down"],
  [/←/gu, "left"],
  [/…/gu, "..."],
  [/[“”]/gu, '"'],
  [/(^|\s)! /gu, "$1Warning: "],
  [/ {2,}/gu, " "],
];

/** Blocks and Braille patterns: a curve, which says nothing when it is read. */
const DRAWN = /[\u2800-\u28ff]|[\u2581-\u2588\u2591-\u2593]{2}/u;

/** A text without marks; empty where it is a drawing. */
export function spoken(text: string): string {
  if (DRAWN.test(text)) return "";
  return WORDS.reduce((said, [mark, words]) => said.replace(mark, words), text).trim();
}

/** A line of pieces. */
export const spokenLine = (spans: readonly Span[]): string => spoken(spans.map(({ text }) => text).join(""));

/** Lines, without those that say nothing. */
export const spokenLines = (lines: readonly (readonly Span[])[]): readonly string[] =>
  lines.map(spokenLine).filter((text) => text !== "");
