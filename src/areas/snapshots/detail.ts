import { cloudLabel } from "../../contract/clouds.ts";
import { windowDays } from "../../domain/backup/backup-schedule.ts";
import { deletionImpact, previousOfFrequency, windowStart } from "../../domain/backup/missing-snapshots.ts";
import { byFrequency, formatReceivedItem, itemsOf, rankOf, reportsItems } from "../../domain/backup/schedule-items.ts";
import {
  formatSizeChange,
  isBeingTaken,
  isRestorable,
  nameOf,
  ofReplicaSet,
  ofServerless,
  ofSharded,
  type Snapshot,
  snapshotAsJob,
  snapshotKindLabel,
} from "../../domain/backup/snapshot.ts";
import { isBehind } from "../../domain/job.ts";
import { usualOrLonger } from "../../domain/typical.ts";
import type { Query } from "../../state/answers/query.ts";
import {
  formatExpiresIn,
  formatLargestUnit,
  formatOld,
  formatSize,
  formatTimeAndAge,
  formatTimeInZone,
} from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { dim, NOT_REPORTED, warn } from "../builders/cells.ts";
import { intervalOf } from "../builders/jobs.ts";
import { drawn, field, fieldIfAny, heading, section, textLine, timeField } from "../builders/lines.ts";
import { lookup, valueOrReason } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { cachedSchedule, scheduleQuery } from "../queries/schedule-of-cluster.ts";
import { snapshotOf, snapshotParams } from "../queries/snapshots.ts";
import { formatCopies } from "./copies.ts";
import { formatImpact } from "./impact.ts";
import { formatMissingSpan, stateCell } from "./labels.ts";
import { type ClusterBackups, clusterBackupsOf } from "./list.ts";
import { STRIP_DAYS, strip } from "./timeline.ts";

/** The detail of one snapshot (E53c, E59): properties, expiry, neighbours, and losses if it is deleted. */

const OPERATIONS = {
  replicaSet: "getReplicaSetBackup",
  sharded: "getShardedClusterBackup",
  serverless: "getServerlessBackup",
} as const;

export function detailQueries(context: Context, id: string): readonly Query[] {
  const snapshot = snapshotOf(context, id);
  if (snapshot === undefined) return [];
  const args = { params: snapshotParams(context.scope, snapshot) };
  return [
    {
      operation: OPERATIONS[snapshot.kind],
      args,
      poll: intervalOf("snapshot", snapshotAsJob(snapshot).poll),
      optional: true,
    },
  ];
}

type Read = { readonly snapshot: Snapshot; readonly raw: unknown };

/** The snapshot's own record, where it was read and is not older than the row of the list. */
function readOf(context: Context, row: Snapshot): Read {
  const record = recordOf(context, row);
  if (record === null) return { snapshot: row, raw: null };
  return isBehind(snapshotAsJob(record.snapshot), snapshotAsJob(row)) ? { ...record, snapshot: row } : record;
}

function recordOf(context: Context, row: Snapshot): Read | null {
  const args = { params: snapshotParams(context.scope, row) };
  switch (row.kind) {
    case "replicaSet": {
      const cached = context.cached("getReplicaSetBackup", args);
      return cached === undefined ? null : { snapshot: ofReplicaSet(cached.data, row.cluster), raw: cached.raw };
    }
    case "sharded": {
      const cached = context.cached("getShardedClusterBackup", args);
      return cached === undefined ? null : { snapshot: ofSharded(cached.data, row.cluster), raw: cached.raw };
    }
    default: {
      const cached = context.cached("getServerlessBackup", args);
      return cached === undefined ? null : { snapshot: ofServerless(cached.data, row.cluster), raw: cached.raw };
    }
  }
}

/** Usual duration of a snapshot, and its upper bound in milliseconds. */
const USUALLY = "usually takes 3 to 9 minutes";
const MOST = 9 * 60_000;

function factLines(snapshot: Snapshot, snapshots: readonly Snapshot[], context: Context): DetailLine[] {
  const { now } = context;
  const { bytes, expiresAt, takenAt } = snapshot;
  const former = previousOfFrequency(snapshots, snapshot);
  const change =
    bytes === null || former === undefined || former.bytes === null
      ? ""
      : ` (${formatSizeChange(bytes, former.bytes)} since the previous ${snapshot.frequency === "ondemand" ? "one" : snapshot.frequency})`;
  return present(
    field("Status", stateCell(snapshot, now)),
    isBeingTaken(snapshot) && field("", usualOrLonger(snapshot.status === "queued" ? 0 : now - takenAt, MOST, USUALLY)),
    timeField("Taken", takenAt, context),
    expiresAt !== null &&
      snapshot.status !== "failed" &&
      field("Expires", {
        text: `${formatExpiresIn(expiresAt, now)}, ${formatTimeInZone(expiresAt, context)}`,
        tone: expiresAt - now < 86_400_000 ? "warn" : "plain",
      }),
    field("Size", bytes === null ? "unknown until it completes" : `${formatSize(bytes)}${change}`),
    field(
      "Type",
      snapshot.type === "fallback"
        ? `${snapshotKindLabel(snapshot)}: fallback snapshot, cannot be exported`
        : snapshotKindLabel(snapshot) || NOT_REPORTED,
    ),
    fieldIfAny("Note", snapshot.description),
  );
}

/** The policy items that created it, with a link to the schedule. */
function ruleLines(snapshot: Snapshot, context: Context): DetailLine[] {
  if (snapshot.kind === "serverless") return [];
  const schedule = lookup(context, scheduleQuery(context.scope, snapshot.cluster));
  const items = itemsOf(cachedSchedule(context, snapshot.cluster)).filter(
    ({ id }) => id !== undefined && id !== null && snapshot.itemIds.includes(id),
  );
  const link = { area: "backup-schedules", ids: [snapshot.cluster] } as const;
  if (snapshot.itemIds.length === 0) return [];
  const cached = cachedSchedule(context, snapshot.cluster);
  const none = valueOrReason(schedule, () =>
    cached !== undefined && !reportsItems(cached) ? NOT_REPORTED : dim("no longer in the schedule"),
  );
  if (items.length === 0) return [field("Policy item", none, link)];
  return byFrequency(items).map((item, index) =>
    field(index === 0 ? "Policy item" : "", formatReceivedItem(item), link),
  );
}

function placeLines(snapshot: Snapshot, context: Context): DetailLine[] {
  const { parts, version, hasCustomerKey, provider, cluster, id } = snapshot;
  return present(
    field("Cluster", parts.length === 1 ? `${cluster} (${parts[0]?.name ?? ""})` : cluster),
    fieldIfAny("Copies", formatCopies(snapshot, cachedSchedule(context, cluster) ?? null)),
    fieldIfAny("Version", version),
    fieldIfAny("Encryption", hasCustomerKey ? "customer key; can be restored, not downloaded" : ""),
    fieldIfAny("Provider", provider.split(", ").map(cloudLabel).join(", ")),
    field("Id", id),
    ...(parts.length > 1 ? [heading(`${parts.length} shards`), ...parts.map((part) => field(part.name, part.id))] : []),
  );
}

/** Snapshots of the cluster by frequency: number, age of the oldest, total size. */
function tableLines({ snapshots }: ClusterBackups, now: number): DetailLine[] {
  const kinds = Map.groupBy(snapshots.filter(isRestorable), (snapshot) =>
    snapshot.type === "fallback" ? "fallback" : snapshotKindLabel(snapshot),
  );
  return [...kinds]
    .toSorted(([, left], [, right]) => rankOf(left[0]?.frequency ?? "") - rankOf(right[0]?.frequency ?? ""))
    .map(([kind, own]) => {
      const oldest = own[0]?.takenAt ?? now;
      const bytes = own.reduce((sum, snapshot) => sum + (snapshot.bytes ?? 0), 0);
      return field(
        kind,
        `${own.length}, oldest ${formatOld(now - oldest, formatLargestUnit)}, ${formatSize(bytes)} in total`,
      );
    });
}

function statusLines(status: ClusterBackups, snapshot: Snapshot, context: Context): DetailLine[] {
  const { now, zone } = context;
  const { missingSpans, snapshots, cluster } = status;
  const windowFrom = windowStart(snapshots, windowOf(context, cluster.name), now);
  return present(
    heading(`Restore points of ${cluster.name}, last ${STRIP_DAYS} days`),
    drawn((width) => strip({ snapshots, missingSpans, windowFrom, selected: snapshot.id, now, zone }, width)),
    windowFrom !== null && field("Point in time", `since ${formatTimeAndAge(windowFrom, now, zone)}`),
    ...missingSpans.map((span) => textLine(warn(formatMissingSpan(span, context)))),
    ...tableLines(status, now),
  );
}

/** Point-in-time window of a cluster's schedule in days; 0 where it is off or not known. */
const windowOf = (context: Context, cluster: string): number => windowDays(cachedSchedule(context, cluster) ?? {});

export function detail(context: Context, id: string): DetailModel | null {
  const row = snapshotOf(context, id);
  if (row === undefined) return null;
  const { snapshot, raw } = readOf(context, row);
  const cluster = context.scope.clusters.find(({ name }) => name === row.cluster);
  const status = cluster === undefined ? undefined : clusterBackupsOf(context, cluster);
  const snapshots = status?.snapshots ?? [];
  const impact = deletionImpact(snapshots, id, windowOf(context, row.cluster), context.now);
  const impacts =
    impact === null ? [] : formatImpact(impact, snapshot, cachedSchedule(context, row.cluster) ?? null, context);
  return {
    title: nameOf(snapshot, context),
    raw,
    lines: [
      ...factLines(snapshot, snapshots, context),
      ...ruleLines(snapshot, context),
      ...placeLines(snapshot, context),
      ...(status === undefined ? [] : statusLines(status, snapshot, context)),
      ...section(
        "If this snapshot is deleted",
        impacts.map((words) => textLine(warn(words))),
      ),
    ],
  };
}
