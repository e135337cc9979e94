import type { PathRun } from "../../state/paths.ts";
import type { Sort } from "../../state/views.ts";
import { formatAge, pluralize } from "../../text/format.ts";
import type { Context } from "../context.ts";
import type { Column, ListModel, Row } from "../view.ts";
import type { GuidedPath } from "./path.ts";
import { PATHS, pathOf } from "./paths.ts";

/** The paths that are on their way, those that can be begun, and those that were ended. */

const COLUMNS: readonly Column[] = [
  { id: "path", title: "PATH", min: 27, grow: 1, max: 34, priority: 1, align: "left", truncate: "end" },
  { id: "about", title: "ABOUT", min: 16, grow: 3, max: 70, priority: 1, align: "left", truncate: "end" },
  { id: "marked", title: "STEPS", min: 8, grow: 0, priority: 2, align: "left", truncate: "end" },
  { id: "age", title: "LAST", min: 5, grow: 0, priority: 3, align: "right", truncate: "end", ticks: true },
];

const SECTIONS = [
  { id: "running", title: "on their way" },
  { id: "offered", title: "to begin" },
  { id: "ended", title: "put away" },
] as const;

const SORT: Sort = { column: "age", descending: false };

const offered = ({ id, title, about, steps }: GuidedPath, order: number): Row => ({
  id,
  cells: {
    path: title,
    about: { text: about, tone: "dim" },
    marked: steps.length === 0 ? "" : pluralize(steps.length, "step"),
  },
  sort: { age: Number.MAX_SAFE_INTEGER - 100 + order },
  section: "offered",
});

function begunRow(run: PathRun, now: number): Row {
  const path = pathOf(run.path);
  const marked = path?.steps.filter(({ id }) => run.steps[id] !== undefined).length ?? 0;
  const since = Math.max(0, now - run.changedAt);
  return {
    id: run.id,
    cells: {
      path: path?.title ?? run.path,
      about: run.title,
      marked: `${marked} of ${path?.steps.length ?? "?"}`,
      age: formatAge(since),
    },
    sort: { age: since },
    section: run.endedAt === null ? "running" : "ended",
  };
}

export function list(context: Context): ListModel {
  const { paths } = context;
  // What is on its way stands first, and has the keys first: nothing stands here before that is known.
  if (paths === null)
    return { summary: [], columns: COLUMNS, rows: [], sections: SECTIONS, defaultSort: SORT, empty: "" };
  const running = paths.filter(({ endedAt }) => endedAt === null).length;
  return {
    summary: running === 0 ? ["none begun"] : [{ text: `${running} on the way`, tone: "accent" }],
    columns: COLUMNS,
    rows: [...paths.map((run) => begunRow(run, context.now)), ...PATHS.map(offered)],
    sections: SECTIONS,
    defaultSort: SORT,
    empty: "",
  };
}
