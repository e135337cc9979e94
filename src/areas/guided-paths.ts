import type { Area } from "./area.ts";
import { actions } from "./guided-paths/actions.ts";
import { detail, detailQueries } from "./guided-paths/detail.ts";
import { columns, list } from "./guided-paths/list.ts";
import { ofProject } from "./guided-paths/path.ts";

/** Several writes in their order, over hours if need be: each through its own form and review (`domain.md` 18). */
export const guidedPaths: Area = {
  id: "guided-paths",
  label: "Runbooks",
  group: "Guide",
  scope: "project",
  screen: {
    queries: () => [],
    columns,
    list,
    detailQueries: (context, id) => detailQueries(ofProject(context), id),
    detail: (context, id) => detail(ofProject(context), id),
    actions: actions.map((action) => ({
      ...action,
      disabled: (context, ids) => action.disabled?.(ofProject(context), ids) ?? null,
      open: (context, ids) => action.open(ofProject(context), ids),
    })),
    firstHelp:
      "Procedures of several steps. n starts one and runs its next step; leave at any step and continue later.",
  },
};
