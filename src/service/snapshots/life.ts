import type { JsonObject } from "../../contract/json/json.ts";
import { DAY, SECOND } from "../../text/durations.ts";
import { objectId, type Random, timeOfObjectId } from "../random.ts";
import type { Document, DocumentDraft, TimelineStep } from "../storage/storage.ts";
import { documentAt, inOrder, isoTime, isRemoved } from "../storage/timeline.ts";
import { type StoredSnapshotKind, snapshotDraft } from "./stored.ts";

/** Life of a snapshot: queued, in progress, completed or failed, and removed when it expires (`domain.md` 13.2, 17.3). */

/** Time in the queue, time until its version is known, and minimum duration: in milliseconds. */
const WAITS = 7 * SECOND;
const VERSION_AFTER = 20 * SECOND;
const LEAST = 150 * SECOND;
const MOST = 540 * SECOND;
/** Bytes a second, beyond the minimum duration. */
const SPEED = 200_000_000;

/** Cluster of a snapshot. */
export type SnapshotSource = {
  readonly kind: StoredSnapshotKind;
  readonly clusterName: string;
  readonly version: string;
  readonly providerName: string;
  /** Replica sets of the cluster: one, or one per shard. */
  readonly replicaSets: readonly string[];
};

/** Input of a new snapshot. */
type NewSnapshot = {
  readonly id: string;
  /** Fields that are answered from the start: types, policies, description. */
  readonly answered: JsonObject;
  /** Time at which it is queued, in milliseconds. */
  readonly queuedAt: number;
  /** Time at which the snapshots before it are done; it waits until then. */
  readonly waitsUntil?: number;
  readonly sizeBytes: number;
  readonly days: number;
  readonly copyRegions?: readonly string[];
  readonly fails?: boolean;
};

/** Varies a duration by up to a fifth. */
const about = (milliseconds: number, random: Random): number => Math.round(milliseconds * (0.8 + 0.4 * random.next()));

/** Fields of a snapshot that describe its cluster from the start. Members' ids are random and never change. */
function ofSource(
  source: SnapshotSource,
  queuedAt: number,
  random: Random,
): { readonly first: JsonObject; readonly last: JsonObject } {
  const { kind, clusterName, providerName, replicaSets } = source;
  if (kind === "serverless") return { first: { serverlessInstanceName: clusterName }, last: {} };
  if (kind === "replicaSet") {
    return {
      first: { type: "replicaSet", replicaSetName: replicaSets[0] ?? clusterName },
      last: { cloudProvider: providerName },
    };
  }
  const snapshotIds = replicaSets.map(() => objectId(queuedAt, random));
  return {
    first: { type: "shardedCluster", configServerType: "EMBEDDED", snapshotIds },
    last: {
      members: replicaSets.map((replicaSetName, index) => ({
        cloudProvider: providerName,
        id: snapshotIds[index] ?? "",
        replicaSetName,
      })),
    },
  };
}

/**
 * A new snapshot with all its later steps. The record gets its fields in the recorded order: the version while it runs; provider, size, creation time
 * and the final expiry when it is done.
 */
export function newSnapshot(
  parent: string,
  source: SnapshotSource,
  wanted: NewSnapshot,
  random: Random,
  spontaneous: boolean,
): DocumentDraft {
  const { queuedAt, waitsUntil = queuedAt, sizeBytes, days, fails = false, copyRegions } = wanted;
  const begins = Math.max(queuedAt, waitsUntil) + about(WAITS, random);
  const version = begins + about(VERSION_AFTER, random);
  const lasts = Math.min(MOST, Math.max(LEAST, about(LEAST + (sizeBytes / SPEED) * SECOND, random)));
  const ends = begins + lasts;
  const expires = begins + days * DAY;
  const { first, last } = ofSource(source, queuedAt, random);
  const done: JsonObject = fails
    ? { status: "failed", createdAt: isoTime(begins) }
    : {
        status: "completed",
        createdAt: isoTime(begins),
        expiresAt: isoTime(expires),
        storageSizeBytes: sizeBytes,
        ...last,
        ...(copyRegions === undefined || source.kind !== "replicaSet" ? {} : { copyRegions: [...copyRegions] }),
      };
  const timeline: TimelineStep[] = [
    { at: begins, set: { status: "inProgress" } },
    { at: version, set: { serverVersion: source.version } },
    { at: ends, set: done },
    { at: expires, set: { gone: true }, last: true },
  ];
  const body = {
    ...wanted.answered,
    ...first,
    id: wanted.id,
    status: "queued",
    storageSizeBytes: 0,
    expiresAt: isoTime(queuedAt + days * DAY),
  };
  return snapshotDraft(parent, body, timeline, spontaneous);
}

const isStarted = (body: JsonObject): body is JsonObject & { id: string } => typeof body["id"] === "string";

/** A snapshot's state at a time, or null when it has been removed by then. */
export function snapshotAt(draft: Omit<DocumentDraft, "kind">, now: number): DocumentDraft | null {
  const { body, timeline } = documentAt(draft, now);
  if (isRemoved(body) || !isStarted(body)) return null;
  return snapshotDraft(draft.parent, body, timeline, draft.spontaneous);
}

/** Time at which an unfinished snapshot will be done, in milliseconds; zero for a finished one. */
export const doneAt = ({ timeline }: Pick<Document, "timeline">): number =>
  timeline.find(({ set }) => set["status"] === "completed" || set["status"] === "failed")?.at ?? 0;

/** Time at which a snapshot was taken, in milliseconds: its expiry counts from it. */
export const takenAt = ({ id, body }: Pick<Document, "id" | "body">): number =>
  typeof body["createdAt"] === "string" ? Date.parse(body["createdAt"]) : timeOfObjectId({ id });

/** A snapshot with a retention of this many days from when it was taken. It then expires by a person's request, and so also in a quiet service. */
export function retainedFor(document: DocumentDraft, days: number): DocumentDraft {
  const expires = takenAt(document) + days * DAY;
  const expiresAt = isoTime(expires);
  const timeline = document.timeline.map((step): TimelineStep => {
    if (isRemoved(step.set)) return { ...step, at: expires };
    return step.set["expiresAt"] === undefined ? step : { ...step, set: { ...step.set, expiresAt } };
  });
  const body = { ...document.body, id: document.id, expiresAt };
  return snapshotDraft(document.parent, body, inOrder(timeline), false);
}

const regionsIn = ({ copyRegions }: JsonObject): readonly string[] =>
  Array.isArray(copyRegions) ? copyRegions.map(String) : [];

/** The regions of a snapshot's copies, including those made when it completes. */
export const copyRegionsIn = ({ body, timeline }: Pick<Document, "body" | "timeline">): readonly string[] => [
  ...regionsIn(body),
  ...timeline.flatMap(({ set }) => regionsIn(set)),
];

/** A snapshot without its copies in some regions, including those that would be made when it completes. */
export function withoutCopies(document: DocumentDraft, regions: readonly string[]): DocumentDraft {
  const left = ({ copyRegions, ...rest }: JsonObject): JsonObject => {
    const kept = regionsIn({ copyRegions: copyRegions ?? [] }).filter((region) => !regions.includes(region));
    return kept.length === 0 ? rest : { ...rest, copyRegions: kept };
  };
  const timeline = document.timeline.map((step) => ({ ...step, set: left(step.set) }));
  return snapshotDraft(document.parent, { ...left(document.body), id: document.id }, timeline, document.spontaneous);
}
