import { lookupTable } from "../../contract/json/own-values.ts";
import type { KeyEvent } from "./keys.ts";

/** Keys that Ink's text and choice fields understand, as the bytes that Ink expects. */
const plain: Readonly<Record<string, string>> = lookupTable({ enter: "\r", backspace: "\u007f", delete: "\u001b[3~" });

const lettered: Readonly<Record<string, string>> = lookupTable({
  up: "A",
  down: "B",
  right: "C",
  left: "D",
  home: "H",
  end: "F",
});

const numbered: Readonly<Record<string, number>> = lookupTable({ pageup: 5, pagedown: 6 });

const modifierValues: Readonly<Record<string, number>> = lookupTable({ ctrl: 4, alt: 2, shift: 1 });

/**
 * Bytes for Ink for a key, in the one spelling that Ink parses correctly, whatever the terminal sent; undefined for a command key (Ctrl and Alt with
 * a character, Escape, Tab, function keys), which must not reach Ink: its text field would insert the letter.
 */
export function inkSequence(key: KeyEvent): string | undefined {
  if (key.text !== undefined) {
    return key.text;
  }
  const parts = key.name.split("+");
  const name = parts.pop() ?? "";
  if (parts.length === 0 && plain[name] !== undefined) {
    return plain[name];
  }
  const modifiers = parts.reduce((sum, modifier) => sum + (modifierValues[modifier] ?? Number.NaN), 1);
  if (Number.isNaN(modifiers)) {
    return undefined;
  }
  const letter = lettered[name];
  if (letter !== undefined) {
    return modifiers === 1 ? `\u001b[${letter}` : `\u001b[1;${modifiers}${letter}`;
  }
  const number = numbered[name];
  if (number !== undefined) {
    return modifiers === 1 ? `\u001b[${number}~` : `\u001b[${number};${modifiers}~`;
  }
  return undefined;
}
