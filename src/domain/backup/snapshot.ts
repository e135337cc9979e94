import { numberIn } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { ReplicaSetSnapshot, ServerlessSnapshot, ShardedSnapshot } from "../../contract/snapshots.ts";
import { formatSize, formatTimeInZone, timeOf, timeOfId, type Zone } from "../../text/format.ts";
import { joinTexts } from "../../text/present.ts";
import { isUnderWay, type Job, type JobStatus } from "../job.ts";

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
  /** Regions that hold copies of it; null where the record does not tell: of a sharded cluster, or before it completes. */
  readonly copyRegions: readonly string[] | null;
  readonly version: string;
  /** It is encrypted with a key of the customer. */
  readonly hasCustomerKey: boolean;
  readonly provider: string;
  /** Ids of the items of the schedule that asked for it. */
  readonly itemIds: readonly string[];
  /** A replica set each; several for a sharded cluster. */
  readonly parts: readonly { readonly id: string; readonly name: string }[];
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
  // A size of zero stands there until it is measured.
  bytes: numberIn(snapshot.storageSizeBytes) || null,
  expiresAt: timeOf(snapshot.expiresAt),
  description: "",
  copyRegions: null,
  version: snapshot.serverVersion ?? "",
  hasCustomerKey: false,
  provider: "",
  itemIds: [],
  parts: [],
});

const isKeyed = ({ masterKeyUUID }: ReplicaSetSnapshot | ShardedSnapshot): boolean => (masterKeyUUID ?? "") !== "";

export function ofReplicaSet(snapshot: ReplicaSetSnapshot, cluster: string): Snapshot {
  const shared = common(snapshot, cluster, "replicaSet");
  const copyRegions = snapshot.copyRegions ?? [];
  return {
    ...shared,
    description: snapshot.description ?? "",
    hasCustomerKey: isKeyed(snapshot),
    copyRegions: copyRegions.length === 0 && isBeingTaken(shared) ? null : copyRegions,
    provider: snapshot.cloudProvider ?? "",
    itemIds: snapshot.policyItems ?? [],
    parts: typeof snapshot.replicaSetName === "string" ? [{ id: "", name: snapshot.replicaSetName }] : [],
  };
}

export const ofSharded = (snapshot: ShardedSnapshot, cluster: string): Snapshot => {
  const members = snapshot.members ?? [];
  return {
    ...common(snapshot, cluster, "sharded"),
    description: snapshot.description ?? "",
    hasCustomerKey: isKeyed(snapshot),
    provider: [...new Set(members.flatMap(({ cloudProvider }) => cloudProvider ?? []))].join(", "),
    itemIds: snapshot.policyItems ?? [],
    parts: members.map(({ id, replicaSetName }) => ({ id: id ?? "", name: replicaSetName ?? "?" })),
  };
};

export const ofServerless = (snapshot: ServerlessSnapshot, cluster: string): Snapshot =>
  common(snapshot, cluster, "serverless");

export const inOrder = (snapshots: readonly Snapshot[]): readonly Snapshot[] =>
  snapshots.toSorted((left, right) => left.takenAt - right.takenAt);

/** It can be restored. */
export const isRestorable = ({ status }: Snapshot): boolean => status === "completed";

/** It can be restored and has not expired: a list that was read before may still have it. */
export const isRestorableAt = (snapshot: Snapshot, now: number): boolean =>
  isRestorable(snapshot) && (snapshot.expiresAt === null || snapshot.expiresAt > now);

const STATUSES: Readonly<Record<string, JobStatus>> = lookupTable({
  queued: "waiting",
  inProgress: "running",
  completed: "done",
  failed: "failed",
});

/** The taking of a snapshot. That it ends is told, but not when. */
export function snapshotAsJob({ status: said, takenAt }: Snapshot): Job {
  const status = STATUSES[said] ?? "unknown";
  return {
    status,
    said: said === "" || status !== "unknown" ? null : said,
    startedAt: takenAt,
    endedAt: null,
    until: null,
    poll: isUnderWay({ status }) ? "often" : "once",
  };
}

/** It waits to be taken, or is being taken. */
export const isBeingTaken = (snapshot: Snapshot): boolean => isUnderWay(snapshotAsJob(snapshot));

/** What kind it is: `hourly`, `on demand`, `fallback daily`. */
export function snapshotKindLabel({ type, frequency }: Pick<Snapshot, "type" | "frequency">): string {
  const often = frequency === "ondemand" ? "" : frequency;
  switch (type) {
    case "onDemand":
      return "on demand";
    case "scheduled":
      return often === "" ? "scheduled" : often;
    case "fallback":
      return often === "" ? "fallback" : `fallback ${often}`;
    default:
      return joinTexts(" ", type, often);
  }
}

/** What tells a snapshot from others, and `more` of it: `21 Nov 14:30 UTC · hourly · 12.4 GB`. */
export const formatSnapshot = (
  snapshot: Snapshot,
  when: { readonly now: number; readonly zone: Zone },
  ...more: readonly (string | false)[]
): string =>
  joinTexts(
    " · ",
    formatTimeInZone(snapshot.takenAt, when),
    snapshotKindLabel(snapshot),
    snapshot.bytes !== null && formatSize(snapshot.bytes),
    ...more,
  );

/** `+25.1 MB`, `same`, against another one. */
export function formatSizeChange(bytes: number, former: number): string {
  const change = bytes - former;
  return change === 0 ? "same" : `${change > 0 ? "+" : ""}${formatSize(change)}`;
}

/** A snapshot's name in sentences: `the hourly one of 21 Nov 14:30 UTC`, `"before CHG-1142", on demand, 20 Nov 18:00 UTC`. */
export function nameOf(snapshot: Snapshot, context: { readonly now: number; readonly zone: Zone }): string {
  const time = formatTimeInZone(snapshot.takenAt, context);
  return snapshot.description === ""
    ? `${snapshotKindLabel(snapshot)} ${time}`
    : `${snapshotKindLabel(snapshot)} ${time} "${snapshot.description}"`;
}

/** Why a snapshot cannot be exported, or null (`domain.md` 10.3). */
export function cannotExport(snapshot: Snapshot | undefined): string | null {
  if (snapshot === undefined) return "the snapshot is no longer listed";
  if (snapshot.kind === "serverless") return "snapshots of serverless instances cannot be exported";
  if (snapshot.type === "fallback") return "fallback snapshots cannot be exported";
  return isRestorable(snapshot) ? null : "only completed snapshots can be exported";
}

/** Why a snapshot cannot be restored, or null. */
export function cannotRestore(snapshot: Snapshot | undefined): string | null {
  if (snapshot === undefined) return "the snapshot is no longer listed";
  return isRestorable(snapshot) ? null : "only completed snapshots can be restored";
}

/** Why a snapshot cannot be downloaded, or null (`domain.md` 11.3). */
export function cannotDownload(snapshot: Snapshot | undefined): string | null {
  if (snapshot?.hasCustomerKey === true) return "encrypted with a customer key: it can be restored, not downloaded";
  return cannotRestore(snapshot);
}
