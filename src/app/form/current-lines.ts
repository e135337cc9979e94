import { valuesOf } from "../../forms/plans.ts";
import { serverNow } from "../../state/session/session.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { App } from "../app.ts";
import { instead } from "../guard.ts";
import type { FormLayer } from "../workspace.ts";
import { envOf } from "./env.ts";
import { removedValueLines } from "./removed-values.ts";

/** Lines below an open form from data of its project that is read while it is open. */
export const currentLines = (app: App, layer: FormLayer, state: ConsoleState): readonly string[] => [
  ...removedValueLines(layer, state, envOf(app)),
  ...linesOfPlan(app, layer, state),
];

function linesOfPlan(
  { selectors, host, guard }: App,
  { setup: { plan, targets, currentLines: linesOf }, state: { body } }: Pick<FormLayer, "setup" | "state">,
  state: ConsoleState,
): readonly string[] {
  if (linesOf === undefined) return [];
  const context = selectors.present(state, targets[0]?.params["groupId"] ?? null, serverNow(state, host.now()));
  return context === null ? [] : guard(plan.operation.id, () => linesOf(valuesOf(plan, body), context), instead([]));
}
