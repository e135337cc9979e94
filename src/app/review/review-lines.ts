import { weakMapMemoize } from "reselect";
import type { App } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import type { ReviewLayer } from "../workspace.ts";
import { conflictLines, decisionLines, type LineInput, type ReviewLines, wholeRequest } from "./lines.ts";
import { noProjectLines, projectNames } from "./projects.ts";
import { type Source, targetsOf } from "./source.ts";

/** Lines of a review at its current stage. */

/** Target of a write in a production profile, in words; null for other profiles. */
function productionNotice(app: App, { source }: ReviewLayer): string | null {
  const { environment, profile } = app.store.getState().session;
  if (environment !== "production") return null;
  const names = projectNames(app, source);
  return names === null ? `profile ${profile}` : `profile ${profile}, project ${names}`;
}

const namesOf = weakMapMemoize((source: Source): readonly string[] => targetsOf(source).map(({ name }) => name));

/** Memoized: the answer is typed below what it answers, which may name thousands of targets. */
const decided = weakMapMemoize(
  (
    review: ReviewLayer["review"],
    source: ReviewLayer["source"],
    symbols: LineInput["symbols"],
    width: number,
    height: number,
    production: string | null,
    project: string | null,
  ): ReviewLines =>
    decisionLines({ review, source }, { symbols, width, height, production, project, targets: namesOf(source) }),
);

/** Lines of a review, and the index of the focused line, if there is one. */
export function reviewLines(
  app: App,
  layer: ReviewLayer,
  room: Pick<LineInput, "width" | "height" | "symbols">,
): { readonly lines: ReviewLines; readonly focus: number | null } {
  const { review, source } = layer;
  const production = productionNotice(app, layer);
  const project = noProjectLines(app, source);
  const input = { ...room, production, project, targets: namesOf(source) };
  if (layer.stage === "conflict") return conflictLines(layer, { ...input, key: keyOf(app) });
  const { symbols, width, height } = room;
  const lines = layer.whole
    ? wholeRequest(layer, input)
    : decided(review, source, symbols, width, height, production, project);
  return { lines, focus: null };
}
