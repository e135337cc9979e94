import type { auditingOperations } from "../contract/auditing.ts";
import { type JsonObject, sameJson } from "../contract/json/json.ts";
import { MINUTE } from "../text/durations.ts";
import { generatorDraft, watchedIn } from "./alerts/generator.ts";
import { settingOf, storeSetting } from "./project-settings.ts";
import { PROJECT } from "./projects.ts";
import { type Call, type HandlersOf, param, value } from "./requests/handler.ts";
import type { WriteTransaction } from "./storage/storage.ts";

/** Auditing: E33 and E34. The filter's text is stored as it came; a filter that was never set is left out. */

export const AUDITING = "auditing";

const OFF: JsonObject = { auditAuthorizationSuccess: false, configurationType: "NONE", enabled: false };

/** Within how long the processes restart with the new setting, one after another, and how long each is away. */
const ROLLS = MINUTE;
const AWAY = 15_000;

/** A changed setting has the processes restart one by one: whoever watches for a missing or a new primary is told. */
async function rollHosts(transaction: WriteTransaction, call: Call): Promise<void> {
  const groupId = param(call, "groupId");
  const all = await watchedIn(transaction, groupId, (event) => ELECTIONS.includes(event));
  const watched = all.filter(({ target }) => target.typeName === "PRIMARY");
  if (watched.length === 0) return;
  const orgId = (await transaction.get(PROJECT, groupId))?.parent ?? "";
  const count = watched.length;
  const times = { start: call.now, every: ROLLS / count, openFor: AWAY, timed: "condition" } as const;
  const generator = { groupId, orgId, name: "rolling-restart", count, most: count, number: 0, watched };
  await transaction.put(generatorDraft({ ...generator, ...times }));
}

/** What a restart of a primary shows as. */
const ELECTIONS: readonly string[] = ["PRIMARY_ELECTED", "NO_PRIMARY"];

export const auditingHandlers: HandlersOf<keyof typeof auditingOperations> = {
  async getAuditingConfiguration(transaction, call) {
    return value(await settingOf(transaction, call, AUDITING, OFF));
  },
  async updateAuditingConfiguration(transaction, call) {
    const former = await settingOf(transaction, call, AUDITING, OFF);
    // A filter that comes as text is one that a program wrote, whatever made the one before.
    const type = call.body["auditFilter"] === undefined ? {} : { configurationType: "FILTER_JSON" };
    const next = { ...former, ...call.body, ...type };
    if (!sameJson(former, next)) await rollHosts(transaction, call);
    return value(await storeSetting(transaction, call, AUDITING, next));
  },
};
