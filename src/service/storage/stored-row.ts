import { isJsonObject, type Json, type JsonObject, parseJson } from "../../contract/json/json.ts";
import type { Document, TimelineStep } from "./storage.ts";

/** Conversion between documents and table rows, which have the same columns in each engine. */

/** The key under which every document of a parent is listed. */
export const WHOLE_LIST = "";
/**
 * Approximate number of entries per block of a long list, and the length from which a list has blocks. Their counts locate the beginning of a page.
 */
export const BLOCK_LENGTH = 2000;
export const BLOCKS_FROM = 2 * BLOCK_LENGTH;
/** Separator of a document's keys in their column. */
export const SEPARATOR = "\n";

/**
 * A number that a double may not represent exactly: only then is the text parsed number by number. Stored texts have no blanks, so a number directly
 * follows one of these characters; ids are in quotes and never match.
 */
const LONG_NUMBER = /[:,[]-?[\d.]*(?:[\d.]{16}|\de)/iu;

/** A row of the documents table. */
type StoredRow = Readonly<Record<string, unknown>>;

/** Value of a column as text. */
const textOf = (value: unknown): string => String(value ?? "");

/** Splits the column of keys. */
export const keysOf = (text: string): readonly string[] => (text === "" ? [] : text.split(SEPARATOR));

export function documentOf(row: StoredRow): Document {
  const due = row["next_due"];
  return {
    kind: textOf(row["kind"]),
    id: textOf(row["id"]),
    parent: textOf(row["parent"]),
    version: Number(row["version"]),
    keys: keysOf(textOf(row["keys"])),
    nextDue: due === null || due === undefined ? null : Number(due),
    spontaneous: row["spontaneous"] === 1,
    timeline: timelineOf(textOf(row["timeline"])),
    body: storedBody(textOf(row["body"])),
  };
}

function readText(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const result = parseJson(text);
  if (!result.ok) throw new Error(`a stored document is damaged: ${result.problem.message}`);
  return result.value;
}

const isStoredObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses a stored body. */
export function storedBody(text: string): JsonObject {
  const value = readText(text);
  if (!isStoredObject(value)) throw new Error("a stored document is damaged: its body is not an object");
  return value;
}

function timelineOf(text: string): readonly TimelineStep[] {
  if (text === "[]") return [];
  const value = readText(text);
  if (!Array.isArray(value)) throw new Error("a stored document is damaged: its timeline is not a list");
  return value.map((step: Json): TimelineStep => {
    if (!isJsonObject(step)) throw new Error("a stored document is damaged: a step of its timeline is not an object");
    const { at, set, stamp, every, heldBy, last } = step;
    if (typeof at !== "number" || !isJsonObject(set)) {
      throw new Error("a stored document is damaged: a step of its timeline lacks its time or its change");
    }
    return {
      at,
      set,
      ...(Array.isArray(stamp) ? { stamp: stamp.map(String) } : {}),
      ...(typeof every === "number" ? { every } : {}),
      ...(typeof heldBy === "string" ? { heldBy } : {}),
      ...(last === true ? { last } : {}),
    };
  });
}
