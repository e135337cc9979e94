import { weakMapMemoize } from "reselect";
import * as z from "zod";
import { type BodyObject, type BodyValue, isBodyObject, type Path } from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import { isOptional } from "../../contract/schema/hints.ts";
import { type Variants, variantsOf } from "../../contract/schema/unions.ts";
import { childOf } from "../paths.ts";
import type { Suggestion } from "../suggestion.ts";
import { hintsOf, innerOf } from "./schema-hints.ts";

/** Reads a contract's shape: the fields of an object, their kinds, and allowed values. */

type Schema = z.core.$ZodType;

const objectOf = weakMapMemoize((schema: Schema): z.ZodObject | undefined =>
  schema instanceof z.ZodObject && Object.keys(schema.shape).length > 0 ? schema : undefined,
);

/** Fields of a group: those of an object, or of the variant that the value selects. Undefined for anything else. */
export function shapeOf(schema: Schema, value: BodyValue | undefined): z.ZodObject | undefined {
  const inner = innerOf(schema);
  const object = objectOf(inner);
  if (object !== undefined) return object;
  const variants = variantsOf(inner);
  if (variants === undefined) return undefined;
  const kind = childOf(value, variants.discriminator);
  return typeof kind === "string" ? variants.variants.get(kind) : undefined;
}

/** Variants of a schema, inside its wrappers. */
export const variantsIn = (schema: Schema): Variants | undefined => variantsOf(innerOf(schema));

/** True for a nested group of fields, false for a value. */
export const isGroup = weakMapMemoize((schema: Schema): boolean => {
  const inner = innerOf(schema);
  return variantsOf(inner) !== undefined || (inner instanceof z.ZodObject && Object.keys(inner.shape).length > 0);
});

/** Schema of a list's items, or undefined for other schemas. */
export const elementOf = weakMapMemoize((schema: Schema): Schema | undefined => {
  const inner = innerOf(schema);
  return inner instanceof z.ZodArray ? inner.def.element : undefined;
});

/** Schema of the values of a record, which has arbitrary names; undefined for other schemas. */
export const entryOf = weakMapMemoize((schema: Schema): Schema | undefined => {
  const inner = innerOf(schema);
  return inner instanceof z.ZodRecord ? inner.valueType : undefined;
});

/** True for a list of groups. */
export function isListOfGroups(schema: Schema): boolean {
  const element = elementOf(schema);
  return element !== undefined && isGroup(element);
}

/** True when an item has a kind that the contract does not know; false while it has no kind yet. */
export function isUnknownKind(element: Schema, item: BodyValue): boolean {
  if (!isBodyObject(item)) return true;
  const variants = variantsIn(element);
  if (variants === undefined) return false;
  const kind = item[variants.discriminator];
  return kind !== undefined && kind !== null && kind !== "" && shapeOf(element, item) === undefined;
}

/** Schema of a field of a group, given the group's value. */
export function fieldSchema(schema: Schema, value: BodyValue | undefined, name: string): Schema | undefined {
  const shape = shapeOf(schema, value)?.shape;
  if (shape !== undefined) return ownValue(shape, name);
  const variants = variantsIn(schema);
  if (variants?.discriminator !== name) return undefined;
  return [...variants.variants.values()][0]?.shape[name];
}

/** Schema at a path of a document, or undefined for what the contract does not know. */
export function schemaAt(root: Schema, document: BodyValue, path: Path): Schema | undefined {
  let schema: Schema | undefined = root;
  let value: BodyValue | undefined = document;
  for (const step of path) {
    if (schema === undefined) return undefined;
    schema = typeof step === "number" ? elementOf(schema) : fieldSchema(schema, value, step);
    value = childOf(value, step);
  }
  return schema;
}

/** True for a secret: by its hint, or as a codec to `Secret`. */
export const isSecretSchema = weakMapMemoize(
  (schema): boolean => hintsOf(schema).secret === true || innerOf(schema) instanceof z.ZodCodec,
);

export type FieldKind =
  | "text"
  | "long-text"
  | "number"
  | "toggle"
  | "choice"
  | "choice-or-other"
  | "multi-choice"
  | "secret"
  | "timestamp"
  | "json";

/** Default field kind of a schema; a plan may override it. */
export const kindOf = weakMapMemoize((schema: Schema): FieldKind => {
  if (isSecretSchema(schema)) return "secret";
  const inner = innerOf(schema);
  const hint = hintsOf(schema);
  if (inner instanceof z.ZodISODateTime) return "timestamp";
  if (closedValues(schema) !== undefined) return "choice";
  switch (inner._zod.def.type) {
    case "string":
      if (hint.lines === true) return "long-text";
      return hint.known === undefined ? "text" : "choice-or-other";
    case "number":
      return hint.known === undefined ? "number" : "choice-or-other";
    case "boolean":
      return "toggle";
    case "array": {
      const element = elementOf(schema);
      return element !== undefined && isPlain(element) ? "multi-choice" : "json";
    }
    case "union":
      return holdsNumber(schema) ? "number" : "json";
    default:
      return "json";
  }
});

/** True for schemas whose values contain other values: objects, lists, and unions that may be one of these. */
export const holdsOthers = (schema: Schema): boolean =>
  ["object", "record", "array", "union"].includes(innerOf(schema)._zod.def.type);

const isPlain = (schema: Schema): boolean =>
  closedValues(schema) !== undefined || ["string", "number"].includes(innerOf(schema)._zod.def.type);

/** True for numeric schemas (a number, a set of numbers, or a number that keeps its digits). */
export function holdsNumber(schema: Schema): boolean {
  const inner = innerOf(schema);
  if (inner instanceof z.ZodUnion) return inner.def.options.some(holdsNumber);
  if (inner instanceof z.ZodArray) return holdsNumber(inner.def.element);
  const values = inner._zod.values;
  return (
    inner._zod.def.type === "number" || (values !== undefined && [...values].some((value) => typeof value === "number"))
  );
}

/** Values of an enumeration or of a set of literals, as texts. */
export const closedValues = weakMapMemoize((schema: Schema): readonly string[] | undefined => {
  const inner = innerOf(schema);
  const type = inner._zod.def.type;
  if (type !== "enum" && type !== "literal" && type !== "union") return undefined;
  const values = inner._zod.values;
  if (values === undefined || values.size === 0) return undefined;
  const texts = [...values].filter((value) => typeof value === "string" || typeof value === "number").map(String);
  return texts.length === values.size ? texts : undefined;
});

/** Suggested values of a schema, with the labels from its hints. */
export const suggestionsOf = weakMapMemoize((schema: Schema): readonly Suggestion[] => {
  const element = elementOf(schema);
  const hint = hintsOf(schema);
  const values =
    closedValues(element ?? schema) ?? hint.known ?? (element === undefined ? [] : hintsOf(element).known) ?? [];
  const words = hint.words ?? (element === undefined ? undefined : hintsOf(element).words) ?? {};
  return values.map((value) => ({ value, label: ownValue(words, value) ?? value }));
});

/** Maximum text length of a schema, or null. */
export function limitOf(schema: Schema): number | null {
  const inner = innerOf(schema);
  return inner instanceof z.ZodString ? inner.maxLength : null;
}

/** A node of a document with its schema; undefined for what the contract does not know. */
type Node = {
  readonly path: Path;
  readonly value: BodyValue;
  readonly schema: Schema | undefined;
  readonly kind: "group" | "list" | "value";
};

/** Every node of a document, parents first. A value that the contract does not know is a single node. */
export function* nodesOf(schema: Schema, value: BodyValue, path: Path = []): Generator<Node> {
  const element = elementOf(schema);
  if (element !== undefined && isGroup(element) && Array.isArray(value)) {
    yield { path, value, schema, kind: "list" };
    for (const [index, item] of value.entries()) yield* nodesOf(element, item, [...path, index]);
    return;
  }
  const shape = isGroup(schema) && isBodyObject(value) ? shapeOf(schema, value) : undefined;
  if (shape === undefined || !isBodyObject(value)) {
    yield { path, value, schema: isGroup(schema) ? undefined : schema, kind: "value" };
    return;
  }
  yield { path, value, schema, kind: "group" };
  for (const [name, child] of Object.entries(value)) {
    const inner = ownValue(shape.shape, name);
    if (inner === undefined) yield { path: [...path, name], value: child, schema: undefined, kind: "value" };
    else yield* nodesOf(inner, child, [...path, name]);
  }
}

/** True when a field is required in its group. */
export const isRequired = (schema: Schema): boolean => !isOptional(schema);

/** Empty value with which a merging write clears a stored value, or undefined when the service has no way to clear it. */
export function emptyValue(schema: Schema): BodyValue | undefined {
  if (elementOf(schema) !== undefined) return accepts(schema, []) ? [] : undefined;
  if (accepts(schema, "")) return "";
  return accepts(schema, null) ? null : undefined;
}

/** True when a schema accepts a value. */
export const accepts = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;

/** First validation message for a text, or null. */
export function textProblem(schema: Schema, text: string): string | null {
  const parsed = z.safeParse(schema, text);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? "not accepted");
}

/** The object without nulls that its schema does not accept. */
export function withoutRefusedNulls(schema: Schema, value: BodyObject): BodyObject {
  const shape = shapeOf(schema, value);
  if (shape === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) => {
      const inner = ownValue(shape.shape, name);
      if (inner === undefined) return [[name, child]];
      return child === null && !accepts(inner, null) ? [] : [[name, valueLessNulls(inner, child)]];
    }),
  );
}

function valueLessNulls(schema: Schema, value: BodyValue): BodyValue {
  const element = elementOf(schema);
  if (element !== undefined && isGroup(element) && Array.isArray(value)) {
    return value.map((item: BodyValue) => valueLessNulls(element, item));
  }
  return isGroup(schema) && isBodyObject(value) ? withoutRefusedNulls(schema, value) : value;
}

/** The object with its missing required lists as empty lists: nobody types "none". */
export function withRequiredLists(schema: Schema | undefined, value: BodyObject): BodyObject {
  const shape = schema === undefined ? undefined : shapeOf(schema, value);
  const needed = Object.entries(shape?.shape ?? {}).filter(
    ([name, inner]) => isRequired(inner) && isListOfGroups(inner) && !Object.hasOwn(value, name),
  );
  return { ...Object.fromEntries(needed.map(([name]) => [name, []])), ...value };
}
