import { asciiMark, blockMark } from "../areas/chart/marks.ts";
import type { Preferences } from "../settings/preferences.ts";
import { graphemes, widthOf } from "../text/width.ts";

/** Marks on the screen, all one cell wide, with replacements for terminals that have only ASCII (`screens.md`, grammar). */
export const UNICODE = {
  focus: "▌",
  selected: "›",
  bullet: "•",
  dot: "·",
  dash: "–",
  running: "●",
  times: "×",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  ellipsis: "…",
  done: "✓",
  failed: "✗",
  vertical: "│",
  horizontal: "─",
  folded: "+",
  unfolded: "-",
  marked: "*",
};

export type Symbols = Readonly<typeof UNICODE>;

const ASCII: Symbols = {
  focus: "#",
  selected: ">",
  bullet: "*",
  dot: "-",
  dash: "-",
  running: "o",
  times: "x",
  up: "^",
  down: "v",
  left: "<",
  right: ">",
  ellipsis: "~",
  done: "+",
  failed: "x",
  vertical: "|",
  horizontal: "-",
  folded: "+",
  unfolded: "-",
  marked: "*",
};

const TWINS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(UNICODE).map(([name, mark]): [string, string] => [mark, twinOf(name, mark)]),
  ["–", "-"],
  ["≠", "!"],
]);

function twinOf(name: string, mark: string): string {
  return Object.entries(ASCII).find(([key]) => key === name)?.[1] ?? mark;
}

/** A text with every mark replaced by its ASCII counterpart of the same width; for terminals without Unicode. */
const asciiText = (text: string): string =>
  graphemes(text)
    .map((character) =>
      /^[ -~]$/u.test(character)
        ? character
        : (TWINS.get(character) ?? asciiMark(character) ?? "?".repeat(widthOf(character))),
    )
    .join("");

/** The marks of the screen, and how a text is written. */
type Marks = { readonly symbols: Symbols; readonly spell: (text: string) => string };

const MARKS: Readonly<Record<Preferences["symbols"], Marks>> = {
  unicode: { symbols: UNICODE, spell: (text) => text },
  blocks: { symbols: UNICODE, spell: (text) => text.replaceAll(/[\u2800-\u28ff]/gu, blockMark) },
  ascii: { symbols: ASCII, spell: asciiText },
};

/** The preferred marks, as far as the terminal has them. */
export const marksFor = (wanted: Preferences["symbols"], terminal: "unicode" | "ascii"): Marks =>
  MARKS[terminal === "ascii" ? "ascii" : wanted];
