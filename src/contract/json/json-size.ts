/** Size of a JSON text, measured without parsing: its nesting depth and approximate number of values and keys. */
export type JsonSize = { readonly depth: number; readonly values: number };

/** Position of the long list in a JSON text: `from` its first item `to` its closing bracket, and the commas at which it can be cut. */
export type ListPlace = { readonly from: number; readonly to: number; readonly cuts: readonly number[] };

/** Default length of a piece (characters), which takes some milliseconds to parse. */
const PIECE = 64 * 1024;

/** State of a scan that can be continued with the next part of the text. */
type JsonScan = {
  /** Number of characters scanned so far. */
  index: number;
  depth: number;
  deepest: number;
  values: number;
  inText: boolean;
  /** Approximate length of the pieces that a list is cut into (characters). */
  readonly piece: number;
  /** Nesting depth of the items of the list being scanned; 0 if there is none. */
  items: number;
  from: number;
  cuts: number[];
  list: ListPlace | null;
};

export const newScan = (piece = PIECE): JsonScan => ({
  index: 0,
  depth: 0,
  deepest: 0,
  values: 1,
  inText: false,
  piece,
  items: 0,
  from: 0,
  cuts: [],
  list: null,
});

/**
 * Scans the next part of a JSON text, without recursion, ignoring the contents of strings. Records the first list longer than a piece, if it is the
 * whole document or a direct member of the document's object.
 *
 * @param from position of the part in the whole text
 */
export function scanJson(part: string, scan: JsonScan, from = 0): void {
  let { index, depth, deepest, values, inText } = scan;
  const end = from + part.length;
  for (; index < end; index += 1) {
    const code = part.charCodeAt(index - from);
    if (inText) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (code === 0x5b && depth <= 2 && scan.items === 0 && scan.list === null) {
        scan.items = depth;
        scan.from = index + 1;
        scan.cuts = [];
      }
    } else if (code === 0x5d || code === 0x7d) {
      if (depth === scan.items) {
        scan.items = 0;
        if (scan.cuts.length > 0) scan.list = { from: scan.from, to: index, cuts: scan.cuts };
      }
      depth -= 1;
    } else if (code === 0x2c) {
      // A comma precedes a further item, a colon the value of a key.
      values += 1;
      if (depth === scan.items && index - (scan.cuts.at(-1) ?? scan.from) >= scan.piece) scan.cuts.push(index);
    } else if (code === 0x3a) values += 1;
  }
  Object.assign(scan, { index, depth, deepest, values, inText });
}

/** Measures a JSON text. */
export function measureJson(text: string): JsonSize {
  const scan = newScan();
  scanJson(text, scan);
  return { depth: scan.deepest, values: scan.values };
}
