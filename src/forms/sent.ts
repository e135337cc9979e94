import { type BodyObject, type BodyValue, sameJson } from "../contract/json/json.ts";
import { ownValue } from "../contract/json/own-values.ts";
import type { FormPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { storedSecretsOf } from "./masks.ts";
import { withoutReadOnly } from "./open.ts";
import { pathsOf, withValue } from "./paths.ts";
import { isUnset, shapeOfPlan } from "./plans.ts";
import { emptyValue, kindOf } from "./schema/schema.ts";

/** Request bodies of forms. */

type Seen = Pick<FormState, "body" | "base" | "mode">;

/** The sent body also depends on the fields that a person has touched. */
type SeenTouched = Seen & Pick<FormState, "touched">;

/**
 * The body to send. A replacing write sends the received document without response-only fields, with the edits; a merging one only the changed
 * top-level fields; a new thing the fields that were set. Masks are never sent: the identity in their item keeps the stored secret.
 */
export function bodyOf(plan: FormPlan, state: SeenTouched): BodyObject {
  const body = lessIdentities(plan, withoutMasks(plan, state.body));
  return state.mode === "merge"
    ? changedOf(plan, state, body)
    : lessUntouched(plan, state, withAlways(plan, state, body));
}

/** The body without untouched fields of `onlyTouched`: the value stored at the destination may differ by now. */
const lessUntouched = (plan: FormPlan, { body, touched }: SeenTouched, sent: BodyObject): BodyObject =>
  (plan.onlyTouched ?? [])
    .filter((name) => body[name] !== undefined && !touched.has(name))
    .reduce((less, name) => withValue(less, [name], undefined), sent);

/** The body without item identities that only the service sets. */
function lessIdentities(plan: FormPlan, body: BodyObject): BodyObject {
  return (plan.lists ?? [])
    .filter(({ isIdentityOfService }) => isIdentityOfService)
    .flatMap(({ path, identity }) => pathsOf(body, `${path}[].${identity}`))
    .reduce((less, path) => withValue(less, path, undefined), body);
}

/** The body without masks of stored secrets. */
export function withoutMasks(plan: FormPlan, body: BodyObject): BodyObject {
  // Last first, because removing a mask from an unknown list moves what follows.
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

/** Value of a field that is always sent: false for an unset toggle, as the service assumes, otherwise empty. */
function alwaysValue(plan: FormPlan, state: Seen, name: string): BodyValue | undefined {
  const value = state.body[name];
  if (value !== undefined) return value;
  const schema = shapeOfPlan(plan).shape[name];
  if (schema === undefined) return undefined;
  return kindOf(schema) === "toggle" ? false : emptyValue(schema);
}

/** Top-level fields that a merging write changes. */
export function changedNames(plan: FormPlan, state: Seen): readonly string[] {
  const stored = state.base === null ? {} : withoutReadOnly(plan, state.base);
  return Object.keys(shapeOfPlan(plan).shape).filter((name) => {
    const before = ownValue(stored, name);
    const now = ownValue(state.body, name);
    return now === undefined ? !isUnset(before) : !sameJson(before, now);
  });
}

/** Top-level fields that the contract does not know and that were added or changed in an editor. */
export function addedNames(plan: FormPlan, state: Seen): readonly string[] {
  const stored = state.base === null ? {} : withoutReadOnly(plan, state.base);
  const { shape } = shapeOfPlan(plan);
  return Object.entries(state.body).flatMap(([name, value]) =>
    Object.hasOwn(shape, name) || (Object.hasOwn(stored, name) && sameJson(value, stored[name])) ? [] : [name],
  );
}

/** Top-level fields that a merging write sends: changed ones, and those that must accompany them. */
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

/** True when a merging write cannot clear an emptied field: fields that are not sent stay unchanged. */
export function cannotEmpty(plan: FormPlan, state: Seen, name: string): boolean {
  const schema = shapeOfPlan(plan).shape[name];
  return schema !== undefined && isUnset(state.body[name]) && emptyValue(schema) === undefined;
}
