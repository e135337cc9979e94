import type { AreaId } from "../../contract/area-ids.ts";
import type { Job } from "../../domain/job.ts";
import { formatAge, formatAgeSince, formatDuration } from "../../text/format.ts";
import { accent, dim } from "../builders/cells.ts";
import { jobCell } from "../builders/jobs.ts";
import { progressBar } from "../chart/chart.ts";
import { type Cell, cellText } from "../model/cell.ts";
import { type ArrivalLabel, alikeByText, type OverviewRow } from "./sections.ts";

/** Overview rows of jobs: time running, time until the result expires, time since the end. */

/** A job that ended longer ago than this is no longer recent (ms). */
export const LATELY = 24 * 3_600_000;

/** Plural of each kind of job, and the area that lists it. */
const KINDS = {
  restore: { several: "restores", area: "restore-jobs" },
  export: { several: "exports", area: "export-jobs" },
  index: { several: "indexes", area: "search-indexes" },
  snapshot: { several: "snapshots", area: "snapshots" },
  migration: { several: "migrations", area: "live-migration" },
} as const satisfies Readonly<Record<string, { several: string; area: AreaId }>>;

export type OverviewJob = {
  readonly job: Job;
  readonly kind: keyof typeof KINDS;
  readonly id: string;
  readonly name: string;
  readonly shortName?: string | undefined;
};

const common = ({ id, kind, name, shortName }: OverviewJob, status: string) => ({
  id: `${KINDS[kind].several}/${id}/${status}`,
  kind,
  name,
  shortName,
  link: { area: KINDS[kind].area, ids: [id] },
});

/** Width of a progress bar in cells. */
export const PROGRESS_WIDTH = 10;

/** Progress bar of counted work; the numbers are given next to it. */
export const countedBar = (done: number, total: number): Cell =>
  total > 0 ? accent(progressBar(done, total, PROGRESS_WIDTH)) : "";

/** Progress bar by the usual duration, marked `~` as an estimate: nothing is counted. */
export const barByTime = (elapsed: number, left: number): Cell =>
  dim(`~${progressBar(elapsed, elapsed + left, PROGRESS_WIDTH - 1)}`);

const newsOf = (kind: OverviewJob["kind"], what: string): ArrivalLabel => ({
  one: `${kind} ${what}`,
  several: `${KINDS[kind].several} ${what}`,
});

/**
 * @param order lower values come first
 * @param news text when the row is new; null for none
 * @param progress progress bar, where progress is known
 */
export function runningRow(
  one: OverviewJob,
  now: number,
  state: Cell,
  order: number,
  {
    news = newsOf(one.kind, "started"),
    progress,
  }: { readonly news?: ArrivalLabel | null; readonly progress?: Cell | undefined } = {},
): OverviewRow {
  return {
    ...common(one, "running"),
    section: "running",
    time: formatAgeSince(one.job.startedAt, now),
    state,
    progress,
    order,
    ...(news === null ? {} : { news }),
  };
}

/** Rows of results that expire; none without a known time. */
export function soonRows(
  one: OverviewJob,
  now: number,
  row: Pick<OverviewRow, "kind" | "state">,
): readonly OverviewRow[] {
  const { until } = one.job;
  if (until === null) return [];
  const remaining = until - now;
  return [
    { ...common(one, "soon"), ...row, section: "soon", time: formatDuration(remaining), order: remaining, until },
  ];
}

/** Rows of recently ended jobs. `at`: time of the end, where the job has none. */
export function endedRows(
  one: OverviewJob,
  now: number,
  state: Cell,
  { at = one.job.endedAt, stays = LATELY }: { readonly at?: number | null; readonly stays?: number } = {},
): readonly OverviewRow[] {
  const { status } = one.job;
  if (at === null || now - at > stays) return [];
  const word = cellText(jobCell({ status, said: null }));
  const row = { ...common(one, status), section: "ended", time: formatAge(now - at), state, order: now - at } as const;
  return [{ ...row, news: newsOf(one.kind, word), alike: alikeByText(`${one.kind} ${word}`, state) }];
}
