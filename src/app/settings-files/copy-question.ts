import { type Question, questionFor } from "../review/answer.ts";
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
export function missingCopyAnswer(layer: CopyingLayer): string | null {
  const question = questionOfCopy(layer);
  switch (question?.kind) {
    case undefined:
      return "nothing to send";
    case "plain":
      return null;
    case "yes":
      return layer.yes ? null : "press y to confirm, then Enter";
    case "name":
      return layer.typed === question.name ? null : `type ${question.name} exactly to confirm`;
  }
}
