import { numberIn } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { ReplicaSetSnapshot, ServerlessSnapshot, ShardedSnapshot } from "../../contract/snapshots.ts";
import { formatSize, formatTimeInZone, timeOf, timeOfId, type Zone } from "../../text/format.ts";
import { joinTexts } from "../../text/present.ts";
import { isUnderWay, type Job, type JobStatus } from "../job.ts";

/** Snapshots of all cluster kinds in one type: each kind has its own list and record (`domain.md` 13). */

/** List that a snapshot comes from, which decides the operations for reading and deleting it. */
export type SnapshotKind = "replicaSet" | "sharded" | "serverless";

export type Snapshot = {
  readonly id: string;
  readonly cluster: string;
  readonly kind: SnapshotKind;
  /** Time at which it was taken (ms): reported once it exists, before that derived from its id. */
  readonly takenAt: number;
  readonly status: string;
  /** onDemand, scheduled, fallback, or a value that this version does not know. */
  readonly type: string;
  readonly frequency: string;
  /** Null while unknown. */
  readonly bytes: number | null;
  readonly expiresAt: number | null;
  readonly description: string;
  /** Regions with copies of it; null when the record does not tell: for a sharded cluster, or before it completes. */
  readonly copyRegions: readonly string[] | null;
  readonly version: string;
  /** True when it is encrypted with a customer key. */
  readonly hasCustomerKey: boolean;
  readonly provider: string;
  /** Ids of the schedule items that requested it. */
  readonly itemIds: readonly string[];
  /** One per replica set; several for a sharded cluster. */
  readonly parts: readonly { readonly id: string; readonly name: string }[];
};

/** A size is zero until it is measured, and none is negative. */
function sizeIn(value: unknown): number | null {
  const bytes = numberIn(value);
  return bytes !== null && bytes > 0 ? bytes : null;
}

/** Fields that every kind of record has. */
const common = (snapshot: ServerlessSnapshot, cluster: string, kind: SnapshotKind): Snapshot => ({
  id: snapshot.id,
  cluster,
  kind,
  takenAt: timeOf(snapshot.createdAt) ?? timeOfId(snapshot.id) ?? 0,
  status: snapshot.status ?? "",
  type: snapshot.snapshotType ?? "",
  frequency: snapshot.frequencyType ?? "",
  bytes: sizeIn(snapshot.storageSizeBytes),
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
  const { copyRegions = [] } = snapshot;
  return {
    ...shared,
    description: snapshot.description ?? "",
    hasCustomerKey: isKeyed(snapshot),
    copyRegions: copyRegions?.length === 0 && isBeingTaken(shared) ? null : copyRegions,
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

/** True when the snapshot can be restored. */
export const isRestorable = ({ status }: Snapshot): boolean => status === "completed";

/** True when it can be restored and has not expired: a list that was read earlier may still contain it. */
export const isRestorableAt = (snapshot: Snapshot, now: number): boolean =>
  isRestorable(snapshot) && (snapshot.expiresAt === null || snapshot.expiresAt > now);

const STATUSES: Readonly<Record<string, JobStatus>> = lookupTable({
  queued: "waiting",
  inProgress: "running",
  completed: "done",
  failed: "failed",
});

/** The taking of a snapshot as a job. Its end is reported, but not the time of it. */
export function snapshotAsJob({ status: said, takenAt }: Snapshot): Job {
  const status = STATUSES[said] ?? "unknown";
  return {
    status,
    said: said === "" || status !== "unknown" ? null : said,
    startedAt: takenAt,
    endedAt: null,
    until: null,
    poll: isUnderWay({ status }) ? "normal" : "once",
  };
}

/** True while it is queued or being taken. */
export const isBeingTaken = (snapshot: Snapshot): boolean => isUnderWay(snapshotAsJob(snapshot));

/** Kind of a snapshot: `hourly`, `on demand`, `fallback daily`. */
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

/** Short description of a snapshot, with `more` appended: `21 Nov 14:30 UTC · hourly · 12.4 GB`. */
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

/** Size change against a former snapshot: `+25.1 MB`, `same`. */
export function formatSizeChange(bytes: number, former: number): string {
  const change = bytes - former;
  return change === 0 ? "same" : `${change > 0 ? "+" : ""}${formatSize(change)}`;
}

/** Name of a snapshot in sentences: `hourly 21 Nov 14:30 UTC`, `on demand 20 Nov 18:00 UTC "before CHG-1142"`. */
export function nameOf(snapshot: Snapshot, context: { readonly now: number; readonly zone: Zone }): string {
  const time = formatTimeInZone(snapshot.takenAt, context);
  return snapshot.description === ""
    ? `${snapshotKindLabel(snapshot)} ${time}`
    : `${snapshotKindLabel(snapshot)} ${time} "${snapshot.description}"`;
}

/** Reason why a snapshot cannot be exported, or null (`domain.md` 10.3). */
export function cannotExport(snapshot: Snapshot | undefined): string | null {
  if (snapshot === undefined) return "the snapshot is no longer listed";
  if (snapshot.kind === "serverless") return "snapshots of serverless instances cannot be exported";
  if (snapshot.type === "fallback") return "fallback snapshots cannot be exported";
  return isRestorable(snapshot) ? null : "only completed snapshots can be exported";
}

/** Reason why a snapshot cannot be restored, or null. */
export function cannotRestore(snapshot: Snapshot | undefined): string | null {
  if (snapshot === undefined) return "the snapshot is no longer listed";
  return isRestorable(snapshot) ? null : "only completed snapshots can be restored";
}

/** Reason why a snapshot cannot be downloaded, or null (`domain.md` 11.3). */
export function cannotDownload(snapshot: Snapshot | undefined): string | null {
  if (snapshot?.hasCustomerKey === true) return "encrypted with a customer key: it can be restored, not downloaded";
  return cannotRestore(snapshot);
}
