import type { DOMElement } from "ink";
import { readLine } from "../../terminal/screen/frame.ts";
import type { CellLine } from "../../terminal/screen/grid.ts";

/** A text as cells, or null when it holds what only Ink can draw. */
type CellText = readonly CellLine[] | null;

/** What a text was made of: it is made anew only when one of these is another. */
type Ingredients = readonly (string | DOMElement["internal_transform"])[];

const made = new WeakMap<DOMElement, { readonly of: Ingredients; readonly text: CellText }>();

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

/** Applies what gives a text its look, line by line as Ink does. */
const transformed = (text: string, transform: DOMElement["internal_transform"]): string =>
  transform === undefined ? text : text.split("\n").map(transform).join("\n");

/** The text of a node with the looks of what is nested in it (Ink's `squashTextNodes`). */
function squashed(node: DOMElement): string {
  let text = "";
  for (const child of node.childNodes) {
    if (child.nodeName === "#text") {
      text += child.nodeValue;
    } else if (child.isHidden !== true) {
      const nested = squashed(child);
      text += nested === "" ? "" : transformed(nested, child.internal_transform);
    }
  }
  return text;
}

/** Ink moves marks before the sequence that stands between them and their letter, and expands tabs. */
const FOR_INK = /[\u0000-\u0009\u000b-\u001a\u001c-\u001f\u007f-\u009f]|\u001b(?!\[[\d;]*m)|\u001b\[[\d;]*m\p{Mark}/u;

function make(node: DOMElement): CellText {
  const text = squashed(node);
  if (text === "") return [];
  if (FOR_INK.test(text)) return null;
  const lines = transformed(text, node.internal_transform).split("\n").map(readLine);
  return lines.every((line) => line !== null) ? lines : null;
}

/** A text node as cells; made once and kept for as long as it says and looks the same. */
export function cellText(node: DOMElement): CellText {
  const known = made.get(node);
  if (known !== undefined && stillMadeOf(node, known.of, 0) === known.of.length) return known.text;
  const of: (string | DOMElement["internal_transform"])[] = [];
  collect(node, of);
  const text = make(node);
  made.set(node, { of, text });
  return text;
}
