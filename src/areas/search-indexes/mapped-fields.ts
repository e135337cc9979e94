import * as z from "zod";
import { type BodyObject, type BodyValue, isBodyObject, isObject, sameJson } from "../../contract/json/json.ts";
import { lookupTable, ownValue } from "../../contract/json/own-values.ts";
import { body } from "../../contract/schema/body.ts";
import { freeObject } from "../../contract/schema/free-object.ts";
import { ofLength } from "../../contract/schema/lengths.ts";
import { BUILT_IN_ANALYZERS } from "../../contract/search-indexes/analyzer-names.ts";
import { isFieldName } from "../../contract/search-indexes/definition.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { FormValues, ItemAt } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { present } from "../../text/present.ts";
import { localForm } from "../builders/local-form.ts";

/**
 * The mapped fields of a text index as a list in a local form (`domain.md` 5, mappings), in place of the JSON that the service takes. Untouched
 * fields are sent back as received: one object, a list of one, or anything else.
 */

/** Index types of a field with a description. The service may know others: they can be typed. */
const WAYS: Readonly<Record<string, string>> = lookupTable({
  string: "full-text search",
  autocomplete: "search as you type",
  token: "exact match and sort",
  number: "numbers",
  date: "dates",
  boolean: "true or false",
  objectId: "ObjectIds",
  uuid: "UUIDs",
  geo: "points and shapes (GeoJSON)",
  document: "fields of a nested document",
  embeddedDocuments: "arrays of documents, matched one by one",
  stringFacet: "facets on text",
  numberFacet: "facets on numbers",
  dateFacet: "facets on dates",
});

const WAY_SUGGESTIONS: readonly Suggestion[] = Object.entries(WAYS).map(([value, note]) => ({
  value,
  label: value,
  note,
}));

/** Index types that take an analyzer. */
const ANALYZED: readonly string[] = ["string", "autocomplete"];

const MappedField = z.strictObject({
  name: z
    .string()
    .min(1, ofLength("enter a field"))
    .refine((name) => name !== "__proto__", "choose another name")
    .refine((name) => name === "" || isFieldName(name), "a name that starts with $ cannot be indexed")
    .meta({ title: "Field", help: "Field name; for a nested field, its outermost parent", example: "title" }),
  type: z
    .string()
    .min(1, ofLength("choose an index type"))
    .meta({
      title: "Indexed as",
      help: "Index type; list a field once for each of its types",
      example: "string",
      known: Object.keys(WAYS),
    }),
  analyzer: z.string().min(1, ofLength()).optional().meta({
    title: "Analyzer",
    help: "Analyzer of this field, if different from the index",
    example: "lucene.english",
    known: BUILT_IN_ANALYZERS,
  }),
  more: freeObject().optional().meta({
    title: "More options",
    help: "Other options of this type, as JSON",
    example: '{ "store": false }',
    lines: true,
  }),
});

const FieldsBody = body(
  z.strictObject({
    dynamic: z.boolean().optional().meta({
      title: "Index all fields",
      help: "On: all supported fields, listed ones with their settings; off: only listed fields",
      ghost: "off",
    }),
    fields: z.array(MappedField).optional().meta({ title: "Fields", help: "Fields to index, with their types" }),
  }),
  [
    {
      name: "something-mapped",
      path: ["fields"],
      message: "index all fields, or list at least one",
      test: ({ dynamic, fields }) => dynamic === true || (Array.isArray(fields) && fields.length > 0),
    },
    {
      name: "way-once",
      path: ["fields", "[]", "type"],
      message: "this field is already listed with this type",
      test: ({ name, type }, { fields }) =>
        !Array.isArray(fields) ||
        fields.filter((one) => isObject(one) && one["name"] === name && one["type"] === type).length < 2,
    },
  ],
);

/** The answer of the form. */
export type FieldsValues = FormValues<typeof FieldsBody>;

/** A field with one of its index types. */
type MappedItem = {
  readonly name: string;
  readonly type: string;
  readonly analyzer?: string;
  readonly more?: BodyObject;
};

/** A field with one index type; null where a list item cannot represent it. */
function itemOf(name: string, way: BodyValue): MappedItem | null {
  if (!isBodyObject(way)) return null;
  const { type, analyzer, ...more } = way;
  if (typeof type !== "string" || type === "") return null;
  if (analyzer !== undefined && (typeof analyzer !== "string" || analyzer === "")) return null;
  return {
    name,
    type,
    ...(analyzer === undefined ? {} : { analyzer }),
    ...(Object.keys(more).length === 0 ? {} : { more }),
  };
}

/** The list items of one field, or null where they cannot represent it. */
function itemsOf(name: string, mapped: BodyValue): readonly MappedItem[] | null {
  const ways: readonly BodyValue[] = Array.isArray(mapped) ? mapped : [mapped];
  const items = present(...ways.map((way) => itemOf(name, way)));
  return items.length === ways.length && items.length > 0 ? items : null;
}

/** The fields of mappings as list items; fields that cannot be represented are left out, and kept by `fieldsFrom`. */
export const listedFields = (fields: BodyObject): readonly MappedItem[] =>
  Object.entries(fields).flatMap(([name, mapped]) => itemsOf(name, mapped) ?? []);

/** The item's own fields win over the same names among the other options. */
const wayOf = ({ type, analyzer, more }: MappedItem): BodyObject => ({
  ...more,
  type,
  ...(analyzer === undefined ? {} : { analyzer }),
});

/** The fields of mappings from list items. A field with unchanged items is returned as it was received; fields that the list could not show stay. */
export function fieldsFrom(items: readonly MappedItem[], received: BodyObject): BodyObject {
  const grouped = new Map<string, MappedItem[]>();
  for (const item of items) grouped.set(item.name, [...(grouped.get(item.name) ?? []), item]);
  const kept = Object.entries(received).filter(
    ([name, mapped]) => itemsOf(name, mapped) === null && !grouped.has(name),
  );
  const made = [...grouped].map(([name, own]): [string, BodyValue] => {
    const before = ownValue(received, name);
    const former = before === undefined ? null : itemsOf(name, before);
    if (before !== undefined && former !== null && sameJson(former, own)) return [name, before];
    const [only] = own;
    return [name, only !== undefined && own.length === 1 ? wayOf(only) : own.map(wayOf)];
  });
  return Object.fromEntries([...kept, ...made]);
}

/** The items of a filled-in form. */
export const itemsIn = ({ fields = [] }: FieldsValues): readonly MappedItem[] =>
  fields.map(({ name = "", type = "", analyzer, more = {} }) => ({
    name,
    type,
    ...(analyzer === undefined ? {} : { analyzer }),
    ...(Object.keys(more).length > 0 ? { more } : {}),
  }));

/** Names of the fields that the list cannot show. */
export const unlistedFields = (fields: BodyObject): readonly string[] =>
  Object.entries(fields).flatMap(([name, mapped]) => (itemsOf(name, mapped) === null ? [name] : []));

/** The operation of a local form, none of the service (`Effect`, a form that applies). */
const mappedFields = localForm("mappedFields", "search-indexes", "Fields of a search index", FieldsBody);

const formatItem = ({ name, type, analyzer }: ItemAt<FieldsValues, "fields">): string =>
  `${name || "no name yet"} · ${type || "no type yet"}${analyzer === undefined ? "" : ` (${analyzer})`}`;

/** The service does not take dots as a path into a document: of `address.city` only the first step is a field of the index. */
const DOTTED = "enter only the outermost field, as document; add the nested field under More options";

/** The form for the mapped fields. */
export function fieldsPlan(title: string, whole: BodyObject): FormPlan<FieldsValues> {
  const isReceived = (name: string): boolean => isObject(whole["fields"]) && Object.hasOwn(whole["fields"], name);
  return {
    operation: mappedFields,
    title: () => title,
    sentence: ({ body: answer }) => {
      const count = new Set(itemsIn(answer).map(({ name }) => name)).size;
      if (answer.dynamic === true)
        return "Dynamic mapping: indexes all supported fields; listed fields use their settings. Nothing is sent yet.";
      return count === 0
        ? "List the fields to index; other fields are not indexed."
        : `Only ${count === 1 ? "this field is" : `these ${count} fields are`} indexed. Nothing is sent yet.`;
    },
    button: () => "Continue",
    // The received document is part of the body, so that the draft keeps it.
    readOnly: ["received"],
    fields: [
      {
        path: "dynamic",
        when: () =>
          isObject(whole["dynamic"]) ? { shown: false, because: "set by type sets, edited as JSON" } : { shown: true },
      },
      { path: "fields" },
      {
        path: "fields[].name",
        kind: "choice-or-other",
        suggest: "fieldNames",
        check: (name) => (name.includes(".") && !isReceived(name) ? DOTTED : null),
      },
      { path: "fields[].type", kind: "choice-or-other", choices: () => WAY_SUGGESTIONS },
      {
        path: "fields[].analyzer",
        kind: "choice-or-other",
        suggest: "analyzers",
        when: ({ subject: { type = "", analyzer } }) => ({ shown: analyzer !== undefined || ANALYZED.includes(type) }),
      },
      { path: "fields[].more" },
    ],
    lists: [
      {
        path: "fields",
        itemTitle: (_item, index) => `Field ${index + 1}`,
        summary: formatItem,
        add: "+ Add field",
        initial: () => ({ type: "string" }),
      },
    ],
  };
}
