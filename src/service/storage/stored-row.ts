import { isJsonObject, type Json, type JsonObject, parseJson } from "../../contract/json/json.ts";
import type { Document, TimelineStep } from "./storage.ts";

/** Documents as tables of a database hold them: the same columns in each engine. */

/** The key under which every document of a parent is listed. */
export const EVERY = "";
/** About how many entries of a long list are counted together, and from how many on a list is long: where pages begin is found by such counts. */
export const BLOCK = 2000;
export const BLOCKS_FROM = 2 * BLOCK;
/** What stands between the keys of a document in its column. */
export const SEPARATOR = "\n";

/**
 * A number that a double might not hold exactly: only then is the text read number by number. Stored texts have no blanks, so
 * that a number stands right behind one of these signs; the ids, which stand in quotes, are no numbers however they look.
 */
const LONG_NUMBER = /[:,[]-?[\d.]*(?:[\d.]{16}|\de)/iu;

/** A row of the documents' table. */
type StoredRow = Readonly<Record<string, unknown>>;

/** A value of a column as text. */
const textOf = (value: unknown): string => String(value ?? "");

/** The keys in a column. */
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

/** A body that was stored as a text. */
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
