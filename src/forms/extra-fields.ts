import type { BodyObject, BodyValue } from "../contract/json/json.ts";
import type { FormPlan } from "./form-plan.ts";
import { without } from "./paths.ts";

/** Form fields that are not part of the body: query parameters, and fields that are typed only as a confirmation and never sent. */

/** Query parameters of a write. */
export type QueryValues = Readonly<Record<string, string | number | boolean>>;

const isQueryValue = (value: BodyValue | undefined): value is QueryValues[string] =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** Splits a form's values into body and query parameters; unsent fields are dropped. */
export function partsOf(
  { extraFields }: Pick<FormPlan, "extraFields">,
  whole: BodyObject,
): { readonly body: BodyObject; readonly query: QueryValues } {
  if (extraFields === undefined) return { body: whole, query: {} };
  const query = extraFields.query.flatMap((name): readonly (readonly [string, QueryValues[string]])[] => {
    const value = whole[name];
    return isQueryValue(value) ? [[name, value]] : [];
  });
  return {
    body: [...extraFields.query, ...extraFields.unsent].reduce(without, whole),
    query: Object.fromEntries(query),
  };
}

/** A document without fields that are never sent: they are not changes of a write. */
export const withoutUnsent = ({ extraFields }: Pick<FormPlan, "extraFields">, document: BodyObject): BodyObject =>
  (extraFields?.unsent ?? []).reduce(without, document);

/** Query parameters as appended to a path. */
export const queryText = (query: QueryValues): string => {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
};
