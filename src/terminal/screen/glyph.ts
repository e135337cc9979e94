import stringWidth from "string-width";

/**
 * What stands in a cell, as a number: a code point, or (negative) the number of a cluster of several. A wide glyph takes two
 * cells; the second holds `COVERED`.
 */
export type Glyph = number;

/** The right half of a wide glyph. */
export const COVERED: Glyph = 0;
export const BLANK: Glyph = 0x20;

/** A glyph, how many cells Ink's layout gives it, and whether terminals may disagree about that. */
export interface Measured {
  readonly glyph: Glyph;
  readonly width: number;
  readonly isDoubtful: boolean;
}

const SINGLE = 1;
const DOUBLE = 2;

/**
 * Characters that every terminal measures alike and that nothing before them combines with. Ambiguous ones (East Asian Width A)
 * are taken as single, as Ink takes them.
 */
const CERTAIN: readonly (readonly [first: number, last: number, width: number])[] = [
  [0x20, 0x7e, SINGLE],
  [0xa0, 0xac, SINGLE],
  [0xae, 0x2_ff, SINGLE],
  [0x3_70, 0x3_77, SINGLE],
  [0x3_84, 0x3_8a, SINGLE],
  [0x3_8e, 0x3_ff, SINGLE],
  [0x4_00, 0x4_82, SINGLE],
  [0x4_8a, 0x5_2f, SINGLE],
  [0x20_10, 0x20_27, SINGLE],
  [0x20_30, 0x20_3b, SINGLE],
  [0x20_3d, 0x20_48, SINGLE],
  [0x20_4a, 0x20_5e, SINGLE],
  [0x20_a0, 0x20_be, SINGLE],
  [0x21_90, 0x21_93, SINGLE],
  [0x22_00, 0x22_ff, SINGLE],
  [0x25_00, 0x25_9f, SINGLE],
  [0x25_a0, 0x25_a9, SINGLE],
  [0x25_b2, 0x25_b5, SINGLE],
  [0x25_b8, 0x25_bf, SINGLE],
  [0x25_c6, 0x25_fa, SINGLE],
  [0x27_13, 0x27_13, SINGLE],
  [0x27_17, 0x27_17, SINGLE],
  [0x28_00, 0x28_ff, SINGLE],
  [0x30_41, 0x30_96, DOUBLE],
  [0x30_a1, 0x30_ff, DOUBLE],
  [0x4e_00, 0x9f_ff, DOUBLE],
  [0xac_00, 0xd7_a3, DOUBLE],
  [0xff_01, 0xff_60, DOUBLE],
];

const certainWidths = new Uint8Array(0x1_00_00);
for (const [first, last, width] of CERTAIN) {
  certainWidths.fill(width, first, last + 1);
}

/** The width of a character of one UTF-16 unit that all terminals measure alike; 0 for every other. */
export function certainWidth(unit: number): number {
  return certainWidths[unit] ?? 0;
}

/** Whether every unit of a text is a character by itself that all terminals measure alike. */
export function isCertain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (certainWidths[text.charCodeAt(index)] === 0) {
      return false;
    }
  }
  return true;
}

const clusters: string[] = [];
const measured = new Map<string, Measured>();
let segmenter: Intl.Segmenter | undefined;

/** Longer clusters than people write (units) are drawn as what they begin with: a cell can be made to hold thousands. */
const LONGEST_CLUSTER = 32;

function glyphOf(cluster: string): Glyph {
  const point = cluster.codePointAt(0) ?? BLANK;
  if (cluster.length > LONGEST_CLUSTER) return point;
  return cluster.length === (point > 0xff_ff ? 2 : 1) ? point : -clusters.push(cluster);
}

function measure(cluster: string): Measured {
  const known = measured.get(cluster);
  if (known !== undefined) {
    return known;
  }
  const certain = cluster.length === 1 ? certainWidth(cluster.charCodeAt(0)) : 0;
  // Ink gives a cell to what has no width of its own.
  const width = certain === 0 ? Math.max(1, stringWidth(cluster)) : certain;
  const found = { glyph: glyphOf(cluster), width, isDoubtful: certain === 0 };
  measured.set(cluster, found);
  return found;
}

/** Characters that are not seen by themselves: Ink leaves them out. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}+$/u;

/** The glyphs of a text without control characters, as people count characters. */
export function* glyphsOf(text: string): Generator<Measured> {
  if (isCertain(text)) {
    for (const character of text) {
      yield measure(character);
    }
    return;
  }
  // Loading Unicode's tables takes 5 ms: most texts never need them.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) {
    if (!UNSEEN.test(segment)) {
      yield measure(segment);
    }
  }
}

const singles: string[] = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));

/** The characters of a glyph; nothing for the right half of a wide one. */
export function textOf(glyph: Glyph): string {
  if (glyph > 0) {
    return singles[glyph] ?? String.fromCodePoint(glyph);
  }
  return glyph === COVERED ? "" : (clusters[-glyph - 1] ?? " ");
}

/** How many bytes a glyph is in UTF-8. */
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

/** Whether terminals may disagree about how many cells a glyph takes. */
export function isDoubtful(glyph: Glyph): boolean {
  return glyph < 0 || glyph > 0xff_ff || (glyph !== COVERED && certainWidth(glyph) === 0);
}
