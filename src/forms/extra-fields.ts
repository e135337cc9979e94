import type { BodyObject, BodyValue } from "../contract/json.ts";
import { without } from "./paths.ts";
import type { FormPlan, QueryValues } from "./types.ts";

/** What is filled in beside the body: query parameters, and what is only asked to be sure. */

const isQueryValue = (value: BodyValue | undefined): value is QueryValues[string] =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** What a form holds, taken apart into the body and the query parameters that are sent; the rest stays here. */
export function partsOf(
  { beside }: Pick<FormPlan, "beside">,
  whole: BodyObject,
): { readonly body: BodyObject; readonly query: QueryValues } {
  if (beside === undefined) return { body: whole, query: {} };
  const query = beside.query.flatMap((name): readonly (readonly [string, QueryValues[string]])[] => {
    const value = whole[name];
    return isQueryValue(value) ? [[name, value]] : [];
  });
  return { body: [...beside.query, ...beside.asked].reduce(without, whole), query: Object.fromEntries(query) };
}

/** A document without what is only asked: it says nothing of what a write changes. */
export const lessAsked = ({ beside }: Pick<FormPlan, "beside">, document: BodyObject): BodyObject =>
  (beside?.asked ?? []).reduce(without, document);

/** Query parameters as they stand behind a path. */
export const queryText = (query: QueryValues): string => {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
};
