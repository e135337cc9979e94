import type { Sort } from "../../state/navigation/views.ts";
import type { RunbookRun } from "../../state/runbooks.ts";
import { formatAge, pluralize } from "../../text/format.ts";
import { accent, dim } from "../builders/cells.ts";
import { column, type ListColumn, rowsOf } from "../builders/columns.ts";
import type { Context } from "../model/context.ts";
import type { ListModel } from "../model/view.ts";
import { RUNBOOKS, runbookOf } from "./all.ts";
import type { Runbook } from "./runbook.ts";

/** The runbooks in progress, those that can be started, and archived ones. */

const SECTIONS = [
  { id: "running", title: "in progress" },
  { id: "offered", title: "not started" },
  { id: "ended", title: "archived" },
] as const;

const SORT: Sort = { column: "age", descending: false };

/** A runbook that can be started, or one that was. */
type Listed =
  | { readonly kind: "offered"; readonly runbook: Runbook; readonly order: number }
  | { readonly kind: "started"; readonly run: RunbookRun; readonly runbook: Runbook | undefined };

const sinceChange = (run: RunbookRun, now: number): number => Math.max(0, now - run.changedAt);

function formatSteps(listed: Listed): string {
  const { runbook } = listed;
  if (listed.kind === "offered")
    return listed.runbook.steps.length === 0 ? "" : pluralize(listed.runbook.steps.length, "step");
  const marked = runbook?.steps.filter(({ id }) => listed.run.steps[id] !== undefined).length ?? 0;
  return `${marked} of ${runbook?.steps.length ?? "?"}`;
}

export const COLUMNS: readonly ListColumn<Listed>[] = [
  column({ id: "runbook", title: "RUNBOOK", min: 27, grow: 1, max: 34, priority: 1, whole: true }, (listed) =>
    listed.kind === "offered" ? listed.runbook.title : (listed.runbook?.title ?? listed.run.runbook),
  ),
  column({ id: "about", title: "ABOUT", min: 12, grow: 3, max: 70, priority: 1 }, (listed) =>
    listed.kind === "offered" ? dim(listed.runbook.about) : listed.run.title,
  ),
  column({ id: "marked", title: "STEPS", min: 8, priority: 2 }, formatSteps),
  column(
    {
      id: "age",
      title: "UPDATED",
      min: 7,
      priority: 3,
      align: "right",
      ticks: true,
      // Runbooks that can be started keep their own order.
      sort: (listed, { now }) =>
        listed.kind === "offered" ? Number.MAX_SAFE_INTEGER - 100 + listed.order : sinceChange(listed.run, now),
    },
    (listed, { now }) => (listed.kind === "offered" ? "" : formatAge(sinceChange(listed.run, now))),
  ),
];

export function list(context: Context): ListModel {
  const { runbooks } = context;
  // Runbooks in progress come first and get the focus: the list stays empty until they are known.
  if (runbooks === null) return { summary: [], rows: [], sections: SECTIONS, defaultSort: SORT, empty: "" };
  const running = runbooks.filter(({ endedAt }) => endedAt === null).length;
  const all: readonly Listed[] = [
    ...runbooks.map((run): Listed => ({ kind: "started", run, runbook: runbookOf(run.runbook) })),
    ...RUNBOOKS.map((runbook, order): Listed => ({ kind: "offered", runbook, order })),
  ];
  return {
    summary: running === 0 ? ["none in progress"] : [accent(`${running} in progress`)],
    rows: rowsOf(COLUMNS, all, context, (listed) =>
      listed.kind === "offered"
        ? { id: listed.runbook.id, section: "offered" }
        : { id: listed.run.id, section: listed.run.endedAt === null ? "running" : "ended" },
    ),
    sections: SECTIONS,
    defaultSort: SORT,
    empty: "",
  };
}
