import type { JsonObject } from "../contract/json/json.ts";
import { type Call, param } from "./requests/handler.ts";
import { makeDraft } from "./storage/draft.ts";
import type { DocumentDraft, ReadTransaction, WriteTransaction } from "./storage/storage.ts";

/** Settings of which a project has exactly one, with defaults until something is stored. */

export const settingDraft = (kind: string, groupId: string, body: JsonObject): DocumentDraft =>
  makeDraft({ kind, id: groupId, parent: groupId, body });

/** The setting of the call's project, or its default. */
export const settingOf = async (
  transaction: ReadTransaction,
  call: Call,
  kind: string,
  first: JsonObject,
): Promise<JsonObject> => (await transaction.get(kind, param(call, "groupId")))?.body ?? first;

/** Stores a setting of the project of a call. */
export async function storeSetting(
  transaction: WriteTransaction,
  call: Call,
  kind: string,
  body: JsonObject,
): Promise<JsonObject> {
  await transaction.put(settingDraft(kind, param(call, "groupId"), body));
  return body;
}
