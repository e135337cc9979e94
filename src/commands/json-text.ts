import { writeJson } from "../contract/json/json.ts";
import { escapeUnprintable } from "../text/printable.ts";

/**
 * JSON text of a document as received, with every digit of its numbers: indented for people, on one line for programs. Characters that are not
 * plainly printable are escaped, which every JSON reader decodes to the same document.
 */
export const jsonText = (value: unknown, forPeople: boolean): string =>
  writeJson(value, forPeople ? 2 : undefined)
    .split("\n")
    .map(escapeUnprintable)
    .join("\n");

/** The same for standard output: indented on a terminal, on one line for programs. */
export const outputJson = (value: unknown): string => `${jsonText(value, process.stdout.isTTY === true)}\n`;
