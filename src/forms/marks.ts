import { isKeyWithin } from "./keys.ts";
import type { FormState } from "./types.ts";

/** What a state remembers about fields besides their values. */

/** A record less what is kept at or below a key. */
export const lessWithin = <Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !isKeyWithin(name, key)));

/** A state with the marks that every edit of a field leaves: touched, no longer refused, nothing left to announce. */
export const afterEdit = (state: FormState, key: string): FormState => ({
  ...state,
  touched: new Set([...state.touched, key]),
  refused: state.refused.filter((refused) => !isKeyWithin(refused.key, key) && !isKeyWithin(key, refused.key)),
  notice: null,
  focus: null,
});
