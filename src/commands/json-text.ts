import { writeJson } from "../contract/json/json.ts";
import { escapeUnprintable } from "../text/printable.ts";

/**
 * JSON text of a document as received, every digit of its numbers included: indented for people, in one line for programs. What
 * is not plainly printable is escaped, which is the same document to every reader of JSON.
 */
export const jsonText = (value: unknown, forPeople: boolean): string =>
  writeJson(value, forPeople ? 2 : undefined)
    .split("\n")
    .map(escapeUnprintable)
    .join("\n");
