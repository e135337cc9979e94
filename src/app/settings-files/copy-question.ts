import type { KeyOf } from "../keys/key-of.ts";
import { answerKeys, missingFor, type Question, questionFor } from "../review/answer.ts";
import type { CopyingLayer } from "../workspace.ts";

/** Confirmation before settings are copied, by the highest risk of their changes. */

/** Null while there is nothing to decide. */
export function questionOfCopy({ stage, copy, here }: CopyingLayer): Question | null {
  if (stage !== "ready" || copy === null || copy.prepared.length === 0 || copy.problems.length > 0) return null;
  return questionFor(copy.risk, here.name);
}

/** True when letters are typed into it: the name of the project. */
export const takesProjectName = (layer: CopyingLayer): boolean => questionOfCopy(layer)?.kind === "name";

/** Reason why Enter does not send yet, or null. */
export const missingCopyAnswer = (layer: CopyingLayer, key: KeyOf): string | null =>
  missingFor(questionOfCopy(layer), layer, answerKeys(key, "copying"));
