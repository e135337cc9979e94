/**
 * The one gate between the service and the screen. A name that the service hands us may hold escape sequences that paint,
 * move the cursor or hide an address (`field-notes.md` 21): every string of an answer passes here before anyone shows it,
 * and the raw value stays beside it for writing back.
 */

/**
 * What acts on a terminal or is not seen: C0, DEL, C1, halves of characters, line separators, everything that Unicode lets a reader
 * ignore (directions, joiners, fillers, tags), and marks beyond those that a letter can have. What joins or colours pictures stays between
 * pictures, where it is seen.
 */
const UNSAFE = new RegExp(
  [
    "[\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u2028\\u2029\\ufff9-\\ufffb\\ud800-\\udfff]",
    "(?<!\\p{Extended_Pictographic})\\ufe0f",
    "(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d",
    "\\u200d(?!\\p{Extended_Pictographic})",
    "(?![\\ufe0f\\u200d])\\p{Default_Ignorable_Code_Point}",
    "(?<=\\p{Mark}{8})\\p{Mark}",
  ].join("|"),
  "u",
);
const UNSAFE_ALL = new RegExp(UNSAFE.source, "gu");
const MARK = /^(?!\p{Default_Ignorable_Code_Point})\p{Mark}$/u;

/** Nearly every text: there is nothing to look for. */
const ASCII = /^[\u0020-\u007e]*$/;

/** What stands for a character that must not reach the terminal. */
const STAND_IN = "\u00b7";

declare const gate: unique symbol;

/** One line that may be written to a terminal as it is. The gate alone makes them. */
export type PrintableLine = string & { readonly [gate]: true };

/** Whether a text may be written to a terminal as it is (one line). */
export const isPrintable = (text: string): text is PrintableLine => ASCII.test(text) || !UNSAFE.test(text);

/**
 * A text that is safe to print, as one line: tabs and line breaks become a space; every other control, half of a character, direction or
 * hidden character becomes a middle dot, so that a tampered name is visibly odd rather than silently clean. Marks beyond eight on a letter
 * are left out.
 */
export function printable(text: string): PrintableLine {
  if (isPrintable(text)) return text;
  const clean = text.replaceAll("\r\n", "\n").replace(UNSAFE_ALL, (character) => {
    if (character === "\n" || character === "\t") return " ";
    return MARK.test(character) ? "" : STAND_IN;
  });
  return isPrintable(clean) ? clean : printable(clean);
}

/** The same for a text of several lines: its line breaks stay. */
export const printableLines = (text: string): string =>
  isPrintable(text) ? text : text.split(/\r?\n/u).map(printable).join("\n");

/** A JSON text of the same meaning in which every character that is not plainly printable is written as an escape. */
export const escapeUnprintable = (json: string): string =>
  isPrintable(json)
    ? json
    : json.replace(UNSAFE_ALL, (character) =>
        character
          .split("")
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
      );
