import { type BodyValue, isBodyObject, sameJson } from "../contract/json/json.ts";
import { fieldAt } from "./fields.ts";
import type { FormPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { baseValueOf, keyOf } from "./keys.ts";
import { itemLabel, pathLabel } from "./labels.ts";
import { isCovered, storedSecretsOf } from "./masks.ts";
import { bodyAt, pathsOf, withValue } from "./paths.ts";
import { isUnset } from "./plans.ts";

/**
 * Adjusts a form whose body was replaced as a whole to the service's rules: an item keeps the identity of the received item it came from, and the
 * secret stored with it. Other items are new: they are sent without an identity (`domain.md` 12.3), and their secrets must be entered again
 * (`domain.md` 3.3).
 */
export function withNewItems(plan: FormPlan, state: FormState): FormState {
  if (state.base === null) return state;
  let { body } = state;
  const lost = new Set(state.lost);
  for (const { path, isKnown } of storedSecretsOf(plan, body)) {
    if (!isKnown) continue;
    const stored = baseValueOf(state, path);
    body = withValue(body, path, isMasked(stored) ? stored : undefined);
    if (!isMasked(stored)) lost.add(keyOf(state, path));
  }
  for (const { path: list, identity } of plan.lists ?? []) {
    if (identity === undefined) continue;
    for (const path of pathsOf(body, `${list}[].${identity}`)) {
      // A removed identity stays removed: another kind makes it another item.
      const now = bodyAt(body, path);
      const stored = baseValueOf(state, path);
      if (now !== undefined && !sameJson(now, stored)) body = withValue(body, path, stored);
    }
  }
  return withKeptSecrets(plan, { ...state, body, lost });
}

/**
 * An item sent with its identity keeps its stored secrets, even ones that were removed from the form: no request can delete them (`domain.md` 3.3).
 * They are put back, and the notice says so.
 */
function withKeptSecrets(plan: FormPlan, state: FormState): FormState {
  let { body } = state;
  const kept: string[] = [];
  for (const { path: list, identity } of plan.lists ?? []) {
    for (const item of identity === undefined ? [] : pathsOf(body, `${list}[]`)) {
      const stored = baseValueOf(state, item);
      if (!isBodyObject(stored) || identity === undefined) continue;
      if (isUnset(stored[identity]) || !sameJson(bodyAt(body, [...item, identity]), stored[identity])) continue;
      for (const [name, value] of Object.entries(stored)) {
        const path = [...item, name];
        if (!isMasked(value) || bodyAt(body, path) !== undefined || state.lost.has(keyOf(state, path))) continue;
        // Another kind of item has other secrets.
        if (fieldAt(plan, { ...state, body }, path)?.kind !== "secret") continue;
        body = withValue(body, path, value);
        kept.push(
          `${pathLabel(plan, state, path)} (cannot be removed: delete ${itemLabel(plan, state, item)} and add a new one)`,
        );
      }
    }
  }
  return kept.length === 0 ? state : { ...state, body, notice: `Kept as stored: ${kept.join("; ")}` };
}

const isMasked = (value: BodyValue | undefined): boolean => typeof value === "string" && isCovered(value);
