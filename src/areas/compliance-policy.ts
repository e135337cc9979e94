import { clusterLookups } from "./builders/lookup.ts";
import { detail, list, queries, running } from "./compliance-policy/detail.ts";
import { cannotDisable, disable } from "./compliance-policy/disable.ts";
import { cannotUpdate, openUpdate } from "./compliance-policy/update.ts";
import type { Area } from "./model/area.ts";

/** The backup compliance policy of a project (`domain.md` 9; E41 to E43). */
export const compliancePolicy: Area = {
  id: "compliance-policy",
  label: "Compliance",
  group: "Backup",
  scope: "project",
  settings: ["compliance-policy"],
  screen: {
    single: "compliance-policy",
    queries,
    lookups: clusterLookups,
    running,
    list,
    detailQueries: () => [],
    detail,
    actions: [
      {
        id: "compliance-policy.update",
        title: "Set or change compliance policy…",
        operation: "updateDataProtectionSettings",
        standard: "edit",
        disabled: cannotUpdate,
        open: openUpdate,
      },
      {
        id: "compliance-policy.disable",
        title: "Disable compliance policy…",
        operation: "disableDataProtectionSettings",
        standard: "delete",
        disabled: cannotDisable,
        open: (context) => ({ kind: "write", plan: disable(context) }),
      },
    ],
    firstHelp: (key) =>
      `Minimum requirements for all backups of this project. ${key("action.edit")} sets or changes them; only support can undo that.`,
  },
};
