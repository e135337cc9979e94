import type { App } from "../app.ts";
import type { ReviewLayer } from "../workspace.ts";
import { conflictLines, decisionLines, type LineInput, type ReviewLines, wholeRequest } from "./lines.ts";

/** What a review shows at its stage. */

/** Where a write to a production profile lands, in words. */
function productionWords(app: App): string | null {
  const { environment, profile, groupName } = app.store.getState().session;
  if (environment !== "production") return null;
  return groupName === null ? `profile ${profile}` : `profile ${profile}, project ${groupName}`;
}

const targetsOf = ({ source }: ReviewLayer): readonly string[] =>
  (source.kind === "write" ? source.plan.targets : source.setup.targets).map(({ name }) => name);

/** The lines of a review, and the one that has the keys where one has. */
export function reviewLines(
  app: App,
  layer: ReviewLayer,
  room: Pick<LineInput, "width" | "height" | "symbols">,
): { readonly lines: ReviewLines; readonly focus: number | null } {
  const input = { ...room, production: productionWords(app), targets: targetsOf(layer) };
  if (layer.stage === "conflict") return conflictLines(layer, input);
  return { lines: layer.whole ? wholeRequest(layer, input) : decisionLines(layer, input), focus: null };
}
