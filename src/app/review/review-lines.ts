import type { App } from "../app.ts";
import type { ReviewLayer } from "../workspace.ts";
import { conflictLines, decisionLines, type LineInput, type ReviewLines, wholeRequest } from "./lines.ts";
import { noProjectLines, projectNames } from "./projects.ts";

/** What a review shows at its stage. */

/** Where a write to a production profile lands, in words. */
function productionNotice(app: App, { source }: ReviewLayer): string | null {
  const { environment, profile } = app.store.getState().session;
  if (environment !== "production") return null;
  const names = projectNames(app, source);
  return names === null ? `profile ${profile}` : `profile ${profile}, project ${names}`;
}

const targetsOf = ({ source }: ReviewLayer): readonly string[] =>
  (source.kind === "write" ? source.plan.targets : source.setup.targets).map(({ name }) => name);

/** The lines of a review, and the one that has the keys where one has. */
export function reviewLines(
  app: App,
  layer: ReviewLayer,
  room: Pick<LineInput, "width" | "height" | "symbols">,
): { readonly lines: ReviewLines; readonly focus: number | null } {
  const production = productionNotice(app, layer);
  const input = { ...room, production, project: noProjectLines(app, layer.source), targets: targetsOf(layer) };
  if (layer.stage === "conflict") return conflictLines(layer, input);
  return { lines: layer.whole ? wholeRequest(layer, input) : decisionLines(layer, input), focus: null };
}
