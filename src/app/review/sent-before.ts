import { formatUnknownWrite, unknownWritesTo } from "../../areas/builders/unknown-writes.ts";
import { operations } from "../../contract/operations.ts";
import { withoutSecrets } from "../../state/journal/noted-request.ts";
import type { Write } from "../../state/writes/send.ts";
import { maySameBeSent } from "../../state/writes/unknown-writes.ts";
import type { App } from "../app.ts";
import { envOf } from "../form/env.ts";

/** Warnings for writes that were sent before without an answer: each may have succeeded, and would be done twice (`domain.md` 1.6). */
export function sentBefore(app: App, writes: readonly Write[]): readonly string[] {
  const state = app.store.getState();
  return writes.flatMap(({ operation, params, body }) => {
    const project = params["groupId"] ?? "";
    const context = app.selectors.present(state, project, envOf(app).now);
    const before = context === null ? [] : unknownWritesTo(context, { project, id: project });
    const sent = { operation, params, body: withoutSecrets(operations[operation], body) };
    const last = before.findLast((write) => maySameBeSent(write, sent));
    if (context === null || last === undefined) return [];
    return [`${formatUnknownWrite(last, context)}. Check the current state before you send it again.`];
  });
}
