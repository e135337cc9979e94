import { type BodyObject, type BodyValue, sameJson } from "../contract/json/json.ts";
import { ownValue } from "../contract/json/own-values.ts";
import { storedSecretsOf } from "./masks.ts";
import { lessReadOnly } from "./open.ts";
import { pathsOf, withValue } from "./paths.ts";
import { isUnset, shapeOfPlan } from "./plans.ts";
import { emptyValue, kindOf } from "./schema/schema.ts";
import type { FormPlan, FormState } from "./types.ts";

/** What a form sends. */

type Seen = Pick<FormState, "body" | "base" | "mode">;

/** What is sent also depends on which fields a person has touched. */
type SeenTouched = Seen & Pick<FormState, "touched">;

/**
 * The body that is sent. A replacing write takes back the received document less response-only fields, with only the edits
 * made; a merging one holds only the top-level fields that were changed; a new thing, what was set. Masks never leave: the
 * identity that goes back with their item keeps the stored secret.
 */
export function bodyOf(plan: FormPlan, state: SeenTouched): BodyObject {
  const body = lessIdentities(plan, lessStored(plan, state.body));
  return state.mode === "merge"
    ? changedOf(plan, state, body)
    : lessUntouched(plan, state, withAlways(plan, state, body));
}

/** A body without what only stood in the form because it is stored where the form is sent to: it may be another by now. */
const lessUntouched = (plan: FormPlan, { body, touched }: SeenTouched, sent: BodyObject): BodyObject =>
  (plan.onlyTouched ?? [])
    .filter((name) => body[name] !== undefined && !touched.has(name))
    .reduce((less, name) => withValue(less, [name], undefined), sent);

/** A body without what items are told apart by here and the service alone fills. */
function lessIdentities(plan: FormPlan, body: BodyObject): BodyObject {
  return (plan.lists ?? [])
    .filter(({ isIdentityOfService }) => isIdentityOfService)
    .flatMap(({ path, identity }) => pathsOf(body, `${path}[].${identity}`))
    .reduce((less, path) => withValue(less, path, undefined), body);
}

/** A body without the masks of stored secrets. */
export function lessStored(plan: FormPlan, body: BodyObject): BodyObject {
  // Last first: taking a mask out of an unknown list moves what follows it.
  return storedSecretsOf(plan, body)
    .toReversed()
    .reduce((less, { path }) => withValue(less, path, undefined), body);
}

function withAlways(plan: FormPlan, state: Seen, body: BodyObject): BodyObject {
  const missing = (plan.always ?? []).filter((name) => body[name] === undefined);
  const added = missing.flatMap((name) => {
    const value = alwaysValue(plan, state, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return added.length === 0 ? body : { ...body, ...Object.fromEntries(added) };
}

/** The value of a field that is always sent: a toggle that was never set is off, as the service would take it, and any other empty. */
function alwaysValue(plan: FormPlan, state: Seen, name: string): BodyValue | undefined {
  const value = state.body[name];
  if (value !== undefined) return value;
  const schema = shapeOfPlan(plan).shape[name];
  if (schema === undefined) return undefined;
  return kindOf(schema) === "toggle" ? false : emptyValue(schema);
}

/** Names of the top-level fields that a merging write changes. */
export function changedNames(plan: FormPlan, state: Seen): readonly string[] {
  const stored = state.base === null ? {} : lessReadOnly(plan, state.base);
  return Object.keys(shapeOfPlan(plan).shape).filter((name) => {
    const before = ownValue(stored, name);
    const now = ownValue(state.body, name);
    return now === undefined ? !isUnset(before) : !sameJson(before, now);
  });
}

/** Names of top-level fields that the contract does not know and that did not come like this: added in an editor. */
export function addedNames(plan: FormPlan, state: Seen): readonly string[] {
  const stored = state.base === null ? {} : lessReadOnly(plan, state.base);
  const { shape } = shapeOfPlan(plan);
  return Object.entries(state.body).flatMap(([name, value]) =>
    Object.hasOwn(shape, name) || (Object.hasOwn(stored, name) && sameJson(value, stored[name])) ? [] : [name],
  );
}

/** Names of the top-level fields that a merging write sends: what was changed, and what goes with it. */
export function sentNames(plan: FormPlan, state: Seen): readonly string[] {
  const changed = changedNames(plan, state);
  const beside = (plan.together ?? [])
    .filter((names) => names.some((name) => changed.includes(name)))
    .flatMap((names) => names.filter((name) => state.body[name] !== undefined));
  return [...new Set([...changed, ...beside, ...addedNames(plan, state)])];
}

function changedOf(plan: FormPlan, state: Seen, body: BodyObject): BodyObject {
  const names = new Set([...sentNames(plan, state), ...(plan.always ?? [])]);
  const sent: Record<string, BodyValue> = {};
  for (const [name, schema] of Object.entries(shapeOfPlan(plan).shape)) {
    if (!names.has(name)) continue;
    const value = body[name] ?? alwaysValue(plan, state, name) ?? emptyValue(schema);
    if (value !== undefined) sent[name] = value;
  }
  for (const name of addedNames(plan, state)) {
    const value = body[name];
    if (value !== undefined) sent[name] = value;
  }
  return sent;
}

/** Whether a merging write cannot express that a field was emptied: fields that are not sent stay unchanged. */
export function cannotEmpty(plan: FormPlan, state: Seen, name: string): boolean {
  const schema = shapeOfPlan(plan).shape[name];
  return schema !== undefined && isUnset(state.body[name]) && emptyValue(schema) === undefined;
}
