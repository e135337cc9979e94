import {
  type Before,
  NO_PREFLIGHT,
  type Preflight,
  type ReviewSources,
  type Target,
} from "../../areas/model/effect.ts";
import { type BodyObject, sameJson } from "../../contract/json/json.ts";
import { operations } from "../../contract/operations.ts";
import { openForm } from "../../forms/open.ts";
import { valuesOf } from "../../forms/plans.ts";
import { refusedFields } from "../../forms/refusal.ts";
import { higherRisk, reviewOf } from "../../forms/review/review.ts";
import type { App } from "../app.ts";
import { envOf } from "../form/env.ts";

/** Risk, warnings and problems of an undo: taken from the action that sends the same request, with the same plan and checks. */

/** Body that restores a thing. */
type PutBack = { readonly target: Target; readonly back: BodyObject };

/** Targets that are restored with the same body. */
type Part = {
  readonly targets: readonly Target[];
  readonly body: BodyObject;
  readonly action: ReturnType<Before["action"]>;
};

/** Combined result of the actions for an undo; `sentence` and `confirm` are those of the action with the highest risk. */
type Judgement = Required<Pick<Preflight, "warnings" | "facts" | "problems" | "risk">> & {
  readonly sentence: string;
  readonly confirm: string | null;
};

const partsOf = (before: Before, items: readonly PutBack[]): readonly Part[] =>
  items
    .map(({ back }) => back)
    .filter((body, index, all) => all.findIndex((other) => sameJson(other, body)) === index)
    .map((body) => {
      const targets = items.filter(({ back }) => sameJson(back, body)).map(({ target }) => target);
      return { targets, body, action: before.action(targets, body) };
    });

const preflightOf = ({ action, body }: Part, sources: ReviewSources): Promise<Preflight> =>
  action.kind === "write"
    ? action.plan.preflight(sources)
    : action.setup.preflight(sources, valuesOf(action.setup.plan, body));

function judgedBy(app: App, { action, body }: Part, found: Preflight): Judgement {
  const { warnings, facts, problems = [], risk = "none" } = found;
  if (action.kind === "write") {
    const { plan } = action;
    return {
      ...{ warnings, facts, problems, sentence: plan.sentence, confirm: found.confirm ?? plan.confirmName },
      risk: higherRisk(higherRisk(operations[plan.operation].risk, plan.risk), risk),
    };
  }
  const plan = found.plan ?? action.setup.plan;
  const { method } = plan.operation;
  const state = openForm(plan, { mode: "create", initial: body });
  const review = reviewOf(plan, state, { asOf: null, request: { method, path: "" }, env: envOf(app) });
  return {
    warnings: [...warnings, ...review.warnings],
    facts,
    problems: [...problems, ...refusedFields(review.problems)],
    risk: higherRisk(review.risk, risk),
    sentence: review.sentence,
    confirm: found.confirm ?? review.confirm,
  };
}

function together(parts: readonly Part[], judgements: readonly Judgement[]): Judgement {
  const gravest = judgements.reduce((one, other) => (higherRisk(one.risk, other.risk) === one.risk ? one : other));
  const saidOf = (index: number, words: string): string =>
    parts.length === 1 ? words : `${parts[index]?.targets.map(({ name }) => name).join(", ")}: ${words}`;
  return {
    ...gravest,
    warnings: judgements.flatMap(({ warnings }, index) => warnings.map((words) => saidOf(index, words))),
    facts: judgements.flatMap(({ facts }) => facts),
    problems: judgements.flatMap(({ problems }, index) =>
      problems.map(({ field, message }) => ({ field, message: saidOf(index, message) })),
    ),
  };
}

/**
 * Judges the restoring of things.
 *
 * @param items at least one
 * @returns the judgement without preflight, and a function that runs the preflights
 */
export function judgementOf(app: App, before: Before, items: readonly PutBack[]) {
  const parts = partsOf(before, items);
  const judged = (found: readonly Preflight[]): Judgement =>
    together(
      parts,
      parts.map((part, index) => judgedBy(app, part, found[index] ?? NO_PREFLIGHT)),
    );
  return {
    known: judged([]),
    ask: async (sources: ReviewSources): Promise<Judgement> =>
      judged(await Promise.all(parts.map((part) => preflightOf(part, sources)))),
  };
}
