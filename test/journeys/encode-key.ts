import type { KeyName } from "../../src/terminal/input/keys.ts";

const letters: Readonly<Record<string, string>> = { up: "A", down: "B", right: "C", left: "D", home: "H", end: "F" };

const functionLetters: Readonly<Record<string, string>> = { f1: "P", f2: "Q", f3: "R", f4: "S" };

const numbers: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageup: 5,
  pagedown: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};

const single: Readonly<Record<string, string>> = {
  enter: "\r",
  tab: "\t",
  escape: "\u001b",
  space: " ",
  backspace: "\u007f",
};

const modifierValues: Readonly<Record<string, number>> = { shift: 1, alt: 2, ctrl: 4 };

const controlPunctuation: Readonly<Record<string, string>> = {
  space: "\u0000",
  "\\": "\u001c",
  "]": "\u001d",
  "^": "\u001e",
  _: "\u001f",
};

function controlCharacter(name: string): string | undefined {
  return /^[a-z]$/.test(name) ? String.fromCharCode(name.charCodeAt(0) - 0x60) : controlPunctuation[name];
}

/**
 * What xterm sends for a key that is given by its canonical name (`KeyName` of `src/terminal/input/keys.ts`). A key that xterm
 * has no sequence of its own for ("ctrl+enter") comes as the kitty protocol has it.
 *
 * A chord is its keys, one after the other.
 *
 * @param applicationCursor whether the program has asked for the arrows as SS3 sequences
 * @throws when there is no such key
 */
export const encodeKey = (name: KeyName, options: Options = {}): string =>
  name
    .split(" ")
    .map((key) => encodeOne(key, options))
    .join("");

type Options = { readonly applicationCursor?: boolean };

function encodeOne(name: KeyName, { applicationCursor = false }: Options): string {
  const parts = name === "+" || name.endsWith("++") ? [...name.slice(0, -2).split("+"), "+"] : name.split("+");
  const base = parts.at(-1) ?? "";
  const modifierNames = parts.slice(0, -1).filter((part) => part !== "");
  const modifiers = modifierNames.reduce((sum, modifier) => sum + (modifierValues[modifier] ?? Number.NaN), 0);
  if (Number.isNaN(modifiers)) {
    throw new Error(`There is no key "${name}".`);
  }
  const letter = letters[base] ?? functionLetters[base];
  if (letter !== undefined) {
    const introducer = base in functionLetters || applicationCursor ? "\u001bO" : "\u001b[";
    return modifiers === 0 ? introducer + letter : `\u001b[1;${modifiers + 1}${letter}`;
  }
  const number = numbers[base];
  if (number !== undefined) {
    return modifiers === 0 ? `\u001b[${number}~` : `\u001b[${number};${modifiers + 1}~`;
  }
  if (name === "shift+tab") {
    return "\u001b[Z";
  }
  const text = single[base] ?? base;
  if ([...text].length !== 1) {
    throw new Error(`There is no key "${name}".`);
  }
  const control = controlCharacter(base);
  switch (modifiers) {
    case 0:
      return text;
    case modifierValues["alt"]:
      return `\u001b${text}`;
    case modifierValues["ctrl"]:
      if (control !== undefined) {
        return control;
      }
      break;
    case 6:
      if (control !== undefined) {
        return `\u001b${control}`;
      }
      break;
    default:
      break;
  }
  return `\u001b[${text.codePointAt(0)};${modifiers + 1}u`;
}
