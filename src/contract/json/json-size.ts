/** How big a JSON text is, counted without reading it: its nesting, and about how many values and keys it holds. */
export type JsonSize = { readonly depth: number; readonly values: number };

/** Where in a JSON text its long list stands: `from` its first item to `to` its closing bracket, and the commas at which it can be cut. */
export type ListPlace = { readonly from: number; readonly to: number; readonly cuts: readonly number[] };

/** A piece takes some milliseconds to read (characters). */
const PIECE = 64 * 1024;

/** The beginning of a text counted, and what has to be known to count on. */
export type JsonScan = {
  /** So many characters are counted. */
  index: number;
  depth: number;
  deepest: number;
  values: number;
  inText: boolean;
  /** A list is cut into pieces of about so many characters. */
  readonly piece: number;
  /** At which depth the items of a list stand that is looked at; 0 where there is none. */
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
 * Counts the next part of a JSON text, without recursion, ignoring what stands inside strings. The first list that is longer than a piece is noted:
 * one that is the whole document, or that stands in the object which is.
 *
 * @param from where in the whole text the part begins
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
      // A comma stands before a further value, a colon before that of a key.
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
