import { textIn } from "../../contract/json/json.ts";
import { noneIfAbsent } from "../builders/settings-of-clusters.ts";
import type { Ask, Scope } from "../model/context.ts";
import { ONCE_IN_ITS_PLACE, type SettingsKind, type StoredThing } from "../model/settings-kind.ts";
import { projectArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";
import { policyPlan } from "./form.ts";
import { openUpdate } from "./update.ts";

async function readPolicy(ask: Ask, scope: Scope): Promise<readonly StoredThing[]> {
  const { document } = await askDocument(ask, "getDataProtectionSettings", projectArgs(scope));
  if (textIn(document, "authorizedEmail") === null) return [];
  return [{ id: "compliance-policy", cluster: null, document, change: openUpdate, remove: null }];
}

/** The compliance policy of the project in a file. A file cannot delete it: only the vendor's support can. */
export const compliancePolicyKind: SettingsKind = {
  file: {
    ...ONCE_IN_ITS_PLACE,
    name: "compliance-policy",
    title: "compliance policy",
    plural: "compliance policy",
    inCluster: false,
    plan: policyPlan({ schedules: [], unread: [] }, ""),
    notSettings: ["overwriteBackupPolicies", "authorizedEmailAgain", "projectId"],
  },
  // Schedules of the same files are changed first, because a policy is refused while a schedule does not comply.
  after: ["backup-schedule"],
  read: (ask, scope) => noneIfAbsent(readPolicy(ask, scope)),
  create: openUpdate,
  // Typed twice on screen to catch typing errors; a file has been reviewed instead.
  confirms: ({ authorizedEmail = "" }) => ({ authorizedEmailAgain: authorizedEmail }),
};
