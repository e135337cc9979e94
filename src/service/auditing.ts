import type { auditingOperations } from "../contract/auditing.ts";
import type { JsonObject } from "../contract/json.ts";
import { type HandlersOf, value } from "./handler.ts";
import { settingOf, storeSetting } from "./project-settings.ts";

/** Auditing: E33 and E34. The filter's text is stored as it came; a filter that was never set is left out. */

export const AUDITING = "auditing";

const OFF: JsonObject = { auditAuthorizationSuccess: false, configurationType: "NONE", enabled: false };

export const auditingHandlers: HandlersOf<keyof typeof auditingOperations> = {
  async getAuditingConfiguration(transaction, call) {
    return value(await settingOf(transaction, call, AUDITING, OFF));
  },
  async updateAuditingConfiguration(transaction, call) {
    const former = await settingOf(transaction, call, AUDITING, OFF);
    // A filter that comes as text is one that a program wrote, whatever made the one before.
    const type = call.body["auditFilter"] === undefined ? {} : { configurationType: "FILTER_JSON" };
    return value(await storeSetting(transaction, call, AUDITING, { ...former, ...call.body, ...type }));
  },
};
