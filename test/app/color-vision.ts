/** Colours as people with red-green blindness see them: Machado, Oliveira and Fernandes (2009), severity 1.0. */

const SEEN = {
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
} as const;

/** Linear sRGB to CIE XYZ, by the white of D65. */
const XYZ = [
  [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
] as const;

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const multiplied = ([one, two, three]: Matrix, [x, y, z]: Triple): Triple => [
  one[0] * x + one[1] * y + one[2] * z,
  two[0] * x + two[1] * y + two[2] * z,
  three[0] * x + three[1] * y + three[2] * z,
];

function linear(colour: string, at: number): number {
  const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const clamped = (share: number): number => Math.min(1, Math.max(0, share));

const cubeRoot = (share: number): number => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116);

/** A colour (`#rrggbb`) in CIE Lab, as it is seen. */
export function labSeenWith(kind: keyof typeof SEEN, colour: string): Triple {
  const [r, g, b] = multiplied(SEEN[kind], [linear(colour, 1), linear(colour, 3), linear(colour, 5)]);
  const [x, y, z] = multiplied(XYZ, [clamped(r), clamped(g), clamped(b)]);
  return [116 * cubeRoot(y) - 16, 500 * (cubeRoot(x) - cubeRoot(y)), 200 * (cubeRoot(y) - cubeRoot(z))];
}

/** How far two colours are apart (CIE 1976). */
export const distance = (one: Triple, other: Triple): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
