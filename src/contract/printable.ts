import { ExactNumber, isObject, type Json } from "./json.ts";

/**
 * The one gate between the service and the screen. A name that the service hands us may hold escape sequences that paint,
 * move the cursor or hide an address (`field-notes.md` 21): every string of an answer passes here before anyone shows it,
 * and the raw value stays beside it for writing back.
 */

/** C0, DEL, C1, and the controls that reorder or hide text: bidi marks and isolates, zero-width and line separators. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udfff]/u;
const UNSAFE_ALL = new RegExp(UNSAFE.source, "gu");

/** What stands for a character that must not reach the terminal. */
const STAND_IN = "\u00b7";

/** Whether a text may be written to a terminal as it is (one line). */
export const isPrintable = (text: string): boolean => !UNSAFE.test(text);

/**
 * A text that is safe to print. Tabs become a space; line breaks are kept only where the field is text (`lines`), elsewhere
 * they become a space; every other control, lone surrogate or direction mark becomes a middle dot, so that a tampered name
 * is visibly odd rather than silently clean.
 */
export function printable(text: string, lines = false): string {
  if (!UNSAFE.test(text)) return text;
  return text.replaceAll("\r\n", "\n").replace(UNSAFE_ALL, (character) => {
    if (character === "\n") return lines ? "\n" : " ";
    return character === "\t" ? " " : STAND_IN;
  });
}

/** A whole document made safe to print, keys included. `isText` says where line breaks may stay. */
export function printableJson(value: Json, isText: (key: string) => boolean = () => false, key = ""): Json {
  if (typeof value === "string") return printable(value, isText(key));
  if (value === null || typeof value !== "object" || value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return value.map((item: Json) => printableJson(item, isText, key));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [printable(name), printableJson(item, isText, name)]),
  );
}
