import type { App } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import type { ReviewLayer } from "../workspace.ts";
import { conflictLines, decisionLines, type LineInput, type ReviewLines, wholeRequest } from "./lines.ts";
import { noProjectLines, projectNames } from "./projects.ts";

/** Lines of a review at its current stage. */

/** Target of a write in a production profile, in words; null for other profiles. */
function productionNotice(app: App, { source }: ReviewLayer): string | null {
  const { environment, profile } = app.store.getState().session;
  if (environment !== "production") return null;
  const names = projectNames(app, source);
  return names === null ? `profile ${profile}` : `profile ${profile}, project ${names}`;
}

const targetsOf = ({ source }: ReviewLayer): readonly string[] =>
  (source.kind === "write" ? source.plan.targets : source.setup.targets).map(({ name }) => name);

/** Lines of a review, and the index of the focused line, if there is one. */
export function reviewLines(
  app: App,
  layer: ReviewLayer,
  room: Pick<LineInput, "width" | "height" | "symbols">,
): { readonly lines: ReviewLines; readonly focus: number | null } {
  const production = productionNotice(app, layer);
  const input = {
    ...room,
    key: keyOf(app),
    production,
    project: noProjectLines(app, layer.source),
    targets: targetsOf(layer),
  };
  if (layer.stage === "conflict") return conflictLines(layer, input);
  return { lines: layer.whole ? wholeRequest(layer, input) : decisionLines(layer, input), focus: null };
}
