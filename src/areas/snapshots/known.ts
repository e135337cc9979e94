import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { SnapshotId } from "../../contract/ids.ts";
import { ExactNumber } from "../../contract/json.ts";
import type { ReplicaSetSnapshot, ServerlessSnapshot, ShardedSnapshot } from "../../contract/snapshots.ts";
import { timeOf, timeOfId } from "../../text/format.ts";
import type { Cluster, Context, Query, Scope } from "../area.ts";
import { clusterParams, clustersOf } from "../clusters.ts";

/** Snapshots of all kinds as one: each kind of cluster has a list and a record of its own (`domain.md` 13). */

/** Which list a snapshot came from: it decides how it is read and deleted. */
export type SnapshotKind = "replicaSet" | "sharded" | "serverless";

export type Snapshot = {
  readonly id: string;
  readonly cluster: string;
  readonly kind: SnapshotKind;
  /** When it was taken: told once it is there, before that read off its id (ms). */
  readonly takenAt: number;
  readonly status: string;
  /** onDemand, scheduled, fallback, or what tomorrow brings. */
  readonly type: string;
  readonly frequency: string;
  /** Null while it is not known. */
  readonly bytes: number | null;
  readonly expiresAt: number | null;
  readonly description: string;
  readonly copyRegions: readonly string[];
  readonly version: string;
  readonly provider: string;
  /** Ids of the items of the schedule that asked for it. */
  readonly itemIds: readonly string[];
  /** A replica set each; several for a sharded cluster. */
  readonly parts: readonly { readonly id: string; readonly name: string }[];
};

const bytesOf = (value: number | ExactNumber | null | undefined): number | null => {
  const bytes = value instanceof ExactNumber ? Number(value.source) : (value ?? 0);
  // A size of zero stands there until it is measured.
  return bytes === 0 ? null : bytes;
};

/** What every kind of record tells. */
const common = (snapshot: ServerlessSnapshot, cluster: string, kind: SnapshotKind): Snapshot => ({
  id: snapshot.id,
  cluster,
  kind,
  takenAt: timeOf(snapshot.createdAt) ?? timeOfId(snapshot.id) ?? 0,
  status: snapshot.status ?? "",
  type: snapshot.snapshotType ?? "",
  frequency: snapshot.frequencyType ?? "",
  bytes: bytesOf(snapshot.storageSizeBytes),
  expiresAt: timeOf(snapshot.expiresAt),
  description: "",
  copyRegions: [],
  version: snapshot.serverVersion ?? "",
  provider: "",
  itemIds: [],
  parts: [],
});

export const ofReplicaSet = (snapshot: ReplicaSetSnapshot, cluster: string): Snapshot => ({
  ...common(snapshot, cluster, "replicaSet"),
  description: snapshot.description ?? "",
  copyRegions: snapshot.copyRegions ?? [],
  provider: snapshot.cloudProvider ?? "",
  itemIds: snapshot.policyItems ?? [],
  parts: typeof snapshot.replicaSetName === "string" ? [{ id: "", name: snapshot.replicaSetName }] : [],
});

export const ofSharded = (snapshot: ShardedSnapshot, cluster: string): Snapshot => {
  const members = snapshot.members ?? [];
  return {
    ...common(snapshot, cluster, "sharded"),
    description: snapshot.description ?? "",
    provider: [...new Set(members.flatMap(({ cloudProvider }) => cloudProvider ?? []))].join(", "),
    itemIds: snapshot.policyItems ?? [],
    parts: members.map(({ id, replicaSetName }) => ({ id: id ?? "", name: replicaSetName ?? "?" })),
  };
};

export const ofServerless = (snapshot: ServerlessSnapshot, cluster: string): Snapshot =>
  common(snapshot, cluster, "serverless");

/** Which lists a cluster's snapshots may stand in: of one of unknown kind, all are asked, and an empty or refused one is an answer. */
const KINDS: Readonly<Record<Cluster["kind"], readonly SnapshotKind[]>> = {
  replicaSet: ["replicaSet"],
  sharded: ["sharded"],
  serverless: ["serverless"],
  tenant: [],
  unknown: ["replicaSet", "sharded", "serverless"],
};

const OPERATIONS = {
  replicaSet: "listReplicaSetBackups",
  sharded: "listShardedClusterBackups",
  serverless: "listServerlessBackups",
} as const;

/** Clusters of which snapshots can be asked. */
export const asked = (scope: Scope): readonly Cluster[] =>
  clustersOf(scope, ["replicaSet", "sharded", "serverless", "unknown"]);

const hasSchedule = ({ kind }: Cluster): boolean => kind !== "serverless" && kind !== "tenant";

/** The questions for the snapshots of one cluster. */
export const snapshotQueries = (scope: Scope, { name, kind }: Cluster, pace: Query["pace"]): readonly Query[] =>
  KINDS[kind].map(
    (list): Query => ({
      operation: OPERATIONS[list],
      args: { params: clusterParams(scope, name) },
      pace,
      optional: true,
    }),
  );

/** The snapshots of every cluster, and the schedules that they are measured by. */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...asked(scope).flatMap((cluster) => snapshotQueries(scope, cluster, "once")),
  ...asked(scope)
    .filter(hasSchedule)
    .map(({ name }) => scheduleQuery(scope, name)),
];

/** The question for the schedule that a cluster's snapshots are measured by. */
export const scheduleQuery = (scope: Scope, cluster: string): Query => ({
  operation: "getBackupSchedule",
  args: { params: clusterParams(scope, cluster) },
  pace: "once",
  optional: true,
});

/** The snapshots of a cluster that are held, the oldest first; undefined while none of its lists was read. */
export function heldOf(context: Context, { name, kind }: Cluster): readonly Snapshot[] | undefined {
  const args = { params: clusterParams(context.scope, name) };
  const lists = KINDS[kind].flatMap((list): (readonly Snapshot[])[] => {
    switch (list) {
      case "replicaSet": {
        const held = context.held("listReplicaSetBackups", args);
        return held === undefined ? [] : [held.data.results.map((snapshot) => ofReplicaSet(snapshot, name))];
      }
      case "sharded": {
        const held = context.held("listShardedClusterBackups", args);
        return held === undefined ? [] : [held.data.results.map((snapshot) => ofSharded(snapshot, name))];
      }
      default: {
        const held = context.held("listServerlessBackups", args);
        return held === undefined ? [] : [held.data.results.map((snapshot) => ofServerless(snapshot, name))];
      }
    }
  });
  if (lists.length === 0) return undefined;
  return inOrder([...new Map(lists.flat().map((snapshot) => [snapshot.id, snapshot])).values()]);
}

export const inOrder = (snapshots: readonly Snapshot[]): readonly Snapshot[] =>
  snapshots.toSorted((left, right) => left.takenAt - right.takenAt);

/** The schedule of a cluster, where it was read. */
export const scheduleOf = (context: Context, cluster: string): BackupSchedule | undefined =>
  context.held("getBackupSchedule", { params: clusterParams(context.scope, cluster) })?.data;

/** A snapshot by its id, wherever it stands. */
export function snapshotOf(context: Context, id: string): Snapshot | undefined {
  for (const cluster of asked(context.scope)) {
    const found = heldOf(context, cluster)?.find((snapshot) => snapshot.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The path parameters that name a snapshot. */
export const snapshotParams = (scope: Scope, { cluster, id }: Pick<Snapshot, "cluster" | "id">) => ({
  ...clusterParams(scope, cluster),
  snapshotId: SnapshotId.of(id),
});

/** It can be restored. */
export const isGood = ({ status }: Snapshot): boolean => status === "completed";
/** It waits or runs. */
export const isUnderWay = ({ status }: Snapshot): boolean => status === "queued" || status === "inProgress";
