import { writeJson } from "./json.ts";

/** A document's value inside a sentence: a text unchanged, anything else as JSON. */
export const valueText = (value: unknown): string => (typeof value === "string" ? value : (writeJson(value) ?? "?"));
