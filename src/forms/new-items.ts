import { type BodyValue, sameJson } from "../contract/json.ts";
import { baseValueOf, keyOf } from "./keys.ts";
import { isCovered, storedSecretsOf } from "./masks.ts";
import { bodyAt, pathsOf, withValue } from "./paths.ts";
import type { FormPlan, FormState } from "./types.ts";

/**
 * A form whose body was put together as a whole, with what the service can take of it: an item has the identity of the received one
 * that it came from, and keeps the secret that is stored with that one. What came from none is a new item: it goes without an
 * identity (`domain.md` 12.3), and its secret has to be entered again (`domain.md` 3.3).
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
      // One that the form has taken away stays away: another kind of item is another item.
      const now = bodyAt(body, path);
      const stored = baseValueOf(state, path);
      if (now !== undefined && !sameJson(now, stored)) body = withValue(body, path, stored);
    }
  }
  return { ...state, body, lost };
}

const isMasked = (value: BodyValue | undefined): boolean => typeof value === "string" && isCovered(value);
