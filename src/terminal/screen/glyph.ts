import stringWidth from "string-width";
import { certainWidth, isCertain } from "../../text/certain-width.ts";

/**
 * Content of a cell as a number: a code point, or (negative) the number of a cluster of several. A wide glyph takes two cells; the second holds
 * `COVERED`.
 */
export type Glyph = number;

/** The right half of a wide glyph. */
export const COVERED: Glyph = 0;
export const BLANK: Glyph = 0x20;

/** A glyph, its cells in Ink's layout, and whether terminals may disagree about its width. */
interface MeasuredGlyph {
  readonly glyph: Glyph;
  readonly width: number;
  readonly isUncertain: boolean;
}

const clusters: string[] = [];
const measured = new Map<string, MeasuredGlyph>();
let segmenter: Intl.Segmenter | undefined;

/**
 * Longer clusters (in UTF-16 units) than people write are reduced to their first character: malicious text can pile thousands of marks on one cell.
 */
const LONGEST_CLUSTER = 32;

function glyphOf(cluster: string): Glyph {
  const point = cluster.codePointAt(0) ?? BLANK;
  if (cluster.length > LONGEST_CLUSTER) return point;
  return cluster.length === (point > 0xff_ff ? 2 : 1) ? point : -clusters.push(cluster);
}

function measure(cluster: string): MeasuredGlyph {
  const known = measured.get(cluster);
  if (known !== undefined) {
    return known;
  }
  const certain = cluster.length === 1 ? certainWidth(cluster.charCodeAt(0)) : 0;
  // Ink gives a cell to characters of zero width.
  const width = certain === 0 ? Math.max(1, stringWidth(cluster)) : certain;
  const found = { glyph: glyphOf(cluster), width, isUncertain: certain === 0 };
  measured.set(cluster, found);
  return found;
}

/** Characters that are invisible by themselves: Ink leaves them out. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}+$/u;

/** Splits a text without control characters into glyphs, one per grapheme cluster. */
export function* glyphsOf(text: string): Generator<MeasuredGlyph> {
  if (isCertain(text)) {
    for (const character of text) {
      yield measure(character);
    }
    return;
  }
  // Loading Unicode's tables takes 5 ms, and most texts never need them.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) {
    if (!UNSEEN.test(segment)) {
      yield measure(segment);
    }
  }
}

const singles: string[] = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));

/** The characters of a glyph; empty for the right half of a wide one. */
export function textOf(glyph: Glyph): string {
  if (glyph > 0) {
    return singles[glyph] ?? String.fromCodePoint(glyph);
  }
  return glyph === COVERED ? "" : (clusters[-glyph - 1] ?? " ");
}

/** Bytes of a glyph in UTF-8. */
export function bytesOf(glyph: Glyph): number {
  if (glyph >= 0) {
    if (glyph < 0x80) {
      return glyph === COVERED ? 0 : 1;
    }
    if (glyph < 0x8_00) {
      return 2;
    }
    return glyph < 0x1_00_00 ? 3 : 4;
  }
  return Buffer.byteLength(textOf(glyph));
}

/** True if terminals may disagree about the width of a glyph. */
export function isUncertain(glyph: Glyph): boolean {
  return glyph < 0 || glyph > 0xff_ff || (glyph !== COVERED && certainWidth(glyph) === 0);
}
