import type { Review } from "../../forms/review/review.ts";
import { type App, changeLayer, layerNow } from "../app.ts";
import type { ReviewLayer } from "../workspace.ts";
import { readReview } from "./open.ts";

/**
 * An old review is rebuilt before it is sent: its facts may have changed, and the typed confirmation answered the old ones (`domain.md` 1.6: facts
 * freshly fetched).
 */

/** Largest age of a review when it is sent (ms). */
const FRESH_FOR = 30_000;

export const isOldReview = ({ host }: App, { review }: ReviewLayer): boolean =>
  host.now() - (review?.asOf ?? 0) > FRESH_FOR;

/** Durations in a text change with time alone, so they are ignored. */
const SPAN = /\b\d+(?:\.\d+)? ?(?:s|m|min|h|d|seconds?|minutes?|hours?|days?)\b/gu;

const withoutSpans = (text: string): string => text.replaceAll(SPAN, "");

/** Content that the person answered to: the request, the text to type, warnings, labels and marks of the facts, changes. */
const judgementOf = ({ request, risk, confirm, typeToConfirm, warnings, facts, changes, problems, nothing }: Review) =>
  JSON.stringify([
    request.text,
    risk,
    confirm,
    typeToConfirm ?? null,
    warnings.map(withoutSpans).sort(),
    facts.map(({ label, mark }) => [label, mark?.tone ?? null]),
    changes,
    problems.length,
    nothing,
  ]);

/**
 * Reads the data of an old review again.
 *
 * @returns the new review with the given answers; null if its content changed, in which case the new one is on screen, or if it was closed
 */
export async function rereadIfOld(app: App, layer: ReviewLayer): Promise<ReviewLayer | null> {
  await readReview(app);
  const again = layerNow(app, "review");
  if (again === undefined || again.source !== layer.source || again.stage !== "ready") return null;
  if (layer.review === null || again.review === null) return null;
  if (judgementOf(layer.review) !== judgementOf(again.review)) {
    app.store.notices.say(
      "warning",
      "Not sent: read again, and what is above has changed. Check it and confirm again.",
    );
    return null;
  }
  const { typed, yes, top, whole, caret } = layer;
  const answered: ReviewLayer = { ...again, typed, yes, top, whole, ...(caret === undefined ? {} : { caret }) };
  changeLayer(app, "review", (now) => (now === again ? answered : now));
  return answered;
}
