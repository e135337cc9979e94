import type { App, Binding } from "../app.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import type { ScopeId } from "../keys/scopes.ts";
import type { Question } from "./answer.ts";

/** Keys that answer the question of a review and send it. */

type Answering = {
  readonly scope: ScopeId;
  /** The current question; null while there is nothing to decide. */
  readonly question: (app: App) => Question | null;
  readonly answer: (app: App, yes: boolean) => void;
  /** Reason why Enter does not send yet, or null. */
  readonly missing: (app: App) => string | null;
  readonly send: (app: App) => void;
};

export function answerBindings({ scope, question, answer, missing, send }: Answering): readonly Binding[] {
  const asksForYes = (app: App): boolean => question(app)?.kind === "yes";
  return bindingsIn(scope, [
    {
      id: `${scope}.yes`,
      keys: ["y"],
      title: "Yes",
      hint: "yes",
      when: asksForYes,
      run: (app) => answer(app, true),
    },
    {
      id: `${scope}.no`,
      keys: ["n"],
      title: "No",
      hint: "no",
      when: asksForYes,
      run: (app) => answer(app, false),
    },
    {
      id: `${scope}.send`,
      keys: ["enter"],
      confirms: true,
      title: "Confirm and run",
      hint: "run",
      when: (app) => question(app) !== null,
      disabledReason: missing,
      run: send,
    },
  ]);
}
