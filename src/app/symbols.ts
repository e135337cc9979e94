import { asciiMark } from "../areas/chart/marks.ts";
import { graphemes, widthOf } from "../text/width.ts";

/** Marks of the screen, all one cell wide, with twins for terminals that have only ASCII (`screens.md`, grammar). */
export type Symbols = {
  readonly focus: string;
  readonly selected: string;
  readonly bullet: string;
  readonly dot: string;
  readonly dash: string;
  readonly running: string;
  readonly times: string;
  readonly up: string;
  readonly down: string;
  readonly left: string;
  readonly right: string;
  readonly ellipsis: string;
  readonly done: string;
  readonly failed: string;
  readonly vertical: string;
  readonly horizontal: string;
  readonly folded: string;
  readonly unfolded: string;
  readonly marked: string;
};

export const UNICODE: Symbols = {
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

export const ASCII: Symbols = {
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

/** A text with every mark replaced by its ASCII twin, cell for cell; for terminals without Unicode. */
export const asciiText = (text: string): string =>
  graphemes(text)
    .map((character) =>
      /^[ -~]$/u.test(character)
        ? character
        : (TWINS.get(character) ?? asciiMark(character) ?? "?".repeat(widthOf(character))),
    )
    .join("");
