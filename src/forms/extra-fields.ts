import type { BodyObject, BodyValue } from "../contract/json/json.ts";
import { without } from "./paths.ts";
import type { FormPlan, QueryValues } from "./types.ts";

/** Fields of a form that are no part of the body: query parameters, and what is typed only to be sure and never sent. */

const isQueryValue = (value: BodyValue | undefined): value is QueryValues[string] =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** What a form holds, taken apart into the body and the query parameters that are sent; the rest stays here. */
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

/** A document without the fields that are never sent: they say nothing of what a write changes. */
export const withoutUnsent = ({ extraFields }: Pick<FormPlan, "extraFields">, document: BodyObject): BodyObject =>
  (extraFields?.unsent ?? []).reduce(without, document);

/** Query parameters as they stand behind a path. */
export const queryText = (query: QueryValues): string => {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
};
