import fc from "fast-check";
import { z } from "zod";
import { EVENT_FAMILIES } from "../../src/contract/alert-configurations/event-types.ts";
import {
  type BodyObject,
  type BodyValue,
  encodeBody,
  isObject,
  type Json,
  revealSecret,
  valueAt,
} from "../../src/contract/json/json.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { violationsOf } from "../../src/contract/schema/body.ts";
import { hintOf, isOptional, unwrap } from "../../src/contract/schema/hints.ts";
import { variantsOf } from "../../src/contract/schema/unions.ts";
import { Secret } from "../../src/contract/secret.ts";
import { withValue } from "../../src/forms/paths.ts";
import { elementOf, isGroup, isSecretSchema } from "../../src/forms/schema/schema.ts";

/** Bodies that an operation accepts, made from its schema alone. */

type Schema = z.core.$ZodType;

const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 24, maxLength: 24 });
const words = fc
  .string({ unit: fc.constantFrom(..."abcXYZ 019.-_#é€"), minLength: 1, maxLength: 12 })
  .map((text) => `w${text}w`);
const times = fc
  .integer({ min: 0, max: 4_000_000_000 })
  .map((seconds) => new Date(seconds * 1000).toISOString().replace(".000Z", "Z"));

/** Any value that a schema accepts; `internal` fields are left out where a person could not fill them in. */
function valuesOf(schema: Schema, typed: boolean): fc.Arbitrary<BodyValue> {
  const inner = unwrap(schema);
  const hint = hintOf(schema);
  if (isSecretSchema(schema)) return hex.map((text) => new Secret(text));
  const variants = variantsOf(inner);
  if (variants !== undefined)
    return fc.oneof(...[...variants.variants.values()].map((variant) => objectOf(variant, typed)));
  if (inner instanceof z.ZodObject) return isFree(inner) ? freeObjects : objectOf(inner, typed);
  if (inner instanceof z.ZodRecord) return fc.dictionary(names, valuesOf(inner.valueType, typed), { maxKeys: 3 });
  const element = elementOf(inner);
  if (element !== undefined) {
    const list = fc.uniqueArray(valuesOf(element, typed), {
      minLength: typed ? 1 : 0,
      maxLength: 4,
      selector: (item) => JSON.stringify(item),
    });
    return list.filter((value) => accepts(inner, value));
  }
  const values = inner._zod.values;
  if (values !== undefined)
    return fc.constantFrom(
      ...[...values].filter(
        (value) => typeof value === "string" || typeof value === "boolean" || typeof value === "number",
      ),
    );
  if (inner instanceof z.ZodUnion) return fc.oneof(...inner.def.options.map((option) => valuesOf(option, typed)));
  switch (inner._zod.def.type) {
    case "boolean":
      return fc.boolean();
    case "number":
      return fc
        .oneof(
          fc.integer({ min: -5, max: 2000 }),
          fc.integer({ min: 1_199_145_600, max: 2_147_483_647 }),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        )
        .map((value) => value + 0)
        .filter((value) => accepts(inner, value));
    case "string":
      return textOf(inner, hint.known);
    default:
      throw new Error(`no values for a schema of type ${inner._zod.def.type}`);
  }
}

/** An object of which the contract says nothing. */
const isFree = (schema: z.ZodObject): boolean =>
  Object.keys(schema.shape).length === 0 && schema.def.catchall?._zod.def.type === "unknown";

const names = fc.constantFrom("type", "title", "serverVersion", "mongodVersion", "typeName", "constructor", "a.b", "é");

/** What such an object holds: JSON of any shape, names that a dialect would spell otherwise among it. */
const freeValues: fc.Arbitrary<BodyValue> = fc.letrec<{ value: BodyValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.oneof(fc.integer(), fc.boolean(), words, fc.constant(null)),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(names, tie("value"), { maxKeys: 2 }),
  ),
})).value;

const freeObjects = fc.dictionary(names, freeValues, { maxKeys: 3 });

const textOf = (schema: Schema, known: readonly string[] | undefined): fc.Arbitrary<string> =>
  fc
    .oneof(
      ...[
        words,
        hex,
        times,
        fc.uuid(),
        fc.constantFrom("dba@example.com", "ann.b+c@example.org", "w", "198.51.100.7"),
        fc.constant("https://acmeexports.blob.core.windows.net"),
        ...(known === undefined ? [] : [fc.constantFrom(...known)]),
      ],
    )
    .filter((text) => accepts(schema, text));

const accepts = (schema: Schema, value: BodyValue): boolean => z.safeParse(schema, encoded(value)).success;

const encoded = (value: BodyValue): Json => encodeBody(value, revealSecret);

function objectOf(schema: z.ZodObject, typed: boolean): fc.Arbitrary<BodyObject> {
  const fields = Object.entries(schema.shape)
    .filter(([, field]) => !(typed && hintOf(field).internal === true))
    .map(([name, field]) => {
      const value = valuesOf(field, typed);
      return [name, isOptional(field) ? fc.option(value, { nil: undefined }) : value] as const;
    });
  return fc
    .record(Object.fromEntries(fields))
    .map(
      (record): BodyObject =>
        Object.fromEntries(
          Object.entries(record).flatMap(([name, value]) =>
            value === undefined || (typed && isEmptyGroup(schema.shape[name], value)) ? [] : [[name, value]],
          ),
        ),
    );
}

/** An optional group without a single field: no row of a form shows it, so that nobody can type it. */
const isEmptyGroup = (schema: Schema | undefined, value: BodyValue): boolean =>
  schema !== undefined && isOptional(schema) && isGroup(schema) && isObject(value) && Object.keys(value).length === 0;

const events = fc.constantFrom(...EVENT_FAMILIES.flatMap((family) => family.events.slice(0, 2)));

/** Valid bodies of an operation. `typed`: only what a person can type into a form that shows every field. */
export function bodiesOf(operation: Operation, typed = false): fc.Arbitrary<BodyObject> {
  const { body } = operation;
  if (body === null) throw new Error(`${operation.id} has no body`);
  const isAlert = Object.hasOwn(body.shape.shape, "eventTypeName");
  const drawn = isAlert
    ? fc
        .tuple(objectOf(body.shape, typed), fc.option(events, { nil: undefined }))
        .map(([object, event]): BodyObject => (event === undefined ? object : { ...object, eventTypeName: event }))
    : objectOf(body.shape, typed);
  return drawn
    .map((object) => mended(operation, object))
    .filter((object) => violationsOf(body, encoded(object)).length === 0);
}

/** Rules that an item of a list breaks as a whole: it goes. */
const ITEM_RULES: readonly string[] = ["least-retention", "one-of-a-kind", "rarer-kept-longer"];

/** A body with what its rules refuse taken away, as far as that helps. */
function mended(operation: Operation, object: BodyObject): BodyObject {
  let result = object;
  for (let round = 0; round < 3 && operation.body !== null; round += 1) {
    for (const { path, rule } of violationsOf(operation.body, encoded(result)).toReversed()) {
      const item = path.slice(0, -1);
      const holder = valueAt(encoded(result), item);
      if (rule === "email-or-sms") result = withValue(result, path, true);
      else if (rule === "interval-of-frequency") result = withValue(result, path, 1);
      else if (ITEM_RULES.includes(rule)) result = withoutItem(result, item);
      else if (rule === "address-or-stored")
        result = withValue(result, [...item, "integrationId"], "65f0000000000000000000ff");
      else if (isObject(holder)) result = withValue(result, path, undefined);
    }
  }
  return result;
}

/** A body without an item of a list, and without the list when nothing is left in it: nobody types an empty list. */
function withoutItem(object: BodyObject, item: readonly (string | number)[]): BodyObject {
  const left = withValue(object, item, undefined);
  const list = item.slice(0, -1);
  const items = valueAt(encoded(left), list);
  return Array.isArray(items) && items.length === 0 ? withValue(left, list, undefined) : left;
}
