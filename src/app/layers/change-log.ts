import type { Page } from "../../areas/model/effect.ts";
import { operationIdOf } from "../../contract/operations.ts";
import type { Activity } from "../../state/activity.ts";
import { textsOf } from "../../state/journal/noted-request.ts";
import { formatClock, formatIsoDay, zoneName } from "../../text/format.ts";
import type { App } from "../app.ts";
import { markdownPage } from "./page.ts";

/** The session's calls as commands: a single one to copy, or all writes in order as a change log to save. */

/** A call as a curl command, with variables in place of secrets. */
export function curlOfCall(app: App, { operation, args }: Activity): string {
  return app.host.curl({
    operation: operationIdOf(operation),
    params: textsOf(args.params),
    query: textsOf(args.query),
    body: args.body ?? null,
  });
}

const isWrite = ({ method }: Activity): boolean => method !== "GET";

/** Result of a call, in words. */
function formatOutcome({ outcome, status, errorCode, words }: Activity): string {
  const code = status === null ? outcome : `${status}`;
  const why = [errorCode, words].filter((part) => part !== null).join(": ");
  return why === "" ? code : `${code}, ${why}`;
}

/** The writes of this session as Markdown, oldest first. */
function changeLogText(app: App): string {
  const { activity, session } = app.store.getState();
  const writes = activity.calls.filter(isWrite);
  const [first] = writes;
  const { zone } = session;
  const day = first === undefined ? "" : `, ${formatIsoDay(first.at, zone)}`;
  const steps = writes.map((call, index) =>
    [
      `## ${index + 1}. ${call.title}`,
      "",
      `${formatClock(call.at, zone)} ${zoneName(zone)}, \`${call.method} ${call.path}\`: ${formatOutcome(call)}`,
      "",
      "```sh",
      curlOfCall(app, call),
      "```",
      "",
    ].join("\n"),
  );
  return [
    `# Changes in ${session.groupName ?? session.groupId ?? "the project"}${day}`,
    "",
    `Profile ${session.profile}. Secrets are replaced by variables: set them before you run a command.`,
    "",
    ...(steps.length === 0 ? ["No changes in this session.", ""] : steps),
  ].join("\n");
}

/** The change log as a page to read, copy and save. */
export const changeLogPage = (app: App): Page =>
  markdownPage(app, "Change log of this session", "Change log", changeLogText(app));

/** The calls of this session to choose from, newest first. */
export const callSuggestions = (app: App) => {
  const { activity, session } = app.store.getState();
  return activity.calls.toReversed().map((call) => ({
    value: String(call.id),
    label: call.operation,
    note: `${formatClock(call.at, session.zone)} ${call.method} ${formatOutcome(call)}`,
  }));
};
