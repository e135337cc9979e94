import { type BodyObject, type BodyValue, isBodyObject, type Path, sameJson } from "../contract/json/json.ts";
import { present } from "../text/present.ts";
import { fieldAt, labelAt, shownAt } from "./fields.ts";
import type { FormPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { baseValueOf, isKeyWithin, keyOf, pathOf, withItemTags } from "./keys.ts";
import { bodyAt, pathsOf, withValue } from "./paths.ts";
import { contextAt, isUnset } from "./plans.ts";
import { isGroup, isRequired, withRequiredLists } from "./schema/schema.ts";

/** Fields changed besides the edited one, for the notice: their labels, each with the reason. */
type Said = { readonly cleared: string[]; readonly kept: string[] };

/**
 * Updates the fields that depend on an edit: fields that no longer apply are cleared (and parked, in case they apply again), stored values without a
 * row that an editor changed are restored, fields that begin to apply get their initial value, and replaced lists get tags.
 */
export function withDependentFields(plan: FormPlan, before: FormState, after: FormState): FormState {
  let state = retagged(plan, after);
  const said: Said = { cleared: [], kept: [] };
  // Clearing a field may hide another one; the limit stops plans with circular conditions.
  for (let round = 0; round < 5; round += 1) {
    const next = conditioned(plan, before, state, said);
    if (next === state) break;
    state = retagged(plan, next);
  }
  const notices = present(
    state.notice,
    said.cleared.length > 0 && `Cleared: ${said.cleared.join("; ")}`,
    said.kept.length > 0 && `Kept as stored: ${said.kept.join("; ")}`,
  );
  return notices.length === 0 ? state : { ...state, notice: notices.join(". ") };
}

const retagged = (plan: FormPlan, state: FormState): FormState => ({
  ...state,
  ...withItemTags(plan, state.body, state, () => null),
});

function conditioned(plan: FormPlan, before: FormState, after: FormState, said: Said): FormState {
  let state = after;
  // Parked values come back first: another field's initial value may prevent that (a time and a log position).
  for (const firstValue of [parkedAt, storedAt, initialAt]) {
    for (const field of plan.fields) {
      if (field.when === undefined) continue;
      for (const path of pathsOf(state.body, field.path)) {
        const key = keyOf(state, path);
        const now = shownAt(plan, state, path);
        if (now.shown) state = beginning(plan, before, state, path, key, firstValue);
        else state = ending(plan, before, state, path, key, now.because ?? null, said);
      }
    }
  }
  return state;
}

/** Value of a field when it stopped to apply. */
export const parkedAt = (_plan: FormPlan, state: FormState, path: Path): BodyValue | undefined =>
  state.parked[keyOf(state, path)] ?? undefined;

/** Received value of a field: restored when no parked value exists (drafts and edited texts keep none). */
function storedAt(_plan: FormPlan, state: FormState, path: Path): BodyValue | undefined {
  const value = baseValueOf(state, path);
  return isUnset(value) ? undefined : value;
}

const initialAt = (plan: FormPlan, state: FormState, path: Path): BodyValue | undefined =>
  fieldAt(plan, state, path)?.plan?.initial?.(contextAt(plan, state, path));

/** True when a field was shown before the edit; false when its parent did not exist. */
function wasShown(plan: FormPlan, before: FormState, key: string): boolean {
  const path = pathOf(before, key);
  return path !== null && fieldAt(plan, before, path) !== null && shownAt(plan, before, path).shown;
}

function valueBefore(before: FormState, key: string): BodyValue | undefined {
  const path = pathOf(before, key);
  return path === null ? undefined : bodyAt(before.body, path);
}

function ending(
  plan: FormPlan,
  before: FormState,
  state: FormState,
  path: Path,
  key: string,
  because: string | null,
  said: Said,
): FormState {
  const value = bodyAt(state.body, path);
  const stored = wasShown(plan, before, key) ? undefined : valueBefore(before, key);
  if (sameJson(value, stored)) return state;
  const name = `${labelAt(plan, state, path)}${because === null ? "" : ` (${because})`}`;
  // A value present while the field did not apply was received like that, and is sent back unchanged: no row shows it
  // for correction.
  if (stored !== undefined && fieldAt(plan, state, path) !== null) {
    said.kept.push(name);
    return { ...state, body: withValue(state.body, path, stored) };
  }
  if (value === undefined) return state;
  if (!isUnset(value)) said.cleared.push(name);
  const texts = Object.fromEntries(Object.entries(state.texts).filter(([name]) => !isKeyWithin(name, key)));
  return { ...state, body: unsetAt(plan, state, path), texts, parked: { ...state.parked, [key]: value } };
}

function beginning(
  plan: FormPlan,
  before: FormState,
  state: FormState,
  path: Path,
  key: string,
  firstValue: typeof parkedAt,
): FormState {
  if (bodyAt(state.body, path) !== undefined || wasShown(plan, before, key)) return state;
  if (fieldAt(plan, state, path) === null) return state;
  const value = firstValue(plan, state, path);
  if (value === undefined) return state;
  const { [key]: _returned, ...parked } = state.parked;
  return { ...state, body: withValue(state.body, path, value), parked };
}

type Seen = Pick<FormState, "body" | "base" | "mode" | "items">;

/** The body without a field, and without optional groups that contain nothing entered then. */
export const unsetAt = (plan: FormPlan, state: Seen, path: Path): BodyObject =>
  withoutBareGroups(plan, state, withValue(state.body, path, undefined), path.slice(0, -1));

/** The body without an optional group that contains only its required lists, unless it was stored like that. */
export function withoutBareGroups(plan: FormPlan, state: Seen, body: BodyObject, above: Path): BodyObject {
  const group = bodyAt(body, above);
  if (above.length === 0 || typeof above.at(-1) === "number" || !isBodyObject(group)) return body;
  const field = fieldAt(plan, { ...state, body }, above);
  if (field === null || !isGroup(field.schema) || isRequired(field.schema)) return body;
  const isEmpty = Object.keys(group).length === 0;
  const begins = baseValueOf(state, above) === undefined && sameJson(group, withRequiredLists(field.schema, {}));
  return isEmpty || begins ? unsetAt(plan, { ...state, body }, above) : body;
}
