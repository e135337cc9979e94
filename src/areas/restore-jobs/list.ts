import { ageOf, type Job } from "../../domain/job.ts";
import { restoreAsJob } from "../../domain/restore.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import { good } from "../builders/cells.ts";
import { unsharedClusters } from "../builders/clusters.ts";
import { ageColumn, column, type ListColumn, rowsOf, sizeColumn } from "../builders/columns.ts";
import { JOB_SECTIONS, jobCell, jobRow, jobSummary } from "../builders/jobs.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { ListModel } from "../model/view.ts";
import { cachedRestores, type Restore } from "../queries/restore-jobs.ts";
import { bytesIn, etaOf, jobsLookup } from "./jobs.ts";
import { endCell, etaCell, formatWay, jobStateCell, linkCell } from "./labels.ts";

/** The list of restores (E47, E55; `domain.md` 11.6): running ones, ready links, ended ones. */

function nextCell(context: Context, restore: Restore, state: Job, all: readonly Restore[]): Cell {
  const { now } = context;
  if (state.status === "ready") return state.until === null ? good("download link ready") : linkCell(state.until, now);
  return state.status === "running" ? etaCell(etaOf(context, restore, all)) : endCell(state);
}

/** A restore with the data of its row. */
type Listed = {
  readonly restore: Restore;
  readonly all: readonly Restore[];
  readonly state: Job;
  readonly bytes: number | null;
};

export const COLUMNS: readonly ListColumn<Listed>[] = [
  column({ id: "status", title: "STATUS", min: 9, max: 12, priority: 1 }, ({ state }) => jobCell(state)),
  column(
    { id: "what", title: "FROM → TO", min: 22, grow: 3, max: 44, priority: 1, truncate: "middle" },
    ({ restore }, context) => formatWay(restore, context),
  ),
  column(
    { id: "progress", title: "PROGRESS", min: 16, grow: 2, max: 30, priority: 1, ticks: true },
    ({ restore, state, all }, context) => nextCell(context, restore, state, all),
  ),
  column({ id: "of", title: "DATA AS OF", min: 15, grow: 1, max: 24, priority: 3 }, ({ restore }, context) =>
    jobStateCell(restore.job, context),
  ),
  sizeColumn(4, ({ bytes }) => bytes),
  ageColumn(2, ({ state }, { now }) => ageOf(state, now)),
];

const listed = (context: Context, restore: Restore, all: readonly Restore[]): Listed => ({
  restore,
  all,
  state: restoreAsJob(restore.job, context.now),
  bytes: bytesIn(context)(restore.job),
});

/** The title counts failures for this many days; the list shows them for as long as the service does. */
const NEWS_FOR_DAYS = 7;

export function list(context: Context): ListModel {
  const all = cachedRestores(context);
  const things = all.map((restore) => listed(context, restore, all));
  return {
    summary: jobSummary(
      things.map(({ state }) => state),
      { failedDays: NEWS_FOR_DAYS, isKnown: !isMissing(jobsLookup(context)), ready: "to download" },
      context.now,
    ),
    rows: rowsOf(COLUMNS, things, context, ({ restore, state }) => jobRow(restore.job.id, state, context)),
    sections: JOB_SECTIONS,
    defaultSort: { column: "age", descending: false },
    empty:
      unsharedClusters(context.scope).length === 0
        ? "No cluster with backups is known in this project."
        : `No restores or downloads. ${context.key("action.new")} starts one.`,
  };
}
