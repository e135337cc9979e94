import type { auditingOperations } from "../contract/auditing.ts";
import { type JsonObject, sameJson } from "../contract/json/json.ts";
import { MINUTE } from "../text/durations.ts";
import { generatorDraft, watchedTargets } from "./alerts/generator.ts";
import { settingOf, storeSetting } from "./project-settings.ts";
import { PROJECT } from "./projects.ts";
import { type Call, type HandlersOf, param, value } from "./requests/handler.ts";
import type { WriteTransaction } from "./storage/storage.ts";

/** Auditing: E33 and E34. The filter's text is stored as received; a filter that was never set is omitted. */

export const AUDITING = "auditing";

const OFF: JsonObject = { auditAuthorizationSuccess: false, configurationType: "NONE", enabled: false };

/** All processes restart within this time, one after another, and each is down for this long (milliseconds). */
const ROLLS = MINUTE;
const AWAY = 15_000;

/** A changed setting restarts the processes one by one, which raises alerts on a missing or newly elected primary. */
async function rollHosts(transaction: WriteTransaction, call: Call): Promise<void> {
  const groupId = param(call, "groupId");
  const all = await watchedTargets(transaction, groupId, (event) => ELECTIONS.includes(event));
  const watched = all.filter(({ target }) => target.typeName === "PRIMARY");
  if (watched.length === 0) return;
  const orgId = (await transaction.get(PROJECT, groupId))?.parent ?? "";
  const count = watched.length;
  const times = { start: call.now, every: ROLLS / count, openFor: AWAY, timed: "condition" } as const;
  const generator = { groupId, orgId, name: "rolling-restart", count, most: count, number: 0, watched };
  await transaction.put(generatorDraft({ ...generator, ...times }));
}

/** Events of a primary's restart. */
const ELECTIONS: readonly string[] = ["PRIMARY_ELECTED", "NO_PRIMARY"];

export const auditingHandlers: HandlersOf<keyof typeof auditingOperations> = {
  async getAuditingConfiguration(transaction, call) {
    return value(await settingOf(transaction, call, AUDITING, OFF));
  },
  async updateAuditingConfiguration(transaction, call) {
    const former = await settingOf(transaction, call, AUDITING, OFF);
    // A filter sent as text was written by a program, whatever created the former one.
    const type = call.body["auditFilter"] === undefined ? {} : { configurationType: "FILTER_JSON" };
    const next = { ...former, ...call.body, ...type };
    if (!sameJson(former, next)) await rollHosts(transaction, call);
    return value(await storeSetting(transaction, call, AUDITING, next));
  },
};
