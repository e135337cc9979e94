import type { Review } from "../../forms/types.ts";
import { type App, changeLayer } from "../app.ts";
import { layerOf, type ReviewLayer } from "../workspace.ts";
import { readReview } from "./open.ts";

/**
 * A review that stood for a while is made again before it is sent: what it rests upon may be others by then, and what was typed to confirm
 * it was an answer to what it said (`domain.md` 1.6: facts freshly fetched).
 */

/** What a review says may be this old (ms) when it is sent. */
const FRESH_FOR = 30_000;

export const isOldReview = ({ host }: App, { review }: ReviewLayer): boolean =>
  host.now() - (review?.asOf ?? 0) > FRESH_FOR;

/** Spans in a text move with the time alone. */
const SPAN = /\b\d+(?:\.\d+)? ?(?:s|m|min|h|d|seconds?|minutes?|hours?|days?)\b/gu;

const withoutSpans = (text: string): string => text.replaceAll(SPAN, "");

/** What somebody answered to: what is sent, what has to be typed, each warning, and what speaks against it. */
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
 * Reads again what an old review is made of.
 *
 * @returns the review as it is now, with the answers that it was given; null where it says something else, which is on screen then, or was left
 */
export async function judgedAgain(app: App, layer: ReviewLayer): Promise<ReviewLayer | null> {
  await readReview(app);
  const again = layerOf(app.store.getState(), "review");
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
