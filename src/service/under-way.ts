import type { JsonObject } from "../contract/json.ts";
import { MINUTE, SECOND } from "../text/durations.ts";
import { schedulesOf } from "./backup-schedules/stored.ts";
import { clusterNamed, type NamedCluster } from "./clusters.ts";
import { EXPORT_JOB, newExport } from "./export-jobs/stored.ts";
import { CATCHING_UP } from "./live-migration/lag.ts";
import { hasActiveMigration, LASTS, migrationAt, newMigration } from "./live-migration/stored.ts";
import { objectId, type Random, randomOf } from "./random.ts";
import { isRunning, newRestore, RESTORE_JOB, restoreJobDraft } from "./restore-jobs/stored.ts";
import { doneAt as builtAt, withBuild } from "./search-indexes/builds.ts";
import { indexDraft, indexIn, indexParent, latestOf, nameKey, SEARCH_INDEX } from "./search-indexes/stored.ts";
import { FILLING_CLUSTER } from "./seed/clusters.ts";
import { doneAt, newSnapshot, snapshotAt } from "./snapshots/life.ts";
import { sourceOf } from "./snapshots/source.ts";
import { isCompleted, SNAPSHOT, snapshotParent, UNFINISHED } from "./snapshots/stored.ts";
import type { Document, WriteTransaction } from "./storage.ts";
import { at } from "./timeline.ts";

/**
 * What is on its way in the sample: a migration that catches up, a restore, a snapshot, an export, a build of an index. Everything
 * ends in its time; a start at which none of a kind is left makes a new one, so that nobody meets a world that has come to rest.
 */

/** Where the examples are. */
export type UnderWayPlace = {
  readonly orgId: string;
  /** The main project. */
  readonly groupId: string;
  /** The project into which a restore goes. */
  readonly otherGroupId: string | undefined;
};

type Making = {
  readonly transaction: WriteTransaction;
  readonly place: UnderWayPlace;
  readonly now: number;
  readonly random: Random;
};

/** More there is not of anything that is looked at here. */
const FEW = { offset: 0, limit: 500 };

const anyRuns = (documents: readonly Document[], now: number, runs: (body: JsonObject) => boolean): boolean =>
  documents.some((document) => runs(at(document, now).body));

/** The newest snapshot of a cluster that can be used. */
async function newestSnapshot({ transaction, place, now }: Making, clusterName: string) {
  const parent = snapshotParent(place.groupId, clusterName);
  const total = await transaction.count({ kind: SNAPSHOT, parent });
  const newest = await transaction.list({ kind: SNAPSHOT, parent }, { offset: Math.max(0, total - 100), limit: 100 });
  const usable = newest.flatMap((document) => snapshotAt(document, now) ?? []).filter(({ body }) => isCompleted(body));
  const last = usable.at(-1);
  return last === undefined ? undefined : { ...last.body, id: last.id };
}

/** A migration some minutes into catching up; its id, or null where there is one. */
async function addMigration({ transaction, place, now, random }: Making, into: NamedCluster): Promise<string | null> {
  if (await hasActiveMigration(transaction, place.groupId, now)) return null;
  const startedAt = now - LASTS.begin - LASTS.copy - Math.round(0.2 * CATCHING_UP) * SECOND;
  const id = objectId(startedAt, random);
  const wanted = { id, clusterName: into.name, migrationHosts: ["mig02.corp.example"], startedAt, fails: false };
  await transaction.put(migrationAt(newMigration(place.groupId, wanted), now));
  return id;
}

const SNAPSHOT_BYTES = 96_000_000_000;

async function addSnapshot({ transaction, place, now, random }: Making, of: NamedCluster): Promise<void> {
  const parent = snapshotParent(place.groupId, of.name);
  const unfinished = await transaction.list({ kind: SNAPSHOT, parent, key: UNFINISHED }, FEW);
  if (unfinished.some((document) => doneAt(document) > now)) return;
  const queuedAt = now - MINUTE;
  const wanted = {
    id: objectId(queuedAt, random),
    answered: {
      snapshotType: "onDemand",
      frequencyType: "ondemand",
      policyItems: [],
      description: "before the cut-over",
    },
    queuedAt,
    sizeBytes: SNAPSHOT_BYTES,
    days: 7,
  };
  const made = snapshotAt(newSnapshot(parent, sourceOf(of), wanted, random, false), now);
  if (made !== null) await transaction.put(made);
}

/** The paused cluster's data into the second project's. */
const RESTORED = { from: "paused-1", to: "stage-1" } as const;

async function addRestore(making: Making): Promise<void> {
  const { transaction, place, now, random } = making;
  const parent = snapshotParent(place.groupId, RESTORED.from);
  if (anyRuns(await transaction.list({ kind: RESTORE_JOB, parent }, FEW), now, isRunning)) return;
  const snapshot = await newestSnapshot(making, RESTORED.from);
  if (snapshot === undefined || place.otherGroupId === undefined) return;
  const startedAt = now - 12 * MINUTE;
  const wanted = {
    id: objectId(startedAt, random),
    groupId: place.groupId,
    clusterName: RESTORED.from,
    family: "cluster",
    request: { deliveryType: "automated", targetClusterName: RESTORED.to, targetGroupId: place.otherGroupId },
    snapshot,
    parts: [],
    pointInTime: null,
    now: startedAt,
  } as const;
  const made = newRestore(wanted);
  const { body, timeline } = at(made, now);
  await transaction.put(restoreJobDraft(parent, "cluster", { ...body, id: wanted.id }, timeline));
}

const EXPORTED = "analytics";

async function addExport(making: Making): Promise<void> {
  const { transaction, place, now, random } = making;
  const parent = snapshotParent(place.groupId, EXPORTED);
  const goesOn = ({ state }: JsonObject): boolean => state === "Queued" || state === "InProgress";
  if (anyRuns(await transaction.list({ kind: EXPORT_JOB, parent }, FEW), now, goesOn)) return;
  const snapshot = await newestSnapshot(making, EXPORTED);
  const schedules = await schedulesOf(transaction, place.groupId);
  const schedule = schedules.find(({ clusterName }) => clusterName === EXPORTED);
  const bucket = schedule?.export?.exportBucketId;
  if (snapshot === undefined || bucket === undefined) return;
  const time = now - MINUTE;
  await transaction.put(
    newExport({
      id: objectId(time, random),
      groupId: place.groupId,
      clusterName: EXPORTED,
      exportBucketId: bucket,
      snapshot,
      now: time,
      owner: `${place.orgId}/${place.groupId}`,
      newId: () => objectId(time, random),
    }),
  );
}

/** An index of the sample that is built once more, host by host. */
const BUILT = { cluster: "prod-eu", database: "shop", collection: "reviews", name: "static" } as const;
const BUILD_LASTS = [2 * MINUTE, 30 * MINUTE, 45 * MINUTE] as const;

async function addBuild({ transaction, place, now }: Making): Promise<void> {
  const parent = indexParent(place.groupId, BUILT.cluster);
  const all = (await transaction.list({ kind: SEARCH_INDEX, parent }, FEW)).map(indexIn);
  if (all.some(({ builds }) => builds.some((build) => build.begins <= now && builtAt(build) > now))) return;
  const key = nameKey(BUILT.database, BUILT.collection, BUILT.name);
  const [found] = await transaction.list({ kind: SEARCH_INDEX, parent, key }, FEW);
  if (found === undefined) return;
  const index = indexIn(found);
  if (index.gone !== undefined) return;
  const begins = now - 3 * MINUTE;
  const latest = latestOf(index);
  const version = { number: latest.number + 1, createdAt: begins, definition: latest.definition };
  const rebuilt = withBuild({ ...index, versions: [...index.versions, version] }, begins, 0);
  const ready = index.hosts.map((_, host) => begins + (BUILD_LASTS[host % BUILD_LASTS.length] ?? 0));
  const builds = rebuilt.builds.map((build) => (build === rebuilt.builds.at(-1) ? { ...build, ready } : build));
  await transaction.put(indexDraft(parent, { ...rebuilt, builds }));
}

/**
 * Adds an example of each kind of which none is on its way.
 *
 * @returns the id of the migration that was added, or null
 */
export async function addUnderWay(
  transaction: WriteTransaction,
  place: UnderWayPlace,
  seed: number,
  now: number,
): Promise<string | null> {
  const filling = await clusterNamed(transaction, place.groupId, FILLING_CLUSTER);
  // Data of before there was such a cluster, or of a sample without it.
  if (filling === undefined) return null;
  const making = { transaction, place, now, random: randomOf(String(seed), "under way") };
  const migration = await addMigration(making, filling);
  await addSnapshot(making, filling);
  await addRestore(making);
  await addExport(making);
  await addBuild(making);
  return migration;
}
