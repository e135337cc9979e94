import type { TextLook, Theme } from "../../app/theme.ts";
import type { ColourLevel } from "../../terminal/capabilities.ts";
import { printable } from "../../text/printable.ts";
import type { Span } from "../../text/spans.ts";

/** Lines of text with a meaning as what a terminal shows: the few attributes that themes use. */

const NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/** The nearest of the 256 colours: a grey of the ramp, or one of the cube. */
function in256(red: number, green: number, blue: number): number {
  if (red === green && green === blue) {
    if (red < 8) return 16;
    return red > 248 ? 231 : Math.round(((red - 8) / 247) * 24) + 232;
  }
  const step = (part: number): number => Math.round((part / 255) * 5);
  return 16 + 36 * step(red) + 6 * step(green) + step(blue);
}

/** A colour's parameters, or none where the terminal has it not. */
function colour(name: string | undefined, level: ColourLevel, isBackground: boolean): readonly (number | string)[] {
  if (name === undefined || level === "none") return [];
  const base = isBackground ? 40 : 30;
  const named = NAMES.indexOf(name);
  if (named !== -1) return [base + named];
  const [, red = "", green = "", blue = ""] = /^#(..)(..)(..)$/.exec(name) ?? [];
  const parts = [red, green, blue].map((part) => Number.parseInt(part, 16));
  const [r = Number.NaN, g = 0, b = 0] = parts;
  // With sixteen colours the words and marks have to do until the program is there.
  if (Number.isNaN(r) || level === "16") return [];
  return level === "truecolor" ? [base + 8, 2, r, g, b] : [base + 8, 5, in256(r, g, b)];
}

function attributes(look: TextLook, level: ColourLevel): string {
  const codes = [
    ...(look.bold === true ? [1] : []),
    ...(look.dimColor === true ? [2] : []),
    ...(look.underline === true ? [4] : []),
    ...(look.inverse === true ? [7] : []),
    ...colour(look.color, level, false),
    ...colour(look.backgroundColor, level, true),
  ];
  return codes.length === 0 ? "" : `\u001b[${codes.join(";")}m`;
}

export type PaintInput = {
  readonly looks: Theme["looks"];
  readonly level: ColourLevel;
  /** How a text is written on this terminal. */
  readonly spell: (text: string) => string;
};

/** One line as bytes; every piece ends as it began, without attributes. */
export const paintedLine = (line: readonly Span[], { looks, level, spell }: PaintInput): string =>
  line
    .map(({ text, token = "plain" }) => {
      const begin = attributes(looks[token], level);
      const shown = spell(printable(text));
      return begin === "" ? shown : `${begin}${shown}\u001b[0m`;
    })
    .join("");
