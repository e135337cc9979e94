import { type BodyObject, isBodyObject, isJsonObject } from "../../contract/json.ts";
import { formatIndex, type SearchIndex } from "../../domain/search-index.ts";
import { pluralize } from "../../text/format.ts";
import type { Context } from "../context.ts";
import { type Effect, type FormSetup, NO_PREFLIGHT, type Target } from "../effect.ts";
import { documentOf } from "../queries/document.ts";
import type { Generation } from "./generation.ts";
import { type FieldsValues, fieldsFrom, fieldsPlan, itemsIn, listedFields, unlistedFields } from "./mapped-fields.ts";

/** The question for the fields of an index one by one, before the form with all of it; in both generations. */

/**
 * Asks for the fields of an index one by one; the answer goes on to something else.
 *
 * @param target what they are the fields of
 * @param mappings those that are there already
 */
export function askFields(
  target: Target,
  title: string,
  mappings: BodyObject,
  suggest: FormSetup["suggest"],
  take: (mappings: BodyObject) => Effect,
): Effect {
  const fields = isBodyObject(mappings["fields"]) ? mappings["fields"] : {};
  const dynamicIn = ({ dynamic }: BodyObject | FieldsValues) => (typeof dynamic === "boolean" ? { dynamic } : {});
  const setup: FormSetup<FieldsValues> = {
    plan: fieldsPlan(title, mappings),
    targets: [target],
    base: null,
    initial: { ...dynamicIn(mappings), fields: listedFields(fields) },
    suggest,
    preflight: async () => NO_PREFLIGHT,
    applies: (answer) => {
      const { "": _unnamed, ...received } = fields;
      return take({ ...mappings, ...dynamicIn(answer), fields: fieldsFrom(itemsIn(answer), received) });
    },
  };
  return { kind: "form", setup };
}

/**
 * The fields of an index one by one, and then its form with what came of it.
 *
 * @param formWith the form, with some fields changed in it already
 */
export function editFields(
  context: Context,
  generation: Generation,
  index: SearchIndex,
  target: Target,
  formWith: (edits?: FormSetup["edits"]) => FormSetup,
): Effect {
  const title = `Fields of ${formatIndex(index)}`;
  return {
    kind: "asking",
    title,
    load: async (ask) => {
      const { index: now } = await generation.askIndex(ask, context.scope, index);
      const { mappings } = generation.receivedDefinition(documentOf(now.raw));
      const given = isJsonObject(mappings) ? mappings : {};
      const unlisted = unlistedFields(isJsonObject(given["fields"]) ? given["fields"] : {});
      const unlistedNote =
        unlisted.length === 0
          ? ""
          : ` (${pluralize(unlisted.length, "field")} editable only as JSON: ${unlisted.join(", ")})`;
      return askFields(target, `${title}${unlistedNote}`, given, formWith().suggest, (filled) => {
        const at = generation.prefix === "" ? ["mappings"] : [generation.prefix, "mappings"];
        const edits = Object.entries(filled)
          .filter(([field]) => field === "dynamic" || field === "fields")
          .map(([field, value]) => ({ path: [...at, field], value }));
        return { kind: "form", setup: formWith(edits) };
      });
    },
  };
}
