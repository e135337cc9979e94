import { actions } from "./alert-configurations/actions.ts";
import { detail, detailQueries } from "./alert-configurations/detail.ts";
import { COLUMNS, list, listQueries } from "./alert-configurations/list.ts";
import { ofAllProjects } from "./all-projects/area.ts";
import { alertConfigurationName } from "./builders/row-names.ts";

/** Alert configurations (`domain.md` 3; E3 to E10). */
export const alertConfigurations = ofAllProjects({
  id: "alert-configurations",
  label: "Alert configs",
  group: "Monitor",
  scope: "project",
  settings: ["alert-configuration"],
  screen: {
    queries: listQueries,
    columns: () => COLUMNS,
    list,
    detailQueries,
    detail,
    nameOf: alertConfigurationName,
    actions,
    firstHelp: (key) =>
      `Alert conditions and their notifications. ${key("action.new")} creates one, ${key("action.edit")} edits it, ${key("action.menu")} turns it on or off.`,
  },
});
