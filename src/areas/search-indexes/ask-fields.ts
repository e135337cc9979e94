import {
  type BodyObject,
  encodeBody,
  isBodyObject,
  type JsonObject,
  jsonObjectIn,
  secretVariable,
  valueAt,
} from "../../contract/json/json.ts";
import { formatIndex, type SearchIndex } from "../../domain/search/search-index.ts";
import { pluralize } from "../../text/format.ts";
import { asking, type Effect, type FormSetup, NO_PREFLIGHT, type Target } from "../model/effect.ts";
import { documentOf } from "../queries/document.ts";
import type { Generation } from "./generation.ts";
import { type FieldsValues, fieldsFrom, fieldsPlan, itemsIn, listedFields, unlistedFields } from "./mapped-fields.ts";

/** The local form for the mapped fields of an index, shown before the full form; for both generations. */

const dynamicIn = ({ dynamic }: BodyObject | FieldsValues) => (typeof dynamic === "boolean" ? { dynamic } : {});

const fieldsIn = ({ fields }: BodyObject): BodyObject => (isBodyObject(fields) ? fields : {});

/** Mappings as a list for the local form. */
const listed = (mappings: BodyObject) => ({ ...dynamicIn(mappings), fields: listedFields(fieldsIn(mappings)) });

/** Mappings with the answer merged in. */
function answered(answer: FieldsValues, mappings: BodyObject): BodyObject {
  const { "": _unnamed, ...received } = fieldsIn(mappings);
  return { ...mappings, ...dynamicIn(answer), fields: fieldsFrom(itemsIn(answer), received) };
}

/**
 * Asks for the fields of a new index one by one, then continues with the answer.
 *
 * @param target the index that the fields belong to
 * @param mappings initial mappings
 */
export function askFields(
  target: Target,
  title: string,
  mappings: BodyObject,
  suggest: NonNullable<FormSetup["suggest"]>,
  take: (mappings: BodyObject) => Effect,
): Effect {
  const setup: FormSetup<FieldsValues> = {
    plan: fieldsPlan(title, mappings),
    targets: [target],
    initial: listed(mappings),
    suggest,
    preflight: async () => NO_PREFLIGHT,
    applies: (answer) => take(answered(answer, mappings)),
  };
  return { kind: "form", setup };
}

/**
 * Edits the fields of an index one by one, then opens its form with the result. The local form keeps the document that it started from, in its draft
 * too: changes by others since then are seen in the review.
 *
 * @param formWith makes the form, with edits already made, in the document that was read for the local form
 */
export function editFields(
  generation: Generation,
  index: SearchIndex,
  target: Target,
  formWith: (edits?: FormSetup["edits"], editsOf?: JsonObject) => FormSetup,
): Effect {
  const title = `Fields of ${formatIndex(index)}`;
  const at = generation.prefix === "" ? ["mappings"] : [generation.prefix, "mappings"];
  const mappingsOf = (document: JsonObject): JsonObject => jsonObjectIn(valueAt(document, at)) ?? {};
  return asking(title, async (ask) => {
    const { base, suggest = {} } = formWith();
    if (base === undefined) throw new TypeError("an index is stored");
    const { document, at: readAt } = await base(ask);
    const mappings = mappingsOf(document);
    const unlisted = unlistedFields(fieldsIn(mappings));
    const unlistedNote =
      unlisted.length === 0
        ? ""
        : ` (${pluralize(unlisted.length, "field")} editable only as JSON: ${unlisted.join(", ")})`;
    const question = documentOf(encodeBody({ ...listed(mappings), received: document }, secretVariable));
    const setup: FormSetup<FieldsValues> = {
      plan: fieldsPlan(`${title}${unlistedNote}`, mappings),
      targets: [target],
      base: async () => ({ document: question, at: readAt }),
      suggest,
      preflight: async () => NO_PREFLIGHT,
      applies: (answer, from) => {
        const editsOf = jsonObjectIn(from?.["received"]) ?? document;
        const edits = Object.entries(answered(answer, mappingsOf(editsOf)))
          .filter(([field]) => field === "dynamic" || field === "fields")
          .map(([field, value]) => ({ path: [...at, field], value }));
        return { kind: "form", setup: formWith(edits, editsOf) };
      },
    };
    return { kind: "form", setup };
  });
}
