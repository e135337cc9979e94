import { BASIC_NAMES } from "./palette.ts";
import type { TextLook } from "./theme.ts";

/** Sequences (SGR) that start and end a look. */

const NAMED = new Map(
  BASIC_NAMES.flatMap((name, index): [string, number][] => [
    [name, 30 + index],
    [`${name}Bright`, 90 + index],
  ]),
);

/** SGR parameters of a text colour; a background colour has the first one plus 10. */
function colourParameters(color: string): readonly [first: number, ...more: number[]] {
  const named = NAMED.get(color);
  if (named !== undefined) return [named];
  const index = /^ansi256\((\d+)\)$/u.exec(color)?.[1];
  if (index !== undefined) return [38, 5, Number(index)];
  const value = Number.parseInt(color.slice(1), 16);
  return [38, 2, value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function backgroundParameters(color: string): readonly number[] {
  const [first, ...more] = colourParameters(color);
  return [first + 10, ...more];
}

/** Sequences before and after a text in a look; empty when the look is the terminal's default. */
export function aroundText(look: TextLook): readonly [before: string, behind: string] {
  const parameters = [
    ...(look.bold === true ? [1] : []),
    ...(look.dimColor === true ? [2] : []),
    ...(look.underline === true ? [4] : []),
    ...(look.inverse === true ? [7] : []),
    ...(look.color === undefined ? [] : colourParameters(look.color)),
    ...(look.backgroundColor === undefined ? [] : backgroundParameters(look.backgroundColor)),
  ];
  return parameters.length === 0 ? ["", ""] : [`\u001b[${parameters.join(";")}m`, "\u001b[0m"];
}
