import type { Action, Area } from "./area.ts";
import { counts } from "./overview/counts.ts";
import { columns, ends, list, lookups, queries, running } from "./overview/list.ts";
import { isOfAll } from "./overview/wall.ts";

/** The overview: problems, jobs in progress and what expires soon, in one project or in all of the profile. */

const actions: readonly Action[] = [
  {
    id: "overview.all-projects",
    title: "Show all projects",
    operation: "listAlerts",
    on: "area",
    disabled: ({ scope }) => {
      if (isOfAll(scope)) return "already shown";
      return scope.projects.length < 2 ? "only one project" : null;
    },
    open: () => ({ kind: "params", params: { projects: "all" } }),
  },
  {
    id: "overview.one-project",
    title: "Show this project only",
    operation: "listAlerts",
    on: "area",
    disabled: ({ scope }) => (isOfAll(scope) ? null : "already shown"),
    open: () => ({ kind: "params", params: {} }),
  },
];

export const overview: Area = {
  id: "overview",
  label: "Overview",
  group: "Monitor",
  scope: "profile",
  screen: {
    listsUnread: true,
    queries,
    lookups,
    running,
    ends,
    columns,
    list,
    counts,
    conditions: [
      { about: "list", condition: "critical>0", title: "when a critical alert is open" },
      { about: "list", condition: "open=0", title: "when no alert is open" },
      { about: "list", condition: "lateBackups>0", title: "when a planned snapshot is late" },
    ],
    detailQueries: () => [],
    detail: () => null,
    actions,
    isOfAllProjects: isOfAll,
    firstHelp:
      "Problems, jobs in progress, and what expires soon. Enter opens a row; a shows all projects of the profile.",
  },
};
