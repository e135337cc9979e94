import { ExactNumber, isJsonObject, type Json, type JsonObject } from "../../contract/json/json.ts";
import { randomOf } from "../random.ts";

/**
 * Simulates answers of a later version of the service: unknown values, fields and sizes. The changes depend only on the thing's id and the field, so
 * that every read gives the same.
 */
export const UNKNOWN_THINGS = ["values", "fields", "missing", "nulls", "numbers"] as const;
type UnknownThing = (typeof UNKNOWN_THINGS)[number];

/** Fields whose values come from a set. */
const FROM_A_SET: ReadonlySet<string> = new Set([
  "configurationType",
  "deliveryType",
  "eventTypeName",
  "featureType",
  "frequencyType",
  "severity",
  "severityOverride",
  "snapshotType",
  "state",
  "stateName",
  "status",
  "type",
  "typeName",
  "units",
]);

/** Fields that identify a thing and are never changed. */
const isKept = (name: string): boolean =>
  /^_?id$|Id$|ID$|^results$|^totalCount$|^accessLogs$|^links$|^href$|^name$|Name$|^targets$|^labels$/u.test(name);

const NEW_FIELDS: JsonObject = {
  kind: "FROM_TOMORROW",
  values: [1, { deep: { deeper: null } }],
  note: "unknown for now",
};
/** 2^53 + 1: a number that a double cannot represent. */
const BIG = new ExactNumber("9007199254740993");

type Way = { readonly things: ReadonlySet<UnknownThing>; readonly thing: string; readonly depth: number };

const happens = (way: Way, name: string, what: UnknownThing, chance: number): boolean =>
  way.things.has(what) && randomOf(way.thing, name, what).next() < chance;

/** Id or name of an object, as a seed for random changes. */
function nameOf(json: JsonObject, above: string): string {
  const { id, _id, indexID, name } = json;
  const own = id ?? _id ?? indexID ?? name;
  return typeof own === "string" ? own : above;
}

function field(name: string, value: Json, way: Way): Json | undefined {
  if (name === "links") return value;
  if (happens(way, name, "missing", 0.25) && !isKept(name) && way.depth > 0) return undefined;
  if (Array.isArray(value) && !isKept(name) && happens(way, name, "nulls", 0.4)) return null;
  if (typeof value === "string" && FROM_A_SET.has(name) && happens(way, name, "values", 0.5)) {
    return value === value.toUpperCase() ? "QUIESCING" : "quiescing";
  }
  const isNumber = typeof value === "number" && Number.isInteger(value);
  if (isNumber && !isKept(name) && happens(way, name, "numbers", 0.3)) return BIG;
  return strange(value, way);
}

function strange(json: Json, way: Way): Json {
  if (Array.isArray(json)) {
    return json.map((item: Json, index) => strange(item, { ...way, thing: `${way.thing}/${index}` }));
  }
  if (!isJsonObject(json)) return json;
  const own = { ...way, thing: nameOf(json, way.thing), depth: way.depth + 1 };
  const fields = Object.entries(json).flatMap(([name, value]): [string, Json][] => {
    const next = field(name, value, own);
    return next === undefined ? [] : [[name, next]];
  });
  const more: [string, Json][] = way.things.has("fields") ? [["fromTomorrow", NEW_FIELDS]] : [];
  return Object.fromEntries([...fields, ...more]);
}

/** An answer's content with unknown things added. Lists stay lists, and every object keeps its id and name. */
export const withUnknownThings = (content: Json, things: readonly UnknownThing[]): Json =>
  strange(content, {
    things: new Set(things),
    thing: "answer",
    depth: isJsonObject(content) && "results" in content ? -1 : 0,
  });
