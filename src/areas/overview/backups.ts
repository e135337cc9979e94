import { isOpen } from "../../domain/backup/missing-snapshots.ts";
import { isBeingTaken, type Snapshot, snapshotAsJob, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { MINUTE } from "../../text/durations.ts";
import { formatLargestUnit } from "../../text/format.ts";
import { bad, dim, warn } from "../builders/cells.ts";
import { missingText } from "../builders/lookup.ts";
import { type Cell, cellText } from "../model/cell.ts";
import type { Scope } from "../model/context.ts";
import { scheduleQueries } from "../queries/schedule-of-cluster.ts";
import { allSnapshotQueries } from "../queries/snapshots.ts";
import { stateCell } from "../snapshots/labels.ts";
import {
  backupsOfClusters,
  type ClusterBackups,
  failedSince,
  formatPlan,
  isBackupBad,
  takingQueries,
} from "../snapshots/list.ts";
import { endedRows, type OverviewJob, runningRow } from "./job-rows.ts";
import { alikeByText, type OverviewPart, type OverviewRow } from "./sections.ts";

/** Running snapshots, and for every cluster the age of its newest restorable snapshot compared with its schedule (`domain.md` 13.6). */

const queries = (scope: Scope): readonly Query[] => [
  ...allSnapshotQueries(scope, "backup-ages"),
  ...scheduleQueries(scope, "backup-ages"),
];

const overviewJob = (snapshot: Snapshot): OverviewJob => ({
  job: snapshotAsJob(snapshot),
  kind: "snapshot",
  id: snapshot.id,
  name: snapshot.cluster,
});

const takenRow = (snapshot: Snapshot, now: number): OverviewRow =>
  runningRow(overviewJob(snapshot), now, `${cellText(stateCell(snapshot, now))} · ${snapshotKindLabel(snapshot)}`, 4);

/** Age of the newest snapshot compared with the schedule. */
function planCell(current: ClusterBackups): Cell {
  const { cluster, missingSpans, newest, planned, plan: known, lists, isPlanStrange } = current;
  const failed = failedSince(current).length;
  const since = failed === 0 ? "" : `, ${failed} failed since`;
  const plan = formatPlan(current);
  if (cluster.paused) return dim(plan);
  if (isMissing(lists)) return warn(`snapshots ${missingText(lists)}`);
  if (newest === undefined) return bad(`! no restorable snapshot, ${plan}${since}`);
  if (missingSpans.some(isOpen)) {
    const late = cluster.paused === null ? "late, unless the cluster is paused" : "! late";
    return warn(`${late}: ${plan}${since}`);
  }
  if (cluster.kind === "serverless") return `${plan}${since}`;
  if (isPlanStrange) return warn(`! policy item with unknown values, ${plan}${since}`);
  if (planned === null || isMissing(known)) return dim(`${plan}${since}`);
  return { text: `on time, ${plan}${since}`, tone: failed === 0 ? "good" : "warn" };
}

function backupRow(status: ClusterBackups, now: number): OverviewRow {
  const { cluster, newest } = status;
  const state = planCell(status);
  const old = newest === undefined ? null : now - newest.takenAt;
  const isBad = isBackupBad(status);
  return {
    id: `backups/${cluster.name}`,
    section: "backups",
    kind: isBad ? warn("backup") : "backup",
    time:
      old === null
        ? isMissing(status.lists)
          ? "–"
          : "none"
        : old > -MINUTE
          ? formatLargestUnit(old)
          : `in ${formatLargestUnit(-old)}`,
    name: cluster.name,
    state,
    order: (isBad ? 0 : cluster.paused ? 2 : 1) - (old === null ? 0.9 : Math.min(0.8, old / 1e12)),
    link: { area: "snapshots", ids: newest === undefined ? [] : [newest.id] },
    alike: alikeByText("backup", state),
  };
}

/** A failed snapshot without a later success. */
const failedRows = (snapshot: Snapshot, now: number): readonly OverviewRow[] =>
  endedRows(overviewJob(snapshot), now, bad(`failed: ${snapshotKindLabel(snapshot)}, no later success`), {
    at: snapshot.takenAt,
    stays: Number.POSITIVE_INFINITY,
  });

export const backupsPart: OverviewPart = {
  section: "backups",
  queries,
  running: (context) => takingQueries(context, "overview-jobs"),
  rows: (context) =>
    backupsOfClusters(context).flatMap((current) => [
      backupRow(current, context.now),
      ...current.snapshots.filter(isBeingTaken).map((snapshot) => takenRow(snapshot, context.now)),
      ...failedSince(current).flatMap((snapshot) => failedRows(snapshot, context.now)),
    ]),
};
