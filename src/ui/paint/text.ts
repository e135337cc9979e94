import { readLine } from "../../terminal/screen/frame.ts";
import type { CellLine } from "../../terminal/screen/grid.ts";
import { type Ingredients, type InkNode, ingredientsOf, isMadeOf, linesIn } from "./ink-tree.ts";

/** A text as cells; null if only Ink can render it. */
type CellText = readonly CellLine[] | null;

type Made = {
  readonly of: Ingredients;
  readonly text: CellText;
  /** Its lines by their text, to reuse their cells. */
  readonly lines: ReadonlyMap<string, CellLine>;
};

const made = new WeakMap<InkNode, Made>();

/** Ink moves combining marks before an SGR sequence that separates them from their letter, and expands tabs. */
const FOR_INK = /\t|\u001b\[[\d;]*m\p{Mark}/u;

/** Sequences that never reach a terminal: all controls except SGR. */
const CONTROL = /[\u0000-\u001a\u001c-\u001f\u007f-\u009f]|\u001b(?!\[[\d;]*m)/gu;

const cellLine = (line: string): CellLine | null =>
  FOR_INK.test(line) ? null : readLine(line.replace(CONTROL, "\u00b7"));

/** The cells of a text node, cached while its ingredients are unchanged. Lines that occurred before are not parsed again. */
export function cellText(node: InkNode): CellText {
  const before = made.get(node);
  if (before !== undefined && isMadeOf(node, before.of)) return before.text;
  const of = ingredientsOf(node);
  const text: CellLine[] = [];
  const lines = new Map<string, CellLine>();
  for (const line of linesIn(node)) {
    const cells = before?.lines.get(line) ?? cellLine(line);
    if (cells === null) {
      made.set(node, { of, text: null, lines });
      return null;
    }
    text.push(cells);
    lines.set(line, cells);
  }
  made.set(node, { of, text, lines });
  return text;
}
