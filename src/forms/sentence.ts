import { sentenceContextOf } from "./plans.ts";
import type { FormPlan, FormState, SentenceContext } from "./types.ts";

/**
 * What a form will do, in one sentence. A text that is no value of its field is not in the body, and a sentence about the body alone would
 * tell of the field as if it were empty.
 */
export function sentenceOf(plan: FormPlan, state: FormState, known: Pick<SentenceContext, "env" | "names">): string {
  const isUnread = Object.values(state.texts).some(({ text, error }) => error !== null && text.trim() !== "");
  return isUnread
    ? "A summary appears here when every field is valid."
    : plan.sentence(sentenceContextOf(plan, state, known));
}
