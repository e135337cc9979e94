import type { DOMElement } from "ink";
import { readLine } from "../../terminal/screen/frame.ts";
import type { CellLine } from "../../terminal/screen/grid.ts";

/** A text as cells, or null when it holds what only Ink can draw. */
type CellText = readonly CellLine[] | null;

/** What a text was made of: it is made anew only when one of these is another. */
type Ingredients = readonly (string | DOMElement["internal_transform"])[];

type Made = {
  readonly of: Ingredients;
  readonly text: CellText;
  /** Its lines by what they say. */
  readonly lines: ReadonlyMap<string, CellLine>;
};

const made = new WeakMap<DOMElement, Made>();

function collect(node: DOMElement, into: (string | DOMElement["internal_transform"])[]): void {
  into.push(node.internal_transform);
  for (const child of node.childNodes) {
    if (child.nodeName === "#text") into.push(child.nodeValue);
    else if (child.isHidden !== true) collect(child, into);
  }
}

/**
 * Whether a text is still made of the same, from one of its ingredients on: every text is asked at every frame, and most are.
 *
 * @returns how many of the ingredients are its own, or -1 when it is made of others
 */
function stillMadeOf(node: DOMElement, of: Ingredients, from: number): number {
  if (from >= of.length || of[from] !== node.internal_transform) return -1;
  let at = from + 1;
  for (const child of node.childNodes) {
    if (child.nodeName === "#text") {
      if (at >= of.length || of[at] !== child.nodeValue) return -1;
      at += 1;
    } else if (child.isHidden !== true) {
      at = stillMadeOf(child, of, at);
      if (at === -1) return -1;
    }
  }
  return at;
}

/** The lines of a text, each with its look, which is given line by line as Ink does. */
function transformed(text: string, transform: DOMElement["internal_transform"]): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  return transform === undefined ? lines : lines.map(transform);
}

/** The text of a node with the looks of what is nested in it (Ink's `squashTextNodes`). */
function squashed(node: DOMElement): string {
  let text = "";
  for (const child of node.childNodes) {
    if (child.nodeName === "#text") {
      text += child.nodeValue;
    } else if (child.isHidden !== true) {
      const nested = squashed(child);
      text += transformed(nested, child.internal_transform).join("\n");
    }
  }
  return text;
}

/** Ink moves marks before the sequence that stands between them and their letter, and expands tabs. */
const FOR_INK = /\t|\u001b\[[\d;]*m\p{Mark}/u;

/** What no cell holds, and no terminal is sent: every control, and every sequence but those of looks. */
const CONTROL = /[\u0000-\u001a\u001c-\u001f\u007f-\u009f]|\u001b(?!\[[\d;]*m)/gu;

const cellLine = (line: string): CellLine | null =>
  FOR_INK.test(line) ? null : readLine(line.replace(CONTROL, "\u00b7"));

/** A text node as cells; made once and kept for as long as it says and looks the same. Lines that it has said before are not read again. */
export function cellText(node: DOMElement): CellText {
  const before = made.get(node);
  if (before !== undefined && stillMadeOf(node, before.of, 0) === before.of.length) return before.text;
  const of: (string | DOMElement["internal_transform"])[] = [];
  collect(node, of);
  const text: CellLine[] = [];
  const lines = new Map<string, CellLine>();
  for (const line of transformed(squashed(node), node.internal_transform)) {
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
