import { graphemes, widthOf } from "../../text/width.ts";

/** Cursor movement and erasing in a text of one or several lines, as in a shell. Positions count UTF-16 units and are always between characters. */

/** Start and end of a displayed line in its text; a line break belongs to no line. */
type TextLine = { readonly start: number; readonly end: number };

/** A text broken into lines of a width, preferably at spaces. Every position of the text is in one of them. */
export function textLines(text: string, width: number): readonly TextLine[] {
  const room = Math.max(1, width);
  const lines: TextLine[] = [];
  let from = 0;
  for (const paragraph of text.split("\n")) {
    let start = from;
    let used = 0;
    let at = from;
    let afterSpace: number | null = null;
    for (const character of graphemes(paragraph)) {
      const wide = widthOf(character);
      // A space that does not fit overflows the edge, where it is not missed.
      while (used + wide > room && at > start && character !== " ") {
        const end = afterSpace ?? at;
        lines.push({ start, end });
        used = widthOf(text.slice(end, at));
        start = end;
        afterSpace = null;
      }
      used += wide;
      at += character.length;
      // A break behind an indent would leave an empty line.
      if (character === " " && text.slice(start, at).trim() !== "") afterSpace = at;
    }
    lines.push({ start, end: from + paragraph.length });
    from += paragraph.length + 1;
  }
  return lines;
}

/** Index of the line with the cursor: at the boundary of two lines it is the second one. */
export function lineAt(lines: readonly TextLine[], caret: number): number {
  const found = lines.findLastIndex(({ start }) => start <= caret);
  return Math.max(0, found);
}

const before = (text: string, caret: number): number => {
  const last = graphemes(text.slice(Math.max(0, caret - 64), caret)).at(-1);
  return caret - (last?.length ?? 0);
};

const after = (text: string, caret: number): number =>
  caret + (graphemes(text.slice(caret, caret + 64))[0]?.length ?? 0);

/** Characters of a word for moving: letters and digits, as in a shell. Ctrl-W erases back to a space. */
const OF_WORD = /[\p{L}\p{M}\p{N}]/u;
const OF_CHUNK = /\S/u;
const WORD_BEHIND = /^[^\p{L}\p{M}\p{N}]*[\p{L}\p{M}\p{N}]*/u;

/** Start of the word before a position, including separators after it. Loops by character, as a pattern would try every start in a long text. */
function startBefore(text: string, caret: number, ofIt: RegExp): number {
  let at = caret;
  const goBack = (isOfIt: boolean): void => {
    while (at > 0) {
      const low = text.charCodeAt(at - 1);
      const size = at > 1 && low >= 0xdc_00 && low <= 0xdf_ff ? 2 : 1;
      if (ofIt.test(text.slice(at - size, at)) !== isOfIt) return;
      at -= size;
    }
  };
  goBack(false);
  goBack(true);
  return at;
}

/** Position in a line at a column, or the last position before it. */
function inColumn(text: string, start: number, end: number, column: number): number {
  let at = start;
  let used = 0;
  for (const character of graphemes(text.slice(start, end))) {
    used += widthOf(character);
    if (used > column) return at;
    at += character.length;
  }
  return at;
}

export type CaretMove = "left" | "right" | "home" | "end" | "up" | "down" | "word-left" | "word-right";

/** Position after a move, by the lines of the text itself; null if there is no further line. */
export function movedCaret(text: string, caret: number, move: CaretMove): number | null {
  const start = text.lastIndexOf("\n", caret - 1) + 1;
  const stop = text.indexOf("\n", caret);
  const end = stop === -1 ? text.length : stop;
  switch (move) {
    case "left":
      return before(text, caret);
    case "right":
      return after(text, caret);
    case "word-left":
      return startBefore(text, caret, OF_WORD);
    case "word-right":
      return caret + (WORD_BEHIND.exec(text.slice(caret))?.[0].length ?? 0);
    case "home":
      return start;
    case "end":
      return end;
    case "up": {
      if (start === 0) return null;
      const above = text.lastIndexOf("\n", start - 2) + 1;
      return inColumn(text, above, start - 1, widthOf(text.slice(start, caret)));
    }
    case "down": {
      if (stop === -1) return null;
      const next = text.indexOf("\n", end + 1);
      return inColumn(text, end + 1, next === -1 ? text.length : next, widthOf(text.slice(start, caret)));
    }
  }
}

export type Edited = { readonly text: string; readonly caret: number };

/** A text with an insertion at the cursor. */
export const inserted = (text: string, caret: number, what: string): Edited => ({
  text: text.slice(0, caret) + what + text.slice(caret),
  caret: caret + what.length,
});

/** Range to erase, starting at the cursor. */
export type Erased = "before" | "behind" | "word-before" | "word-behind" | "chunk-before" | "to-start" | "to-end";

/** A text without a part around the cursor: a character, a word, the rest of the line. */
export function erased(text: string, caret: number, what: Erased): Edited {
  const [from, to] = erasedRange(text, caret, what);
  return { text: text.slice(0, from) + text.slice(to), caret: from };
}

function erasedRange(text: string, caret: number, what: Erased): readonly [number, number] {
  const moved = (move: CaretMove): number => movedCaret(text, caret, move) ?? caret;
  switch (what) {
    case "before":
      return [before(text, caret), caret];
    case "behind":
      return [caret, after(text, caret)];
    case "word-before":
      return [moved("word-left"), caret];
    case "word-behind":
      return [caret, moved("word-right")];
    case "chunk-before":
      return [startBefore(text, caret, OF_CHUNK), caret];
    case "to-start":
      return [moved("home"), caret];
    case "to-end":
      return [caret, moved("end")];
  }
}

/** Start of the visible part of a line: 0, or as far on as needed to show the cursor. */
export function shownFrom(text: string, caret: number, width: number): number {
  let from = caret;
  // The cursor takes a cell.
  let room = width - 1;
  for (const character of graphemes(text.slice(0, caret)).toReversed()) {
    room -= widthOf(character);
    if (room < 0) return from;
    from -= character.length;
  }
  return 0;
}
