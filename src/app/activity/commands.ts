import { curlTo, runCommandOf } from "../../client/curl.ts";
import type { OperationArgs } from "../../client/request.ts";
import { isJsonObject } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { isOperationId, operations } from "../../contract/operations.ts";
import type { JournalEntry } from "../../state/journal/journal-file.ts";

/** Converts a write of the journal back to a command, with variables in place of secrets. */

/** A command, or a sentence that says why there is none. */
export type WrittenCommand = { readonly text: string } | { readonly missing: string };

/** Profiles that are not saved: `sextant run` uses them when no profile is named. */
const NOT_SAVED: readonly string[] = ["embedded", "environment"];

/** The call of a write, or the reason why it cannot be repeated. */
function callOf({
  operation,
  request,
  body,
  bodyBytes,
}: JournalEntry): { readonly operation: Operation; readonly args: OperationArgs } | { readonly missing: string } {
  if (bodyBytes !== null) return { missing: "The body was too large to be kept." };
  if (request === null) return { missing: "An older Sextant noted this, without its parameters." };
  if (!isOperationId(operation)) return { missing: `This Sextant does not know the operation ${operation}.` };
  const args = { ...request, ...(isJsonObject(body) ? { body } : {}) };
  return { operation: operations[operation], args };
}

/** The write as a `sextant run` command. */
export function runCommand(entry: JournalEntry): WrittenCommand {
  const call = callOf(entry);
  if ("missing" in call) return call;
  const profile = NOT_SAVED.includes(entry.profile) ? null : entry.profile;
  return { text: runCommandOf(profile, call.operation, call.args) };
}

/** The write as a curl command to the service that it was sent to. @param here builds the command for the current service */
export function curlCommand(
  entry: JournalEntry,
  profile: string,
  here: (operation: Operation, args: OperationArgs) => string,
): WrittenCommand {
  const call = callOf(entry);
  if ("missing" in call) return call;
  const { operation, args } = call;
  if (entry.profile === profile) return { text: here(operation, args) };
  const { service } = entry;
  if (service === null) return { missing: `Switch to profile ${entry.profile} first: its address is not known here.` };
  const { baseUrl, dialect, login, ca } = service;
  const target = { baseUrl: new URL(baseUrl), metricsUrl: null, dialect, login, hasCa: ca };
  return { text: curlTo(target, operation, args) };
}
