/**
 * Every string of an answer passes through here before it is shown: a name from the service may hold escape sequences that colour text, move the
 * cursor or hide an address (`field-notes.md` 21). The raw value is kept too, for writing back.
 */

/**
 * Characters that control a terminal or are invisible: C0, DEL, C1, lone surrogates, line separators, everything that Unicode marks as ignorable
 * (directions, joiners, fillers, tags), and marks beyond eight on a letter. Joiners and variation selectors stay within emoji, where they are
 * visible.
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

/** Most texts are plain ASCII, so this is checked first. */
const ASCII = /^[\u0020-\u007e]*$/;

/** Replacement for a character that must not reach the terminal. */
const STAND_IN = "\u00b7";

declare const gate: unique symbol;

/** One line that is safe to write to a terminal. Only this module creates such values. */
type PrintableLine = string & { readonly [gate]: true };

/** True if a text is one line that is safe to write to a terminal. */
export const isPrintable = (text: string): text is PrintableLine => ASCII.test(text) || !UNSAFE.test(text);

/**
 * Makes a text safe to print as one line. Tabs and line breaks become spaces; every other control, lone surrogate, direction or hidden character
 * becomes a middle dot, so that a tampered name looks odd instead of silently clean. Marks beyond eight on a letter are removed.
 */
export function printable(text: string): PrintableLine {
  if (isPrintable(text)) return text;
  const clean = text.replaceAll("\r\n", "\n").replace(UNSAFE_ALL, (character) => {
    if (character === "\n" || character === "\t") return " ";
    return MARK.test(character) ? "" : STAND_IN;
  });
  return isPrintable(clean) ? clean : printable(clean);
}

/** Makes a text of several lines safe to print; its line breaks stay. */
export const printableLines = (text: string): string =>
  isPrintable(text) ? text : text.split(/\r?\n/u).map(printable).join("\n");

/** A character as JSON escapes it. */
export const escapedInJson = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** Equivalent JSON in which every unprintable character is escaped. */
export const escapeUnprintable = (json: string): string =>
  isPrintable(json) ? json : json.replace(UNSAFE_ALL, escapedInJson);
