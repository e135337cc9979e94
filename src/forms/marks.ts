import type { FormState } from "./form-state.ts";
import { isKeyWithin } from "./keys.ts";

/** Form state about fields other than their values. */

/** The record without entries at or below a key. */
export const withoutEntriesBelow = <Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !isKeyWithin(name, key)));

/** The state after any edit of a field: touched, no longer refused, notice and focus reset. */
export const afterEdit = (state: FormState, key: string): FormState => ({
  ...state,
  touched: new Set([...state.touched, key]),
  refused: state.refused.filter((refused) => !isKeyWithin(refused.key, key) && !isKeyWithin(key, refused.key)),
  notice: null,
  focus: null,
});
