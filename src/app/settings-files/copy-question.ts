import { missingFor, type Question, questionFor } from "../review/answer.ts";
import type { CopyingLayer } from "../workspace.ts";

/** What a person is asked for before settings are copied: what the gravest of their changes asks for. */

/** Null while there is nothing to decide. */
export function questionOfCopy({ stage, copy, here }: CopyingLayer): Question | null {
  if (stage !== "ready" || copy === null || copy.prepared.length === 0 || copy.problems.length > 0) return null;
  return questionFor(copy.risk, here.name);
}

/** Whether letters are typed into it: the name of the project. */
export const takesProjectName = (layer: CopyingLayer): boolean => questionOfCopy(layer)?.kind === "name";

/** Why Enter does not send it yet, or null when it does. */
export const missingCopyAnswer = (layer: CopyingLayer): string | null => missingFor(questionOfCopy(layer), layer);
