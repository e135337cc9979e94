import type { z } from "zod";
import type { BodyObject, BodyValue, Path } from "../contract/json.ts";
import { isList, objectAt, patternOf } from "./paths.ts";
import { schemaAt } from "./schema.ts";
import { hintsOf } from "./schema-hints.ts";
import type { FieldPlan, FormPlan, FormState, ListPlan, PlanContext } from "./types.ts";

/** Looking things up in a plan. */

/** The shape of the body that a plan's operation takes. */
export function shapeOfPlan(plan: FormPlan): z.ZodObject {
  const { body, id } = plan.operation;
  if (body === null) throw new TypeError(`the operation ${id} takes no body and cannot have a form`);
  return body.shape;
}

/** What a plan says about the field at a path. */
export const fieldPlanAt = (plan: FormPlan, path: Path): FieldPlan | undefined => {
  const pattern = patternOf(path);
  return plan.fields.find((field) => field.path === pattern);
};

/** What a plan says about the list at a path. */
export const listPlanAt = (plan: FormPlan, path: Path): ListPlan | undefined => {
  const pattern = patternOf(path);
  return plan.lists?.find((list) => list.path === pattern);
};

/** The list plan of a list that a plan does not mention: the words of its schema. */
export function listPlanOrDefault(plan: FormPlan, body: BodyObject, path: Path): ListPlan {
  const given = listPlanAt(plan, path);
  if (given !== undefined) return given;
  const schema = schemaAt(shapeOfPlan(plan), body, path);
  const title = (schema === undefined ? undefined : hintsOf(schema).title) ?? String(path.at(-1) ?? "");
  return {
    path: patternOf(path),
    itemTitle: (_item, index) => `${title} ${index + 1}`,
    summary: (item) => Object.values(item).filter(isWord).slice(0, 3).map(String).join(" "),
    add: `+ add to ${title}`,
    initial: () => ({}),
  };
}

const isWord = (value: BodyValue): value is string | number => typeof value === "string" || typeof value === "number";

/** What the functions of a plan see for the field at a path. */
export const contextAt = (state: Pick<FormState, "body" | "base" | "mode">, path: Path): PlanContext => ({
  subject: objectAt(state.body, path.slice(0, -1)),
  body: state.body,
  base: state.base,
  mode: state.mode,
});

/** Whether a value says nothing: absent, null, or an empty text or list. */
export const isUnset = (value: BodyValue | undefined): boolean =>
  value === undefined || value === null || value === "" || (isList(value) && value.length === 0);
