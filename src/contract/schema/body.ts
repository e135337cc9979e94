import type { z } from "zod";
import {
  ExactNumber,
  isJsonObject,
  isObject,
  type Json,
  type Path,
  pathOfIssue,
  sameJson,
  valueAt,
} from "../json/json.ts";
import { BEYOND_DOUBLE } from "./schema-messages.ts";

/** One error in a body with its place, used alike by the form, the client and the service. */
export type Violation = { readonly path: Path; readonly message: string; readonly rule: string };

/** A record whose values are not validated yet: rules run even if another field has a type error. */
export type UncheckedRecord = { readonly [key: string]: unknown };

/**
 * A rule across fields. `path` names the field that gets the message; `[]` stands for each item of a list, `**` for every object below, at any depth.
 * The rule is tested once for every object that can hold the last step, with that object as `subject`.
 */
export type Rule = {
  readonly name: string;
  readonly path: readonly string[];
  readonly message: string | ((subject: UncheckedRecord, body: UncheckedRecord) => string);
  /** True if the rule holds. */
  readonly test: (subject: UncheckedRecord, body: UncheckedRecord) => boolean;
  /** Applied even if the stored document breaks the rule too: a received mask must not be sent back. */
  readonly always?: true;
};

/** A request body: a plain strict shape and the rules across its fields (`design.md`, contract). */
export type Body<Shape extends z.ZodObject = z.ZodObject> = {
  readonly shape: Shape;
  readonly rules: readonly Rule[];
};

export const body = <Shape extends z.ZodObject>(shape: Shape, rules: readonly Rule[] = []): Body<Shape> => ({
  shape,
  rules,
});

/**
 * Validates a JSON body against its shape and rules. In a replacing write, `received` is the stored document: a value that is already there,
 * undeclared or out of range, is no violation if it is sent back unchanged (`design.md`, update).
 */
export function violationsOf(subject: Body, json: Json, received?: Json): readonly Violation[] {
  const parsed = subject.shape.safeParse(checkable(json));
  const shaped = parsed.success ? [] : parsed.error.issues.flatMap((issue) => violationsOfIssue(issue, json));
  const ruled = isObject(json) ? violationsOfRules(subject.rules, json, received) : [];
  if (received === undefined) return [...shaped, ...ruled];
  const stored = new Received(received);
  return [...shaped.filter(({ path }) => !stored.has(path, valueAt(json, path))), ...ruled];
}

/** Violations of rules in a record: a body, or query parameters by name. */
export const violationsOfRules = (
  rules: readonly Rule[],
  subject: UncheckedRecord,
  received?: Json,
): readonly Violation[] => rules.flatMap((rule) => violationsOfRule(rule, subject, received));

/** A body as passed to a schema: an `ExactNumber`, which zod would take for an object, becomes a bigint. Parts without any stay the same object. */
function checkable(json: Json): unknown {
  if (json instanceof ExactNumber) return BEYOND_DOUBLE;
  if (Array.isArray(json)) {
    const items = json.map(checkable);
    return items.some((item, index) => item !== json[index]) ? items : json;
  }
  if (!isJsonObject(json)) return json;
  const entries = Object.entries(json);
  const changed = entries.map(([name, value]) => [name, checkable(value)] as const);
  return changed.some(([, value], index) => value !== entries[index]?.[1]) ? Object.fromEntries(changed) : json;
}

/** True for a field or kind that the contract does not declare: a service may have more than the specification (`takesUndeclared`). */
export const isUndeclared = ({ rule }: Violation): boolean => rule === "unknown-field" || rule === "unknown-kind";

/** Issues of the only branch of a union that accepts the value's type; undefined if none or several do. */
function issuesOfBranch(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const fitting = issue.errors.filter(
    (issues) => !issues.some((one) => one.code === "invalid_type" && one.path.length === 0),
  );
  return fitting.length === 1 ? fitting[0]?.map((one) => ({ ...one, path: [...issue.path, ...one.path] })) : undefined;
}

function violationsOfIssue(issue: z.core.$ZodIssue, json: Json): Violation[] {
  const inner = issuesOfBranch(issue);
  if (inner !== undefined) return inner.flatMap((one) => violationsOfIssue(one, json));
  const path = pathOfIssue(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: "unknown field",
      rule: "unknown-field",
    }));
  }
  if (path.length > 0 && valueAt(json, path) === undefined) return [{ path, message: "required", rule: "required" }];
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
    return [{ path, message: "unknown type", rule: valueAt(json, path) === "" ? "shape" : "unknown-kind" }];
  }
  return [{ path, message: issue.message, rule: "shape" }];
}

/** Every object that can hold the last step of a rule's path, with its concrete path. */
function subjectsOf(root: UncheckedRecord, steps: readonly string[]): { subject: UncheckedRecord; path: Path }[] {
  let found: { value: unknown; path: Path }[] = [{ value: root, path: [] }];
  for (const step of steps) {
    found = found.flatMap(({ value, path }) => {
      if (step === "**") return objectsBelow(value, path);
      if (step === "[]") {
        return Array.isArray(value)
          ? value.map((item: unknown, index) => ({ value: item, path: [...path, index] }))
          : [];
      }
      return isObject(value) && Object.hasOwn(value, step) ? [{ value: value[step], path: [...path, step] }] : [];
    });
  }
  return found.flatMap(({ value, path }) => (isObject(value) ? [{ subject: value, path }] : []));
}

/** Every object inside a value, at any depth. */
function objectsBelow(value: unknown, path: Path): { value: unknown; path: Path }[] {
  const inside: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return inside.flatMap(([step, item]) => {
    const own = [...path, step];
    return isObject(item) ? [{ value: item, path: own }, ...objectsBelow(item, own)] : objectsBelow(item, own);
  });
}

/** The objects that break a rule. */
function breakersOf(rule: Rule, root: UncheckedRecord): { subject: UncheckedRecord; path: Path }[] {
  return subjectsOf(root, rule.path.slice(0, -1)).filter(({ subject }) => !rule.test(subject, root));
}

/**
 * A broken rule is excused if the received document breaks it too, with the same value in the named field: then the user did not break it. Comparing
 * the value alone would not suffice, because another field may have changed (the event of a threshold).
 */
function violationsOfRule(rule: Rule, root: UncheckedRecord, received: Json | undefined): Violation[] {
  const last = rule.path.at(-1);
  if (last === undefined) throw new TypeError(`the rule ${rule.name} names no field`);
  const former = isObject(received) && rule.always !== true ? breakersOf(rule, received) : [];
  return breakersOf(rule, root).flatMap(({ subject, path }) => {
    if (former.some((other) => sameJson(other.subject[last], subject[last]))) return [];
    const message = typeof rule.message === "string" ? rule.message : rule.message(subject, root);
    return [{ path: [...path, last], message, rule: rule.name }];
  });
}

/** Values at a place: primitives for a set look-up, and objects for a deep comparison. */
type ReceivedValues = { readonly plain: ReadonlySet<unknown>; readonly deep: readonly unknown[] };

/**
 * Values of the received document, by place. All items of a list share one place, because an edit may have moved or removed some; each place is
 * looked up once, however many violations there are.
 */
class Received {
  readonly #root: unknown;
  readonly #byPlace = new Map<string, ReceivedValues>();

  constructor(root: unknown) {
    this.#root = root;
  }

  /** True if the received document has the value at this path, or at that of another item of the same list. */
  has(path: Path, value: unknown): boolean {
    if (value === undefined) return false;
    const { plain, deep } = this.#at(path);
    if (plain.has(value)) return true;
    // Of the primitives, only a number can equal a stored value that is written differently (`ExactNumber`).
    const isDeep = typeof value === "object" || typeof value === "number";
    return isDeep && deep.some((candidate) => sameJson(candidate, value));
  }

  #at(path: Path): ReceivedValues {
    const place = JSON.stringify(path.map((step) => (typeof step === "number" ? 0 : step)));
    const known = this.#byPlace.get(place);
    if (known !== undefined) return known;
    const found = candidatesAt(this.#root, path);
    const isDeep = (value: unknown): boolean => typeof value === "object" && value !== null;
    const values = { plain: new Set(found.filter((value) => !isDeep(value))), deep: found.filter(isDeep) };
    this.#byPlace.set(place, values);
    return values;
  }
}

/** Every value at a path, where an index stands for any item of the list. */
function candidatesAt(root: unknown, path: Path): unknown[] {
  let candidates: unknown[] = [root];
  for (const step of path) {
    candidates = candidates.flatMap((candidate): unknown[] => {
      if (typeof step === "number") return Array.isArray(candidate) ? candidate : [];
      return isObject(candidate) && Object.hasOwn(candidate, step) ? [candidate[step]] : [];
    });
  }
  return candidates;
}
