import * as z from "zod";
import { type BodyObject, type BodyValue, type ExactNumber, isBodyObject, isList } from "../../contract/json/json.ts";
import type { OperationId, Operations } from "../../contract/operations.ts";
import type { Body } from "../../contract/schema/body.ts";
import { Secret } from "../../contract/secret.ts";
import { elementOf, isGroup, shapeOf, variantsIn } from "./schema.ts";
import { innerOf } from "./schema-hints.ts";

/**
 * Types of the values during editing, derived from the body that a form makes. A person may omit anything, type values that this version does not
 * know, or edit the document as text: so every field is optional, closed sets accept other texts, and values of another JSON type count as absent.
 */

type Single = string | number | boolean | null | undefined | ExactNumber | Secret;

type NameIn<Group> = Group extends unknown ? Extract<keyof Group, string> : never;
type FieldIn<Group, Name> = Group extends unknown ? (Name extends keyof Group ? Group[Name] : never) : never;
type GroupIn<Value> = Exclude<Value, Single | readonly unknown[]>;
type ItemIn<Value> = Value extends readonly (infer Item)[] ? Item : never;

/** Fields of a group; for a group with several kinds, the fields of all kinds. */
type GroupValues<Group> =
  string extends NameIn<Group>
    ? { readonly [name: string]: FilledIn<FieldIn<Group, string>> }
    : { readonly [Name in NameIn<Group>]?: FilledIn<FieldIn<Group, Name>> };

type SingleOrList<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends Secret
        ? Secret | string
        : Value extends ExactNumber
          ? ExactNumber
          : Value extends readonly (infer Item)[]
            ? readonly FilledIn<Item>[]
            : never;

type FilledIn<Value> = unknown extends Value
  ? BodyValue
  : SingleOrList<Value> | ([GroupIn<Value>] extends [never] ? never : GroupValues<GroupIn<Value>>);

type BodyOf<Of> = Of extends OperationId ? Operations[Of]["body"] : Of;

/** Values of a form during editing, by the id of its operation or by its body. */
export type FormValues<Of extends OperationId | Body> = GroupValues<z.output<Extract<BodyOf<Of>, Body>["shape"]>>;

/** Records with arbitrary names have no paths. */
type PathsOf<Group> = [Group] extends [never] ? never : string extends keyof Group ? never : FieldPath<Group>;
type PathsBelow<Value> = `.${PathsOf<GroupIn<Value>>}` | `[].${PathsOf<GroupIn<ItemIn<Value>>>}`;

/** Path of every field, with `[]` in place of positions: `notifications[].delayMin`. */
export type FieldPath<Values> = string extends keyof Values
  ? string
  : { [Name in NameIn<Values>]: Name | `${Name}${PathsBelow<Values[Name]>}` }[NameIn<Values>];

type StepInto<Values, Step> = Step extends `${infer List}[]`
  ? ItemIn<StepInto<Values, List>>
  : Step extends keyof Values
    ? Values[Step]
    : never;

/** Group of the field at a path. */
export type HolderAt<Values, Path> = string extends keyof Values
  ? BodyObject
  : Path extends `${infer First}.${infer Rest}`
    ? HolderAt<GroupIn<StepInto<Values, First>>, Rest>
    : Values;

/** Value of the field at a path. */
export type ValueAt<Values, Path> = string extends keyof Values
  ? BodyValue
  : Path extends `${infer First}.${infer Rest}`
    ? ValueAt<GroupIn<StepInto<Values, First>>, Rest>
    : Exclude<StepInto<Values, Path>, undefined>;

/** Paths of lists of groups. */
export type ListPath<Values> = string extends keyof Values
  ? string
  : {
      [Path in FieldPath<Values>]: GroupIn<ItemIn<ValueAt<Values, Path>>> extends never ? never : Path;
    }[FieldPath<Values>];

/** Item of the list at a path. */
export type ItemAt<Values, Path> = string extends keyof Values ? BodyObject : GroupIn<ItemIn<ValueAt<Values, Path>>>;

type Schema = z.core.$ZodType;

/** A group read by its schema. The same object when everything fits. */
export function groupOf(schema: Schema, group: BodyObject): BodyObject {
  const value = filledIn(schema, group);
  return isBodyObject(value) ? value : {};
}

const read = new WeakMap<Schema, WeakMap<object, { readonly value: BodyValue | undefined }>>();

/** A value read by its schema, or undefined for another JSON type. Memoized by object. */
export function filledIn(schema: Schema, value: BodyValue | undefined): BodyValue | undefined {
  const inner = innerOf(schema);
  if (typeof value !== "object" || value === null) return isOfKind(inner, value) ? value : undefined;
  const known = read.get(inner) ?? new WeakMap<object, { readonly value: BodyValue | undefined }>();
  read.set(inner, known);
  const found = known.get(value) ?? { value: objectAs(inner, value) };
  known.set(value, found);
  return found.value;
}

/** True when a primitive value has a type that the schema allows, whatever its limits. */
function isOfKind(inner: Schema, value: BodyValue | undefined): boolean {
  switch (inner._zod.def.type) {
    case "string":
    case "pipe":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "enum":
    case "literal":
      return [...(inner._zod.values ?? [])].some((allowed) => typeof allowed === typeof value);
    case "union":
      return optionsOf(inner).some((option) => isOfKind(innerOf(option), value));
    case "unknown":
      return true;
    default:
      return false;
  }
}

const optionsOf = (inner: Schema): readonly Schema[] => (inner instanceof z.ZodUnion ? inner.def.options : []);

function objectAs(inner: Schema, object: Extract<BodyValue, object>): BodyValue | undefined {
  if (isGroup(inner))
    return isBodyObject(object) ? changed(object, (name, value) => fieldAs(inner, object, name, value)) : undefined;
  switch (inner._zod.def.type) {
    case "array":
      return isList(object) ? listAs(inner, object) : undefined;
    case "object":
      return isBodyObject(object) ? object : undefined;
    case "record":
      return isBodyObject(object) && inner instanceof z.ZodRecord
        ? changed(object, (_name, value) => filledIn(inner.def.valueType, value))
        : undefined;
    case "union":
      return optionsOf(inner)
        .map((option) => filledIn(option, object))
        .find((value) => value !== undefined);
    case "pipe":
      return object instanceof Secret ? object : undefined;
    case "unknown":
      return object;
    default:
      return undefined;
  }
}

/** Value of one field; fields that no kind of the group declares stay as they are. */
function fieldAs(inner: Schema, group: BodyObject, name: string, value: BodyValue): BodyValue | undefined {
  const shape = shapeOf(inner, group);
  const shapes = shape === undefined ? [...(variantsIn(inner)?.variants.values() ?? [])] : [shape];
  const declared = shapes.flatMap((one) => (Object.hasOwn(one.shape, name) ? (one.shape[name] ?? []) : []));
  if (declared.length === 0) return value;
  return declared.map((schema) => filledIn(schema, value)).find((read) => read !== undefined);
}

/**
 * Items keep their positions: an item that should be a group and is not becomes an empty group. In lists of values, values of a wrong type are
 * dropped.
 */
function listAs(inner: Schema, list: readonly BodyValue[]): BodyValue {
  const element = elementOf(inner);
  if (element === undefined) return list;
  const items = list.flatMap((item) => {
    const now = filledIn(element, item);
    return now !== undefined ? [now] : isGroup(element) ? [{}] : [];
  });
  return items.length === list.length && items.every((item, index) => item === list[index]) ? list : items;
}

/** The object with changed values; undefined removes a field. */
function changed(object: BodyObject, change: (name: string, value: BodyValue) => BodyValue | undefined): BodyObject {
  const entries = Object.entries(object).flatMap(([name, value]): [string, BodyValue][] => {
    const now = change(name, value);
    return now === undefined ? [] : [[name, now]];
  });
  const isSame =
    entries.length === Object.keys(object).length && entries.every(([name, value]) => object[name] === value);
  return isSame ? object : Object.fromEntries(entries);
}
