import type { FormEnv, FormPlan, FormState } from "./types.ts";

/**
 * What a form will do, in one sentence. A text that is no value of its field is not in the body, and a sentence about the body alone would
 * tell of the field as if it were empty.
 */
export function sentenceOf(
  plan: FormPlan,
  state: FormState,
  { env, names }: { readonly env: FormEnv; readonly names: (id: string) => string | undefined },
): string {
  const isUnread = Object.values(state.texts).some(({ text, error }) => error !== null && text.trim() !== "");
  return isUnread
    ? "What this does is said here once every field has a valid value."
    : plan.sentence({ ...state, env, names });
}
