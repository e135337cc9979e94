import * as z from "zod";
import { type BodyObject, type BodyValue, type ExactNumber, isBodyObject } from "../../contract/json/json.ts";
import type { OperationId, Operations } from "../../contract/operations.ts";
import type { Body } from "../../contract/schema/body.ts";
import { Secret } from "../../contract/secret.ts";
import { isList } from "../paths.ts";
import { elementOf, isGroup, shapeOf, variantsIn } from "./schema.ts";
import { innerOf } from "./schema-hints.ts";

/**
 * What is filled in, typed by the body that a form makes. A person may have left out anything, typed a value of tomorrow, or edited the
 * document as text: so every field is optional, a closed set is open to other texts, and a value of another kind of JSON is absent.
 */

type Single = string | number | boolean | null | undefined | ExactNumber | Secret;

type NameIn<Group> = Group extends unknown ? Extract<keyof Group, string> : never;
type FieldIn<Group, Name> = Group extends unknown ? (Name extends keyof Group ? Group[Name] : never) : never;
type GroupIn<Value> = Exclude<Value, Single | readonly unknown[]>;
type ItemIn<Value> = Value extends readonly (infer Item)[] ? Item : never;

/** The fields of a group; of one that has several kinds, those of all of them. */
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

/** What a form holds while it is filled in, by the id of its operation or by the body that it makes. */
export type FormValues<Of extends OperationId | Body> = GroupValues<z.output<Extract<BodyOf<Of>, Body>["shape"]>>;

/** Of what holds any names at all there are no paths. */
type PathsOf<Group> = [Group] extends [never] ? never : string extends keyof Group ? never : FieldPath<Group>;
type PathsBelow<Value> = `.${PathsOf<GroupIn<Value>>}` | `[].${PathsOf<GroupIn<ItemIn<Value>>>}`;

/** The path of every field, with `[]` in place of a position: `notifications[].delayMin`. */
export type FieldPath<Values> = string extends keyof Values
  ? string
  : { [Name in NameIn<Values>]: Name | `${Name}${PathsBelow<Values[Name]>}` }[NameIn<Values>];

type StepInto<Values, Step> = Step extends `${infer List}[]`
  ? ItemIn<StepInto<Values, List>>
  : Step extends keyof Values
    ? Values[Step]
    : never;

/** The group that holds the field at a path. */
export type HolderAt<Values, Path> = string extends keyof Values
  ? BodyObject
  : Path extends `${infer First}.${infer Rest}`
    ? HolderAt<GroupIn<StepInto<Values, First>>, Rest>
    : Values;

/** The value of the field at a path. */
export type ValueAt<Values, Path> = string extends keyof Values
  ? BodyValue
  : Path extends `${infer First}.${infer Rest}`
    ? ValueAt<GroupIn<StepInto<Values, First>>, Rest>
    : Exclude<StepInto<Values, Path>, undefined>;

/** The paths of the lists of groups. */
export type ListPath<Values> = string extends keyof Values
  ? string
  : {
      [Path in FieldPath<Values>]: GroupIn<ItemIn<ValueAt<Values, Path>>> extends never ? never : Path;
    }[FieldPath<Values>];

/** An item of the list at a path. */
export type ItemAt<Values, Path> = string extends keyof Values ? BodyObject : GroupIn<ItemIn<ValueAt<Values, Path>>>;

type Schema = z.core.$ZodType;

/** A group as its schema reads it. What fits already stays the same object. */
export function groupOf(schema: Schema, group: BodyObject): BodyObject {
  const value = filledIn(schema, group);
  return isBodyObject(value) ? value : {};
}

const read = new WeakMap<Schema, WeakMap<object, { readonly value: BodyValue | undefined }>>();

/** A value as its schema reads it, or undefined where it is of another kind of JSON. Memoized by object. */
export function filledIn(schema: Schema, value: BodyValue | undefined): BodyValue | undefined {
  const inner = innerOf(schema);
  if (typeof value !== "object" || value === null) return isOfKind(inner, value) ? value : undefined;
  const known = read.get(inner) ?? new WeakMap<object, { readonly value: BodyValue | undefined }>();
  read.set(inner, known);
  const found = known.get(value) ?? { value: objectAs(inner, value) };
  known.set(value, found);
  return found.value;
}

/** Whether a value that holds no others is one that a schema can mean, whatever its limits. */
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

/** The value of one field; what no kind of the group declares stays as it is. */
function fieldAs(inner: Schema, group: BodyObject, name: string, value: BodyValue): BodyValue | undefined {
  const shape = shapeOf(inner, group);
  const shapes = shape === undefined ? [...(variantsIn(inner)?.variants.values() ?? [])] : [shape];
  const declared = shapes.flatMap((one) => (Object.hasOwn(one.shape, name) ? (one.shape[name] ?? []) : []));
  if (declared.length === 0) return value;
  return declared.map((schema) => filledIn(schema, value)).find((read) => read !== undefined);
}

/** Items keep their positions: a group that is none is empty. Of a list of values what is none is left out. */
function listAs(inner: Schema, list: readonly BodyValue[]): BodyValue {
  const element = elementOf(inner);
  if (element === undefined) return list;
  const items = list.flatMap((item) => {
    const now = filledIn(element, item);
    return now !== undefined ? [now] : isGroup(element) ? [{}] : [];
  });
  return items.length === list.length && items.every((item, index) => item === list[index]) ? list : items;
}

/** An object with other values; undefined takes a field away. */
function changed(object: BodyObject, change: (name: string, value: BodyValue) => BodyValue | undefined): BodyObject {
  const entries = Object.entries(object).flatMap(([name, value]): [string, BodyValue][] => {
    const now = change(name, value);
    return now === undefined ? [] : [[name, now]];
  });
  const isSame =
    entries.length === Object.keys(object).length && entries.every(([name, value]) => object[name] === value);
  return isSame ? object : Object.fromEntries(entries);
}
