/** Characters that have the same width in every terminal. */

const SINGLE = 1;
const DOUBLE = 2;

/**
 * Characters that every terminal measures alike and that never combine with the character before them. Ambiguous ones (East Asian Width A) count as
 * single width, as in Ink.
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

/** Width of a single UTF-16 unit that all terminals measure alike; 0 for any other unit. */
export function certainWidth(unit: number): number {
  return certainWidths[unit] ?? 0;
}

/** True if every UTF-16 unit of a text is a character of its own that all terminals measure alike. */
export function isCertain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (certainWidths[text.charCodeAt(index)] === 0) {
      return false;
    }
  }
  return true;
}
