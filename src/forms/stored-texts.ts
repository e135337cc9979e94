import { type BodyObject, type BodyValue, sameJson } from "../contract/json/json.ts";
import type { Field } from "./fields.ts";
import type { FormPlan } from "./form-plan.ts";
import { bodyAt, pathsOf, withValue } from "./paths.ts";
import { jsonIn } from "./values/values.ts";

/** JSON stored as text: different white space is no change (`domain.md` 7.5). */

/** The stored text if the new value is equal as JSON, else the new value. */
export function storedIfSameJson(
  field: Pick<Field, "plan">,
  stored: BodyValue | undefined,
  value: BodyValue | undefined,
): BodyValue | undefined {
  if (field.plan?.textual !== true || stored === undefined || value === undefined) return value;
  return sameJson(jsonIn(field, value), jsonIn(field, stored)) ? stored : value;
}

/** The body with stored texts wherever they are equal as JSON. */
export const withStoredTexts = (plan: FormPlan, stored: BodyObject, body: BodyObject): BodyObject =>
  plan.fields
    .filter(({ textual }) => textual)
    .flatMap((field) => pathsOf(body, field.path).map((path) => ({ path, plan: field })))
    .reduce(
      (next, { path, ...field }) =>
        withValue(next, path, storedIfSameJson(field, bodyAt(stored, path), bodyAt(next, path))),
      body,
    );
