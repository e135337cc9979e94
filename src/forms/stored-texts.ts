import { type BodyObject, type BodyValue, sameJson } from "../contract/json/json.ts";
import type { Field } from "./fields.ts";
import { bodyAt, pathsOf, withValue } from "./paths.ts";
import type { FormPlan } from "./types.ts";
import { jsonIn } from "./values/values.ts";

/** JSON that the service has as text: other spaces and lines are no change of it (`domain.md` 7.5). */

/** A value as it is stored where it says the same. */
export function asStored(
  field: Pick<Field, "plan">,
  stored: BodyValue | undefined,
  value: BodyValue | undefined,
): BodyValue | undefined {
  if (field.plan?.textual !== true || stored === undefined || value === undefined) return value;
  return sameJson(jsonIn(field, value), jsonIn(field, stored)) ? stored : value;
}

/** A whole body with such texts as they are stored wherever they say the same. */
export const withStoredTexts = (plan: FormPlan, stored: BodyObject, body: BodyObject): BodyObject =>
  plan.fields
    .filter(({ textual }) => textual)
    .flatMap((field) => pathsOf(body, field.path).map((path) => ({ path, plan: field })))
    .reduce(
      (next, { path, ...field }) => withValue(next, path, asStored(field, bodyAt(stored, path), bodyAt(next, path))),
      body,
    );
