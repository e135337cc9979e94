import { labelOfOperation } from "../../areas/builders/lookup.ts";
import type { Ask } from "../../areas/model/context.ts";
import type { Preflight, ReviewSources, Target } from "../../areas/model/effect.ts";
import type { Risk } from "../../contract/operation.ts";
import { higherRisk, printableFact, type Review } from "../../forms/review/review.ts";
import { omissionTexts, omitsThings } from "../../state/answers/omissions.ts";
import { printable } from "../../text/printable.ts";
import type { App } from "../app.ts";
import { errorText } from "../error-text.ts";
import { envOf } from "../form/env.ts";

/** Result of an area's preflight for a review, and its merge into the review. `isWhole` is false if the preflight failed. */

export type FoundPreflight = Preflight & { readonly isWhole: boolean };

/**
 * Sources for a preflight: reads and the current context, in the project of the first target.
 *
 * @throws Error while no project is loaded
 */
export function reviewSources(app: App, [first]: readonly Target[]): ReviewSources {
  const { store, selectors, ask } = app;
  const context = selectors.present(store.getState(), first?.params["groupId"] ?? null, envOf(app).now);
  if (context === null) throw new Error("No project is loaded yet.");
  return { ask, context };
}

/**
 * Runs a preflight; a failure becomes a warning. Lists that it read and that are incomplete are named in warnings.
 *
 * @param sourcesOf builds the sources; an error in it is reported like one of the preflight
 */
export async function runPreflight(
  sourcesOf: () => ReviewSources,
  preflight: (review: ReviewSources) => Promise<Preflight>,
): Promise<FoundPreflight> {
  const lacking = new Set<string>();
  try {
    const { ask, context } = sourcesOf();
    const watched: Ask = async (operation, args) => {
      const answer = await ask(operation, args);
      const omitted = answer.omitted ?? null;
      if (omitsThings(omitted)) lacking.add(`${labelOfOperation(operation)}: ${omissionTexts(omitted).join(", ")}`);
      return answer;
    };
    const { warnings, ...others } = await preflight({ ask: watched, context });
    const notes = [...lacking].map((text) => `Not everything could be checked. ${text}.`);
    return { ...others, warnings: [...notes, ...warnings], isWhole: true };
  } catch (error) {
    return { warnings: [`Checks could not be loaded: ${errorText(error)}`], facts: [], isWhole: false };
  }
}

/** Smallest risk of a review: without all of the facts, it requires a yes. */
export const leastRisk = ({ isWhole, risk = "none" }: FoundPreflight): Risk => (isWhole ? risk : "disruptive");

/** The review with the results of its preflight. */
export function withPreflight(review: Review, preflight: FoundPreflight): Review {
  const risk = higherRisk(review.risk, leastRisk(preflight));
  return {
    ...review,
    risk,
    confirm: preflight.confirm ?? review.confirm,
    warnings: [...preflight.warnings.map((warning) => printable(warning)), ...review.warnings],
    facts: preflight.facts.map(printableFact),
  };
}

/** True when a review must not be decided without its facts. */
export const needsFacts = (review: Pick<Review, "risk">): boolean =>
  review.risk === "destructive" || review.risk === "irreversible";
