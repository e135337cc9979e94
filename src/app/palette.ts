/** Maps the colours of a theme to the nearest ones of a terminal with few colours that keep the theme's contrast. */

export type Colour = {
  /** Name as Ink and `sgr.ts` write it. */
  readonly name: string;
  /** Colour as `#rrggbb`. */
  readonly hex: string;
  readonly luminance: number;
  /** Lightness and the two colour axes (a, b) of OKLab. */
  readonly lab: readonly [lightness: number, a: number, b: number];
};

export const BASIC_NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** A colour from its code (`#rrggbb`). */
export function hexColour(hex: string, name = hex): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  const [red, green, blue] = [linear(value >> 16), linear((value >> 8) & 0xff), linear(value & 0xff)];
  const long = Math.cbrt(0.4122 * red + 0.5363 * green + 0.0514 * blue);
  const middle = Math.cbrt(0.2119 * red + 0.6807 * green + 0.1074 * blue);
  const short = Math.cbrt(0.0883 * red + 0.2817 * green + 0.63 * blue);
  return {
    name,
    hex,
    luminance: 0.2126 * red + 0.7152 * green + 0.0722 * blue,
    lab: [
      0.2105 * long + 0.7936 * middle - 0.0041 * short,
      1.978 * long - 2.4286 * middle + 0.4506 * short,
      0.0259 * long + 0.7828 * middle - 0.8087 * short,
    ],
  };
}

/** Contrast ratio of two colours as WCAG 2 defines it. */
export function contrast(one: Colour, other: Colour): number {
  const [less, more] = one.luminance < other.luminance ? [one, other] : [other, one];
  return (more.luminance + 0.05) / (less.luminance + 0.05);
}

/** The 16 colours as xterm shows them; a person may have configured others. */
const SIXTEEN =
  "#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 #7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff";

export const sixteenColours = (): readonly Colour[] =>
  SIXTEEN.split(" ").map((hex, index) => hexColour(hex, `${BASIC_NAMES[index % 8] ?? ""}${index < 8 ? "" : "Bright"}`));

/** Steps of the cube in the 256 colours. */
const CUBE = [0, 95, 135, 175, 215, 255] as const;
const GREYS = Array.from({ length: 24 }, (_, step) => 8 + 10 * step);

const hexOf = (...parts: readonly number[]): string =>
  `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Those of the 256 colours that are the same on every terminal: the cube and the greys. */
export const fixedColours = (): readonly Colour[] =>
  [
    ...CUBE.flatMap((red) => CUBE.flatMap((green) => CUBE.map((blue) => hexOf(red, green, blue)))),
    ...GREYS.map((grey) => hexOf(grey, grey, grey)),
  ].map((hex, index) => hexColour(hex, `ansi256(${16 + index})`));

/** Chroma from which a colour has a hue. */
const GREY = 0.05;
export const hasHue = ({ lab: [, a, b] }: Colour): boolean => Math.hypot(a, b) >= GREY;

/** Angle between two hues; 0 between two greys, π between a grey and a hue. */
function hueTurn(one: Colour, other: Colour): number {
  if (!hasHue(one) || !hasHue(other)) return hasHue(one) === hasHue(other) ? 0 : Math.PI;
  const [hue = 0, otherHue = 0] = [one, other].map(({ lab: [, a, b] }) => Math.atan2(b, a));
  const turn = Math.abs(hue - otherHue);
  return Math.min(turn, 2 * Math.PI - turn);
}

/** Largest angle between hues with the same name (radians). */
const SAME_HUE = 0.7;

/** Weighs hue more than lightness: green must not become a yellow of the same lightness. */
const distance = (one: Colour, other: Colour): number =>
  Math.hypot(...one.lab.map((part, at) => part - (other.lab[at] ?? 0)), 0.3 * hueTurn(one, other));

/** The nearest colour of the same hue that meets a condition; null if there is none. */
export const nearest = (
  wanted: Colour,
  colours: readonly Colour[],
  isFit: (colour: Colour) => boolean,
): Colour | null =>
  colours
    .filter((colour) => hueTurn(wanted, colour) <= SAME_HUE && isFit(colour))
    .reduce<Colour | null>(
      (best, colour) => (best === null || distance(wanted, colour) < distance(wanted, best) ? colour : best),
      null,
    );
