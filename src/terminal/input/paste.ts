import { stripVTControlCharacters } from "node:util";

/** Target of a paste: a field of one line, or of several. */
export type PasteKind = "line" | "text";

/** A longer plain chunk in one read is a paste without brackets; nobody types it. */
const longestTypeAhead = 1024;

/** From this length on, different characters at once are not keys, where keys are commands. A held key repeats one character. */
const mostKeysAtOnce = 64;

/** True for a chunk of only printable characters, tabs and line breaks. */
export function isPlain(chunk: string): boolean {
  return !/[^\P{Cc}\t\n\r]/u.test(chunk);
}

/**
 * True when a plain chunk without brackets is a paste: text on several lines, or far too long for typing. `abc` and Enter, typed ahead on a slow
 * line, is none; nor are several Enters, or Enter and one key.
 */
export function looksPasted(chunk: string): boolean {
  if (!isPlain(chunk)) {
    return false;
  }
  if (chunk.length > longestTypeAhead) {
    return true;
  }
  const breaks = chunk.match(/[\r\n]/g)?.length ?? 0;
  if (breaks === 0) {
    return false;
  }
  const afterFirstBreak = chunk.slice(chunk.search(/[\r\n]/) + 1).replace(/[\r\n]/g, "");
  const startsWithText = !/^[\r\n]/.test(chunk);
  return (startsWithText && (breaks > 1 || afterFirstBreak !== "")) || afterFirstBreak.length > 1;
}

/** True when a run of printable characters is too long and too varied for single key presses. */
export function isTooLongForKeys(run: string): boolean {
  return run.length >= mostKeysAtOnce && new Set(run).size > 1;
}

/**
 * Cleans a pasted text for a field: removes control sequences (colours of the copied text) and control, direction and invalid characters; line
 * breaks become spaces in a field of one line (none at the ends), "\n" in others.
 */
export function cleanPaste(text: string, kind: PasteKind): string {
  const lines = stripVTControlCharacters(text).replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n");
  const clean = lines
    .replace(/\t/g, kind === "line" ? " " : "  ")
    .replace(/[^\P{Cc}\n]|[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, "");
  return kind === "text" ? clean : clean.replace(/^\n+|\n+$/g, "").replace(/\n/g, " ");
}
