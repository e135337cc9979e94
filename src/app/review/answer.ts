import type { Risk } from "../../contract/operation.ts";
import type { KeyOf } from "../keys/key-of.ts";
import type { ReviewLayer } from "../workspace.ts";

/** Confirmation that a review requires before it sends a write, by its risk (`design.md`, risk). */

export type Question =
  /** Enter sends. */
  | { readonly kind: "plain" }
  /** `y`, then Enter; by default the answer is no. */
  | { readonly kind: "yes" }
  /** The exact name has to be typed; `because` is set if the reason is another one than that the change cannot be undone. */
  | { readonly kind: "name"; readonly name: string; readonly because: string | null };

/** The confirmation for a risk. @param name the name to type, if one is required */
export function questionFor(risk: Risk, name: string): Question {
  switch (risk) {
    case "none":
    case "reversible":
      return { kind: "plain" };
    case "disruptive":
      return { kind: "yes" };
    case "destructive":
    case "irreversible":
      return { kind: "name", name, because: null };
  }
}

/** The current question of a review; null while there is nothing to decide. */
export function questionOf({ stage, review }: ReviewLayer): Question | null {
  if (stage !== "ready" || review === null || review.nothing || review.problems.length > 0) return null;
  const question = questionFor(review.risk, review.confirm ?? review.title);
  const { typeToConfirm } = review;
  return typeToConfirm == null || question.kind === "name"
    ? question
    : { kind: "name", name: typeToConfirm.text, because: typeToConfirm.because };
}

/** True when letters are typed into the review: the name of what will be lost. */
export const takesName = (layer: ReviewLayer): boolean => questionOf(layer)?.kind === "name";

/** The person's answer so far. */
type Given = Pick<ReviewLayer, "typed" | "yes">;

/** The keys that answer a question and send. */
export type AnswerKeys = { readonly yes: string; readonly no: string; readonly send: string };

export const answerKeys = (key: KeyOf, scope: "review" | "copying"): AnswerKeys => ({
  yes: key(`${scope}.yes`),
  no: key(`${scope}.no`),
  send: key(`${scope}.send`),
});

/** Reason why a question is not answered yet, or null if it is. */
export function missingFor(question: Question | null, { typed, yes }: Given, keys: AnswerKeys): string | null {
  switch (question?.kind) {
    case undefined:
      return "nothing to send";
    case "plain":
      return null;
    case "yes":
      return yes ? null : `press ${keys.yes} to confirm, then ${keys.send}`;
    case "name":
      return typed === question.name ? null : `type ${question.name} exactly to confirm`;
  }
}

/** Reason why the review is not sent yet, or null. */
export const missingAnswer = (layer: ReviewLayer, key: KeyOf): string | null =>
  missingFor(questionOf(layer), layer, answerKeys(key, "review"));
