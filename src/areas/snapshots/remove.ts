import type { OperationId } from "../../contract/operations.ts";
import { windowDays } from "../../domain/backup/backup-schedule.ts";
import { deletionImpacts } from "../../domain/backup/missing-snapshots.ts";
import { isBeingTaken, nameOf, type Snapshot, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import { formatDuration, formatOld, formatSize, formatTimeInZone, pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import type { Context } from "../model/context.ts";
import type { Preflight, ReviewSources, WritePlan } from "../model/effect.ts";
import { askRequirements } from "../queries/compliance-policy.ts";
import { askSchedule } from "../queries/schedule-of-cluster.ts";
import { askSnapshots } from "../queries/snapshots.ts";
import { formatImpact, formatImpacts } from "./impact.ts";
import { targetOf } from "./labels.ts";

/** Deletes snapshots (E53d): irreversible, so the review lists the losses first (`domain.md` 13.4). */

const OPERATIONS = {
  replicaSet: "deleteReplicaSetBackup",
  sharded: "deleteShardedClusterBackup",
} as const satisfies Readonly<Record<string, OperationId>>;

/** The reason why these cannot be deleted together, or null. */
export function cannotDelete(snapshots: readonly Snapshot[]): string | null {
  const [first] = snapshots;
  if (first === undefined) return "no snapshot is selected";
  if (snapshots.some(({ kind }) => kind === "serverless"))
    return "snapshots of serverless instances expire automatically";
  if (snapshots.some(({ cluster }) => cluster !== first.cluster)) return "select snapshots of one cluster only";
  if (snapshots.some(isBeingTaken)) return "a snapshot is still being taken: wait until it completes";
  return null;
}

/** A review lists up to this many snapshots, and counts the rest. */
const MOST_DETAILED = 6;

/** Facts of a snapshot for the review; for a single one its type and expiry too. */
function factsOf(snapshot: Snapshot, isOnly: boolean, context: Context): Preflight["facts"] {
  const { now } = context;
  const { takenAt, expiresAt, bytes } = snapshot;
  const size = bytes === null ? "" : `, ${formatSize(bytes)}`;
  const taken = {
    label: isOnly ? "Taken" : snapshotKindLabel(snapshot),
    value: `${formatTimeInZone(takenAt, context)}, ${takenAt > now ? formatOld(now - takenAt) : `${formatDuration(now - takenAt)} ago`}${size}`,
  };
  if (!isOnly) return [taken];
  const expires =
    expiresAt === null ? "unknown" : `${formatTimeInZone(expiresAt, context)}, in ${formatDuration(expiresAt - now)}`;
  return [taken, { label: "Type", value: snapshotKindLabel(snapshot) }, { label: "Expires", value: expires }];
}

async function preflight({ ask, context }: ReviewSources, chosen: readonly Snapshot[]): Promise<Preflight> {
  const [first] = chosen;
  if (first === undefined) return { warnings: [], facts: [] };
  const { scope, now } = context;
  const [all, schedule, requirements] = await Promise.all([
    askSnapshots(ask, scope, first.cluster, first.kind),
    askSchedule(ask, scope, first.cluster),
    askRequirements(ask, scope),
  ]);
  const stored = new Map(all.map((snapshot) => [snapshot.id, snapshot]));
  // An expiry may have changed meanwhile.
  const snapshots = chosen.map((snapshot) => stored.get(snapshot.id) ?? snapshot);
  const runs = deletionImpacts(all, new Set(chosen.map(({ id }) => id)), windowDays(schedule ?? {}), now);
  const impacts =
    snapshots.length === 1
      ? runs.flatMap(({ snapshots: [snapshot], impact }) => formatImpact(impact, snapshot, schedule, context))
      : formatImpacts(runs, schedule, context);
  const removedCount = chosen.filter(({ id }) => !stored.has(id)).length;
  return {
    warnings: present(
      "A deleted snapshot cannot be recovered.",
      requirements !== null && "The project has a compliance policy: the service will refuse this.",
      removedCount !== 0 && `${pluralize(removedCount, "snapshot is", "snapshots are")} already deleted.`,
      ...impacts,
    ),
    facts: [
      ...snapshots.slice(0, MOST_DETAILED).flatMap((snapshot) => factsOf(snapshot, snapshots.length === 1, context)),
      ...(snapshots.length > MOST_DETAILED
        ? [{ label: "", value: `and ${snapshots.length - MOST_DETAILED} more` }]
        : []),
    ],
  };
}

export function remove(context: Context, snapshots: readonly Snapshot[]): WritePlan {
  const [first] = snapshots;
  const cluster = first?.cluster ?? "";
  const what =
    snapshots.length === 1 && first !== undefined
      ? `${nameOf(first, context)} of ${cluster}`
      : `${pluralize(snapshots.length, "snapshot")} of ${cluster}`;
  return {
    operation: first?.kind === "sharded" ? OPERATIONS.sharded : OPERATIONS.replicaSet,
    title: `Delete snapshot: ${what}`,
    sentence: `${what} ${snapshots.length === 1 ? "is" : "are"} deleted permanently.`,
    button: snapshots.length === 1 ? "Delete snapshot" : `Delete ${snapshots.length} snapshots`,
    targets: snapshots.map((snapshot) => targetOf(snapshot, context)),
    risk: "irreversible",
    confirmName: cluster,
    preflight: (review) => preflight(review, snapshots),
  };
}
