import {
  type BodyObject,
  type BodyValue,
  isBodyObject,
  isJson,
  isJsonObject,
  type JsonObject,
  type Path,
} from "../../contract/json.ts";
import { pluralize } from "../../text/format.ts";
import type { Ask, Context } from "../context.ts";
import type { Effect, FormSetup } from "../effect.ts";
import { fieldsFrom, fieldsPlan, itemsIn, listedFields, unlistedFields } from "./mapped-fields.ts";

/** The question for the fields of an index one by one, before the form with all of it; in both generations. */

/**
 * Asks for the fields of an index one by one; the answer goes on to something else.
 *
 * @param mappings those that are there already
 */
export function askFields(
  context: Context,
  title: string,
  mappings: BodyObject,
  suggest: FormSetup["suggest"],
  take: (mappings: BodyObject) => Effect,
): Effect {
  const fields = isBodyObject(mappings["fields"]) ? mappings["fields"] : {};
  const items = listedFields(fields).map((item): BodyObject => ({ ...item }));
  const whole = isJson(mappings) && isJsonObject(mappings) ? mappings : {};
  const initial = {
    ...(typeof mappings["dynamic"] === "boolean" ? { dynamic: mappings["dynamic"] } : {}),
    fields: items,
  };
  const setup: FormSetup = {
    plan: fieldsPlan(title, whole),
    targets: [{ id: "", name: title, params: { groupId: context.scope.groupId } }],
    base: null,
    initial,
    suggest,
    preflight: async () => ({ warnings: [], facts: [] }),
    draftKey: `mappedFields/${title}`,
    applies: (answer) => {
      const { "": _unnamed, ...received } = fields;
      const { dynamic } = answer;
      return take({
        ...mappings,
        ...(typeof dynamic === "boolean" ? { dynamic } : {}),
        fields: fieldsFrom(itemsIn(answer), received),
      });
    },
  };
  return { kind: "form", setup };
}

/** Whose fields are changed one by one. */
export type FieldsOf = {
  /** `shop.products · default` */
  readonly name: string;
  /** The definition as the service holds it now. */
  readonly read: (ask: Ask) => Promise<JsonObject>;
  /** Where the definition stands in the body of the form. */
  readonly at: Path;
  readonly suggest: FormSetup["suggest"];
  /** The form, with what came of the question changed in it already. */
  readonly form: (edits: NonNullable<FormSetup["edits"]>) => FormSetup;
};

/** The fields of an index one by one, and then its form with what came of it. */
export function editFields(context: Context, { name, read, at, suggest, form }: FieldsOf): Effect {
  return {
    kind: "asking",
    title: `Fields of ${name}`,
    find: async (ask) => {
      const definition: BodyObject = await read(ask);
      const mappings: BodyValue | undefined = definition["mappings"];
      const given = isBodyObject(mappings) ? mappings : {};
      const left = unlistedFields(isBodyObject(given["fields"]) ? given["fields"] : {});
      const title = `Fields of ${name}${left.length === 0 ? "" : ` (${pluralize(left.length, "field")} only as JSON: ${left.join(", ")})`}`;
      return askFields(context, title, given, suggest, (filled) => {
        const edits = (["dynamic", "fields"] as const).flatMap((field) => {
          const value = filled[field];
          return value === undefined ? [] : [{ path: [...at, "mappings", field], value }];
        });
        return { kind: "form", setup: form(edits) };
      });
    },
  };
}
