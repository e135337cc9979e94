import { type CaretMove, type Edited, movedCaret } from "./caret.ts";

/** The focused text input of any layer: the same keys work the same in all of them. */
export type TypedText = {
  readonly text: string;
  readonly caret: number;
  /** It has several lines; in others a line break becomes a space. */
  readonly hasLines: boolean;
  /** It was not edited since it got the focus, and the first typed text replaces it. */
  readonly isFresh: boolean;
  readonly put: (edited: Edited) => void;
};

/** Position of the cursor: at the end until it was moved. */
export const caretIn = (text: string, caret: number | undefined): number => Math.min(caret ?? text.length, text.length);

/** Moves the cursor; false if there is no further line in that direction, or no text is focused. */
export function moveCaretIn(typed: TypedText | undefined, move: CaretMove): boolean {
  const caret = typed === undefined ? null : movedCaret(typed.text, typed.caret, move);
  if (typed === undefined || caret === null) return false;
  typed.put({ text: typed.text, caret });
  return true;
}
