import type { Area } from "./model/area.ts";
import { actions } from "./runbooks/actions.ts";
import { detail, detailQueries } from "./runbooks/detail.ts";
import { COLUMNS, list } from "./runbooks/list.ts";
import { ofProject } from "./runbooks/runbook.ts";

/** Several writes in order, over hours if necessary: each with its own form and review (`domain.md` 18). */
export const runbooks: Area = {
  id: "runbooks",
  label: "Runbooks",
  group: "Guide",
  scope: "project",
  screen: {
    queries: () => [],
    columns: () => COLUMNS,
    list,
    detailQueries: (context, id) => detailQueries(ofProject(context), id),
    detail: (context, id) => detail(ofProject(context), id),
    actions: actions.map((action) => ({
      ...action,
      disabled: (context, ids) => action.disabled?.(ofProject(context), ids) ?? null,
      open: (context, ids) => action.open(ofProject(context), ids),
    })),
    firstHelp: (key) =>
      `Procedures of several steps. ${key("action.new")} starts one and runs its next step; leave at any step and continue later.`,
  },
};
