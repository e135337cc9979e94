import type { Area } from "./model/area.ts";
import { counts } from "./overview/counts.ts";
import { columns, endTimes, list, lookups, queries, running } from "./overview/list.ts";
import { fields } from "./overview/row-fields.ts";

/** The overview: problems, jobs in progress and what expires soon, in one project or in all of the profile. */

export const overview: Area = {
  id: "overview",
  label: "Overview",
  group: "Monitor",
  scope: "profile",
  names: {
    project: () => ({}),
    cluster: ({ name }) => ({ cluster: name }),
  },
  screen: {
    listsUnread: true,
    queries,
    lookups,
    running,
    endTimes,
    columns,
    list,
    fields,
    counts,
    conditions: [
      { about: "list", condition: "critical>0", title: "when a critical alert is open" },
      { about: "list", condition: "open=0", title: "when no alert is open" },
      { about: "list", condition: "lateBackups>0", title: "when a planned snapshot is late" },
    ],
    detailQueries: () => [],
    detail: () => null,
    actions: [],
    showsAllProjects: true,
    firstHelp: (key) =>
      `Problems, jobs in progress, and what expires soon. ${key("list.open")} opens a row; ${key("all-projects")} shows all projects of the profile.`,
  },
};
