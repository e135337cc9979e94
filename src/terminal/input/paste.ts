import { stripVTControlCharacters } from "node:util";

/** Where a paste goes: into a field of one line, or of several. */
export type PasteKind = "line" | "text";

/** A plain chunk this long in one read is a paste that the terminal did not bracket; nobody types it. */
const longestTypeAhead = 1024;

/** As many different characters at once are no keys, where a key is a command. A held key repeats one character. */
const mostKeysAtOnce = 64;

/** Whether a chunk holds nothing but printable characters, tabs and line breaks. */
export function isPlain(chunk: string): boolean {
  return !/[^\P{Cc}\t\n\r]/u.test(chunk);
}

/**
 * Whether a plain chunk that came without brackets is a paste: text on more than one line, or far too much for typing.
 * `abc` and Enter, typed ahead on a slow line, is not; nor are some Enters, or Enter and one key.
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

/** Whether a run of printable characters is too long and too varied to be keys pressed one after another. */
export function isTooLongForKeys(run: string): boolean {
  return run.length >= mostKeysAtOnce && new Set(run).size > 1;
}

/**
 * A pasted text made fit for a field: control sequences (colours of what was copied) and control, direction and invalid
 * characters out, line breaks as spaces in a field of one line (none at its ends), as "\n" in one of several.
 */
export function cleanPaste(text: string, kind: PasteKind): string {
  const lines = stripVTControlCharacters(text).replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n");
  const clean = lines
    .replace(/\t/g, kind === "line" ? " " : "  ")
    .replace(/[^\P{Cc}\n]|[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, "");
  return kind === "text" ? clean : clean.replace(/^\n+|\n+$/g, "").replace(/\n/g, " ");
}
