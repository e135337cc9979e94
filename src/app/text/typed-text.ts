import { type CaretMove, type Edited, movedCaret } from "./caret.ts";

/** The text that has the keys, wherever it stands: the same keys do the same in all of them. */
export type TypedText = {
  readonly text: string;
  readonly caret: number;
  /** It has lines; in others a line break is a space. */
  readonly hasLines: boolean;
  /** It was not touched since the keys came to it, and is replaced by what is typed first. */
  readonly isFresh: boolean;
  readonly put: (edited: Edited) => void;
};

/** Where the caret of a text stands: at its end until somebody has moved it. */
export const caretIn = (text: string, caret: number | undefined): number => Math.min(caret ?? text.length, text.length);

/** Moves the caret of a text; false where there is no further line in that direction, or no text has the keys. */
export function moveCaretIn(typed: TypedText | undefined, move: CaretMove): boolean {
  const caret = typed === undefined ? null : movedCaret(typed.text, typed.caret, move);
  if (typed === undefined || caret === null) return false;
  typed.put({ text: typed.text, caret });
  return true;
}
