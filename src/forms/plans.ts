import type { z } from "zod";
import type { BodyObject, BodyValue, Path } from "../contract/json/json.ts";
import { isList } from "../contract/json/json.ts";
import type { FieldPlan, FormPlan, ListPlan, PlanContext, SentenceContext, TitleContext } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { objectAt, patternOf } from "./paths.ts";
import { groupOf } from "./schema/form-values.ts";
import { elementOf, schemaAt } from "./schema/schema.ts";
import { hintsOf } from "./schema/schema-hints.ts";

/** Look-ups in a plan. */

/** Body schema of a plan's operation. */
export function shapeOfPlan(plan: FormPlan): z.ZodObject {
  const { body, id } = plan.operation;
  if (body === null) throw new TypeError(`the operation ${id} takes no body and cannot have a form`);
  return body.shape;
}

/** The plan of the field at a path. */
export const fieldPlanAt = (plan: FormPlan, path: Path): FieldPlan | undefined => {
  const pattern = patternOf(path);
  return plan.fields.find((field) => field.path === pattern);
};

/** The plan of the list at a path. */
export const listPlanAt = (plan: FormPlan, path: Path): ListPlan | undefined => {
  const pattern = patternOf(path);
  return plan.lists?.find((list) => list.path === pattern);
};

/** The plan of the list at a path, with defaults from its schema when there is none. */
export function listPlanOrDefault(plan: FormPlan, body: BodyObject, path: Path): ListPlan {
  const given = listPlanAt(plan, path);
  const schema = schemaAt(shapeOfPlan(plan), body, path);
  if (given !== undefined) {
    const element = schema === undefined ? undefined : elementOf(schema);
    const read = (item: BodyObject): BodyObject => (element === undefined ? item : groupOf(element, item));
    return {
      ...given,
      itemTitle: (item, index) => given.itemTitle(read(item), index),
      summary: (item) => given.summary(read(item)),
    };
  }
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

/** A body in the form that a plan's functions take. */
export function valuesOf<Values extends BodyObject>(plan: FormPlan<Values>, body: BodyObject): Values;
export function valuesOf(plan: FormPlan, body: BodyObject): BodyObject {
  return groupOf(shapeOfPlan(plan), body);
}

type Seen = Pick<FormState, "body" | "base" | "mode">;

/** Context for a plan's functions. */
export const contextOf = (plan: FormPlan, { body, base, mode }: Seen): TitleContext => ({
  body: valuesOf(plan, body),
  base: base === null ? null : valuesOf(plan, base),
  mode,
});

/** Context for a plan's sentence and warnings. */
export const sentenceContextOf = (
  plan: FormPlan,
  state: Seen,
  { env, names }: Pick<SentenceContext, "env" | "names">,
): SentenceContext => ({ ...contextOf(plan, state), raw: { body: state.body, base: state.base }, env, names });

/** Context for a plan's functions for the field at a path. */
export function contextAt(plan: FormPlan, state: Seen, path: Path): PlanContext {
  const holder = path.slice(0, -1);
  const schema = schemaAt(shapeOfPlan(plan), state.body, holder);
  const group = objectAt(state.body, holder);
  return { ...contextOf(plan, state), subject: schema === undefined ? group : groupOf(schema, group) };
}

/** True for an empty value: absent, null, or an empty text or list. */
export const isUnset = (value: BodyValue | undefined): boolean =>
  value === undefined || value === null || value === "" || (isList(value) && value.length === 0);
