import { detail, list, queries } from "./auditing/detail.ts";
import { update } from "./auditing/form.ts";
import type { Area } from "./model/area.ts";

/** Auditing of a project (`domain.md` 7; E33, E34). */
export const auditing: Area = {
  id: "auditing",
  label: "Auditing",
  group: "Configure",
  scope: "project",
  settings: ["auditing"],
  screen: {
    single: "auditing",
    queries,
    list,
    detailQueries: () => [],
    detail,
    actions: [
      {
        id: "auditing.update",
        title: "Edit audit filter…",
        operation: "updateAuditingConfiguration",
        standard: "edit",
        open: (context) => ({ kind: "form", setup: update(context) }),
      },
    ],
    firstHelp: (key) => `Audit log settings for all clusters of this project. ${key("action.edit")} edits the filter.`,
  },
};
