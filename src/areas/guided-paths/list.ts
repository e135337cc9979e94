import type { PathRun } from "../../state/paths.ts";
import type { Sort } from "../../state/views.ts";
import { formatAge, pluralize } from "../../text/format.ts";
import { accent, dim } from "../cells.ts";
import { column, type ListColumn, rowsOf } from "../columns.ts";
import type { Context } from "../context.ts";
import type { ListModel } from "../view.ts";
import type { GuidedPath } from "./path.ts";
import { PATHS, pathOf } from "./paths.ts";

/** The paths that are on their way, those that can be begun, and those that were ended. */

const SECTIONS = [
  { id: "running", title: "in progress" },
  { id: "offered", title: "not started" },
  { id: "ended", title: "archived" },
] as const;

const SORT: Sort = { column: "age", descending: false };

/** A path that is offered, or one that was begun. */
type Listed =
  | { readonly kind: "offered"; readonly path: GuidedPath; readonly order: number }
  | { readonly kind: "started"; readonly run: PathRun; readonly path: GuidedPath | undefined };

const sinceChange = (run: PathRun, now: number): number => Math.max(0, now - run.changedAt);

function stepsWords(listed: Listed): string {
  const { path } = listed;
  if (listed.kind === "offered")
    return listed.path.steps.length === 0 ? "" : pluralize(listed.path.steps.length, "step");
  const marked = path?.steps.filter(({ id }) => listed.run.steps[id] !== undefined).length ?? 0;
  return `${marked} of ${path?.steps.length ?? "?"}`;
}

const COLUMNS: readonly ListColumn<Listed>[] = [
  column({ id: "path", title: "RUNBOOK", min: 27, grow: 1, max: 34, priority: 1 }, (listed) =>
    listed.kind === "offered" ? listed.path.title : (listed.path?.title ?? listed.run.path),
  ),
  column({ id: "about", title: "ABOUT", min: 16, grow: 3, max: 70, priority: 1 }, (listed) =>
    listed.kind === "offered" ? dim(listed.path.about) : listed.run.title,
  ),
  column({ id: "marked", title: "STEPS", min: 8, priority: 2 }, stepsWords),
  column(
    {
      id: "age",
      title: "UPDATED",
      min: 7,
      priority: 3,
      align: "right",
      ticks: true,
      // Those that are offered stand in their own order.
      sort: (listed, { now }) =>
        listed.kind === "offered" ? Number.MAX_SAFE_INTEGER - 100 + listed.order : sinceChange(listed.run, now),
    },
    (listed, { now }) => (listed.kind === "offered" ? "" : formatAge(sinceChange(listed.run, now))),
  ),
];

export const columns = () => COLUMNS;

export function list(context: Context): ListModel {
  const { paths } = context;
  // What is on its way stands first, and has the keys first: nothing stands here before that is known.
  if (paths === null) return { summary: [], rows: [], sections: SECTIONS, defaultSort: SORT, empty: "" };
  const running = paths.filter(({ endedAt }) => endedAt === null).length;
  const all: readonly Listed[] = [
    ...paths.map((run): Listed => ({ kind: "started", run, path: pathOf(run.path) })),
    ...PATHS.map((path, order): Listed => ({ kind: "offered", path, order })),
  ];
  return {
    summary: running === 0 ? ["none in progress"] : [accent(`${running} in progress`)],
    rows: rowsOf(COLUMNS, all, context, (listed) =>
      listed.kind === "offered"
        ? { id: listed.path.id, section: "offered" }
        : { id: listed.run.id, section: listed.run.endedAt === null ? "running" : "ended" },
    ),
    sections: SECTIONS,
    defaultSort: SORT,
    empty: "",
  };
}
