import { graphemes, widthOf } from "../text/width.ts";

/** Moving and cutting inside a text of several lines. Positions count UTF-16 units and always stand between characters. */

/** Where a displayed line begins and ends in its text; a line break belongs to no line. */
export type TextLine = { readonly start: number; readonly end: number };

/** A text broken into lines of a width, at spaces where there are some. Every position of the text stands in one of them. */
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
      // A space that has no room hangs over the edge, where nobody misses it.
      while (used + wide > room && at > start && character !== " ") {
        const end = afterSpace ?? at;
        lines.push({ start, end });
        used = widthOf(text.slice(end, at));
        start = end;
        afterSpace = null;
      }
      used += wide;
      at += character.length;
      if (character === " ") afterSpace = at;
    }
    lines.push({ start, end: from + paragraph.length });
    from += paragraph.length + 1;
  }
  return lines;
}

/** The line that a caret stands in: at the seam of two it is the second. */
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

export type CaretMove = "left" | "right" | "home" | "end" | "up" | "down";

/** Where a move leads, by the lines of the text itself; null where there is no further line. */
export function movedCaret(text: string, caret: number, move: CaretMove): number | null {
  const start = text.lastIndexOf("\n", caret - 1) + 1;
  const stop = text.indexOf("\n", caret);
  const end = stop === -1 ? text.length : stop;
  switch (move) {
    case "left":
      return before(text, caret);
    case "right":
      return after(text, caret);
    case "home":
      return start;
    case "end":
      return end;
    case "up": {
      if (start === 0) return null;
      const above = text.lastIndexOf("\n", start - 2) + 1;
      return Math.min(start - 1, above + (caret - start));
    }
    case "down": {
      if (stop === -1) return null;
      const next = text.indexOf("\n", end + 1);
      return Math.min(next === -1 ? text.length : next, end + 1 + (caret - start));
    }
  }
}

export type Edited = { readonly text: string; readonly caret: number };

/** A text with something put in at the caret. */
export const inserted = (text: string, caret: number, what: string): Edited => ({
  text: text.slice(0, caret) + what + text.slice(caret),
  caret: caret + what.length,
});

/** A text with the character before the caret (or behind it) taken out. */
export function erased(text: string, caret: number, side: "before" | "behind"): Edited {
  const [from, to] = side === "before" ? [before(text, caret), caret] : [caret, after(text, caret)];
  return { text: text.slice(0, from) + text.slice(to), caret: from };
}

/** Where the caret stands after a field that keeps it to itself changed its text. */
export function caretAfter(was: string, now: string): number {
  const most = Math.min(was.length, now.length);
  let same = 0;
  while (same < most && was.at(-1 - same) === now.at(-1 - same)) same += 1;
  return now.length - same;
}
