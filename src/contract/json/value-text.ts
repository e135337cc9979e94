import { writeJson } from "./json.ts";

/** A value of a document in a sentence: a text as it is, anything else as JSON. */
export const valueText = (value: unknown): string => (typeof value === "string" ? value : (writeJson(value) ?? "?"));
