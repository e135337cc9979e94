import { writeJson } from "../contract/json.ts";

/** Characters that JSON leaves as they are and a terminal may act upon: DEL, C1, and what reorders or hides text. */
const ACTIVE = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * JSON text of a document as received, every digit of its numbers included: indented for people, in one line for programs. What
 * a terminal might act upon is escaped, which is the same document to every reader of JSON.
 */
export const jsonText = (value: unknown, forPeople: boolean): string =>
  writeJson(value, forPeople ? 2 : undefined).replace(
    ACTIVE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
