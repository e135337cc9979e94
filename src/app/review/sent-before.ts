import type { Target } from "../../areas/effect.ts";
import { formatUnknownWrite, unknownWritesTo } from "../../areas/unknown-writes.ts";
import type { OperationId } from "../../contract/operations.ts";
import { isSameWrite } from "../../state/unknown-writes.ts";
import type { App } from "../app.ts";
import { envOf } from "../form/env.ts";

/** What was sent to the same things before and never answered: it may have happened, and would be done twice (`domain.md` 1.6). */
export function sentBefore(app: App, operation: OperationId, targets: readonly Target[]): readonly string[] {
  const state = app.store.getState();
  return targets.flatMap(({ params }) => {
    const project = params["groupId"] ?? "";
    const context = app.selectors.present(state, project, envOf(app).now);
    const before = context === null ? [] : unknownWritesTo(context, { project, id: project });
    const last = before.findLast((write) => isSameWrite(write, { operation, params }));
    if (context === null || last === undefined) return [];
    return [`${formatUnknownWrite(last, context)}. Check the current state before you send it again.`];
  });
}
