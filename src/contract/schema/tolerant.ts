import type * as z from "zod";
import { ExactNumber, isJsonObject, isObject, type Json, type Path, pathOfIssue, valueAt } from "../json/json.ts";
import "./schema-messages.ts";

/**
 * Reads answers tolerantly. A value that does not fit the contract is left out with a reason: the field alone, or, if the field is required, the row
 * that contains it. An answer is rejected only if nothing of it is left.
 */

/** A value that was left out of an answer. */
export type Misfit = {
  /** Its path in the received answer. */
  readonly path: Path;
  /** The error (`must be text`), and the path of its cause below `path`. */
  readonly message: string;
  readonly below: Path;
  /** The value that was left out; undefined if it is missing. */
  readonly value: Json | undefined;
  /** The list item that is or contains the value; the whole answer if it is in no list. */
  readonly row: Json | undefined;
  /** Set for a row with the id of another one, which stays. */
  readonly repeats?: true | undefined;
};

/** Indexes of list rows that were left out completely. */
export const omittedRows = (misfits: readonly Misfit[]): readonly (string | number)[] =>
  misfits.flatMap(({ path }) =>
    path.length === 1 ? path : path[0] === "results" && path.length === 2 ? path.slice(1) : [],
  );

type Tolerated<Data> =
  | { readonly ok: true; readonly data: Data; readonly misfits: readonly Misfit[] }
  | { readonly ok: false; readonly message: string; readonly path: Path };

/** Each round leaves out values at most one level further up, and nothing in the contract is nested deeper. */
const MOST_ROUNDS = 24;
/** Limit of left-out values, above which an answer is rejected as something else. */
const MOST_MISFITS = 5000;

type Place = { readonly path: Path; readonly message: string };

/** Path and message of an issue; in a union, those of the branch that matched deepest. */
function placeOf(issue: z.core.$ZodIssue, above: Path = []): Place {
  const path = [...above, ...pathOfIssue(issue.path)];
  if (issue.code !== "invalid_union") return { path, message: issue.message };
  const places = issue.errors.flatMap((branch) => branch.slice(0, 1).map((first) => placeOf(first, path)));
  const deepest = places.reduce<Place | null>(
    (found, place) => (found === null || place.path.length > found.path.length ? place : found),
    null,
  );
  return deepest !== null && deepest.path.length > path.length ? deepest : { path, message: issue.message };
}

type Cut = { isWhole: boolean; readonly below: Map<string | number, Cut> };

const newCut = (): Cut => ({ isWhole: false, below: new Map() });

function cutAt(root: Cut, path: Path): void {
  let cut = root;
  for (const step of path) {
    const next = cut.below.get(step) ?? newCut();
    cut.below.set(step, next);
    cut = next;
  }
  cut.isWhole = true;
}

/** Original indexes of the items of a list from which some were removed. */
type Origins = WeakMap<readonly Json[], readonly number[]>;

/** A document without the cut places; parts without cuts stay the same objects. */
function without(value: Json, cut: Cut | undefined, origins: Origins): Json {
  if (cut === undefined) return value;
  if (Array.isArray(value)) {
    const before = origins.get(value);
    const kept = value.flatMap((item: Json, index) => {
      const own = cut.below.get(index);
      return own?.isWhole === true ? [] : [{ item: without(item, own, origins), at: before?.[index] ?? index }];
    });
    const left = kept.map(({ item }) => item);
    origins.set(
      left,
      kept.map(({ at }) => at),
    );
    return left;
  }
  if (!isObject(value) || value instanceof ExactNumber) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, Json][] => {
      const own = cut.below.get(key);
      return own?.isWhole === true ? [] : [[key, without(item, own, origins)]];
    }),
  );
}

/** Converts a path in the reduced document into one in the received document. */
function receivedPath(value: Json, path: Path, origins: Origins): Path {
  let here: unknown = value;
  return path.map((step) => {
    const at = typeof step === "number" && Array.isArray(here) ? (origins.get(here)?.[step] ?? step) : step;
    here = valueAt(here, [step]);
    return at;
  });
}

const keyOf = (path: Path): string => JSON.stringify(path);

/** A place that was left out, and the place that caused it. */
type LeftOut = { readonly path: Path; readonly cause: Place };

/** Everything that was left out, once each. If a part of a place had been left out before, the part's cause is the reason. */
function misfitsOf(leftOut: readonly LeftOut[], received: Json): readonly Misfit[] {
  const all = new Map<string, LeftOut>();
  for (const one of leftOut) if (!all.has(keyOf(one.path))) all.set(keyOf(one.path), one);
  const causes = new Map<string, Place>();
  const outer = [...all.values()].filter(({ path, cause }) => {
    const around = path.findIndex((_step, length) => length > 0 && all.has(keyOf(path.slice(0, length))));
    const key = keyOf(around === -1 ? path : path.slice(0, around));
    // Deeper places were left out first, so the first cause is the original one.
    if (!causes.has(key)) causes.set(key, cause);
    return around === -1;
  });
  return outer.map(({ path, cause }) => {
    const { path: where, message } = causes.get(keyOf(path)) ?? cause;
    const row = path.findIndex((step) => typeof step === "number");
    return {
      path,
      message,
      below: where.slice(path.length),
      value: asJson(valueAt(received, path)),
      row: row === -1 ? received : asJson(valueAt(received, path.slice(0, row + 1))),
    };
  });
}

const isJson = (value: unknown): value is Json => value !== undefined;
const asJson = (value: unknown): Json | undefined => (isJson(value) ? value : undefined);

/** True if a value contains an `ExactNumber`, which hardly any answer does. */
const holdsExact = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  (value instanceof ExactNumber || Object.values(value).some((item: unknown) => holdsExact(item)));

/**
 * Places where an `ExactNumber` was read as an object: for zod an instance of a class is an object, which it copies. Numbers and undeclared fields
 * come through as the received value.
 */
function numbersAsObjects(received: Json, read: unknown, path: Path = []): readonly Place[] {
  if (received instanceof ExactNumber) return isObject(read) ? [{ path, message: "must be an object" }] : [];
  if (Array.isArray(received)) {
    if (!Array.isArray(read)) return [];
    return received.flatMap((item: Json, at) => numbersAsObjects(item, read[at], [...path, at]));
  }
  if (!isJsonObject(received) || !isObject(read)) return [];
  return Object.entries(received).flatMap(([name, item]) => numbersAsObjects(item, read[name], [...path, name]));
}

/**
 * Parses an answer; values that do not fit are left out and returned as `misfits`.
 *
 * @param options options of zod's `safeParse`
 */
export function readTolerantly<Schema extends z.ZodType>(
  schema: Schema,
  received: Json,
  options?: { readonly jitless?: boolean },
): Tolerated<z.output<Schema>> {
  let value = received;
  const origins: Origins = new WeakMap();
  const leftOut: LeftOut[] = [];
  const hasExact = holdsExact(received);
  let failed: Place = { path: [], message: "invalid format" };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const parsed = schema.safeParse(value, options);
    const places: readonly Place[] = parsed.success
      ? hasExact
        ? numbersAsObjects(value, parsed.data)
        : []
      : parsed.error.issues.map((issue) => placeOf(issue));
    const [first] = places;
    if (parsed.success && first === undefined) {
      return { ok: true, data: parsed.data, misfits: misfitsOf(leftOut, received) };
    }
    if (round === 0 && first !== undefined) failed = worded(first, value);
    if (places.length > MOST_MISFITS) break;
    const cut = newCut();
    for (const place of places) {
      const { path: where, message } = worded(place, value);
      // A missing value cannot be left out, so its parent is.
      const path = valueAt(value, where) === undefined ? where.slice(0, -1) : where;
      if (path.length === 0) return { ok: false, ...failed };
      cutAt(cut, path);
      const cause = { path: receivedPath(value, where, origins), message };
      leftOut.push({ path: cause.path.slice(0, path.length), cause });
    }
    value = without(value, cut, origins);
  }
  return { ok: false, ...failed };
}

/** An absent value is reported as missing, whatever type was expected. */
const worded = ({ path, message }: Place, value: Json): Place => ({
  path,
  message: valueAt(value, path) === undefined ? "is missing" : message,
});
