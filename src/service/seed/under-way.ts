import type { JsonObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import { MINUTE, SECOND } from "../../text/durations.ts";
import { schedulesOf } from "../backup-schedules/stored.ts";
import { clusterNamed, type NamedCluster } from "../clusters.ts";
import { EXPORT_JOB, isUnfinishedExport } from "../export-jobs/stored.ts";
import { doInnerRequest } from "../inner-request.ts";
import { whyMigrationFails } from "../live-migration/fit.ts";
import { CATCH_UP_SECONDS } from "../live-migration/lag.ts";
import { hasActiveMigration, PHASE_DURATIONS } from "../live-migration/stored.ts";
import { type Random, randomOf } from "../random.ts";
import { isRunning, RESTORE_JOB } from "../restore-jobs/stored.ts";
import { doneAt as builtAt, withBuild } from "../search-indexes/builds.ts";
import { indexDraft, indexIn, indexParent, latestOf, nameKey, SEARCH_INDEX } from "../search-indexes/stored.ts";
import { doneAt, snapshotAt } from "../snapshots/life.ts";
import { isCompleted, SNAPSHOT, snapshotParent, UNFINISHED } from "../snapshots/stored.ts";
import { deploymentsOf, sourceProjectsOf } from "../source-projects/stored.ts";
import { listAll } from "../storage/questions.ts";
import type { Document, WriteTransaction } from "../storage/storage.ts";
import { documentAt } from "../storage/timeline.ts";
import { FILLING_CLUSTER } from "./clusters.ts";

/**
 * Processes under way in the sample: a migration catching up, a restore, a snapshot, an export, an index build. They all end in their time; a start
 * that finds none of a kind creates a new one, so that the sample never comes to a standstill. They are requested like a caller's requests: with the
 * same rules and the same consequences.
 */

/** Organisation and projects of the examples. */
export type UnderWayPlace = {
  readonly orgId: string;
  /** The main project. */
  readonly groupId: string;
  /** The project that receives a restore. */
  readonly otherGroupId: string | undefined;
};

type Making = {
  readonly transaction: WriteTransaction;
  readonly place: UnderWayPlace;
  readonly now: number;
  readonly random: Random;
};

type Request = { readonly at: number; readonly clusterName?: string; readonly body: JsonObject };

/** Requests an operation in the main project, at a time; a refused request adds nothing. */
function request(
  { transaction, place, random }: Making,
  id: OperationId,
  { at: time, clusterName, body }: Request,
): Promise<string | null> {
  const { orgId, groupId, otherGroupId } = place;
  return doInnerRequest(transaction, {
    id,
    params: { groupId, ...(clusterName === undefined ? {} : { clusterName }) },
    body,
    now: time,
    projects: [groupId, ...(otherGroupId === undefined ? [] : [otherGroupId])],
    orgId,
    random,
  });
}

const anyRuns = (documents: readonly Document[], now: number, runs: (body: JsonObject) => boolean): boolean =>
  documents.some((document) => runs(documentAt(document, now).body));

/** The newest snapshot of a cluster that can be used. */
async function newestSnapshot({ transaction, place, now }: Making, clusterName: string) {
  const parent = snapshotParent(place.groupId, clusterName);
  const total = await transaction.count({ kind: SNAPSHOT, parent });
  const newest = await transaction.list({ kind: SNAPSHOT, parent }, { offset: Math.max(0, total - 100), limit: 100 });
  const usable = newest.flatMap((document) => snapshotAt(document, now) ?? []).filter(({ body }) => isCompleted(body));
  const last = usable.at(-1);
  return last === undefined ? undefined : { ...last.body, id: last.id };
}

/** The migrated deployment: its size makes the copy last as long as `PHASE_DURATIONS` says. */
const MOVED = { deployment: "shop-rs0", host: "mig02.corp.example" } as const;

/** Adds a migration that has been catching up for some minutes; its id, or null if there is one already or none is possible. */
async function addMigration(making: Making, into: NamedCluster): Promise<string | null> {
  const { transaction, place, now } = making;
  const { orgId, groupId } = place;
  if (await hasActiveMigration(transaction, groupId, now)) return null;
  const startedAt = now - PHASE_DURATIONS.begin - PHASE_DURATIONS.copy - Math.round(0.2 * CATCH_UP_SECONDS) * SECOND;
  const sources = await sourceProjectsOf(transaction, orgId, startedAt);
  const source = sources.find((project) => deploymentsOf(project).some(({ name }) => name === MOVED.deployment));
  if (source === undefined) return null;
  const body = {
    source: {
      clusterName: MOVED.deployment,
      groupId: source["projectId"] ?? "",
      managedAuthentication: true,
      ssl: true,
    },
    destination: { clusterName: into.name, groupId, hostnameSchemaType: "PUBLIC" },
    migrationHosts: [MOVED.host],
  };
  // A request with these problems would be accepted and then fail.
  if ((await whyMigrationFails(transaction, { orgId, groupId, body, now: startedAt })) !== null) return null;
  return request(making, "createPushMigration", { at: startedAt, body });
}

async function addSnapshot(making: Making, { name }: NamedCluster): Promise<void> {
  const { transaction, place, now } = making;
  const parent = snapshotParent(place.groupId, name);
  const unfinished = await listAll(transaction, { kind: SNAPSHOT, parent, key: UNFINISHED });
  if (unfinished.some((document) => doneAt(document) > now)) return;
  const body = { description: "before the cut-over" };
  await request(making, "takeSnapshot", { at: now - MINUTE, clusterName: name, body });
}

/** Restores the paused cluster's data into the second project. */
const RESTORED = { from: "paused-1", to: "stage-1" } as const;

async function addRestore(making: Making): Promise<void> {
  const { transaction, place, now } = making;
  const parent = snapshotParent(place.groupId, RESTORED.from);
  if (anyRuns(await listAll(transaction, { kind: RESTORE_JOB, parent }), now, isRunning)) return;
  const snapshot = await newestSnapshot(making, RESTORED.from);
  if (snapshot === undefined || place.otherGroupId === undefined) return;
  const target = { targetClusterName: RESTORED.to, targetGroupId: place.otherGroupId };
  const body = { deliveryType: "automated", snapshotId: snapshot.id, ...target };
  await request(making, "createBackupRestoreJob", { at: now - 12 * MINUTE, clusterName: RESTORED.from, body });
}

const EXPORTED = "analytics";

/** Adds an export to the bucket of the schedule's automatic exports; none if someone has switched them off. */
async function addExport(making: Making): Promise<void> {
  const { transaction, place, now } = making;
  const parent = snapshotParent(place.groupId, EXPORTED);
  if (anyRuns(await listAll(transaction, { kind: EXPORT_JOB, parent }), now, isUnfinishedExport)) return;
  const snapshot = await newestSnapshot(making, EXPORTED);
  const schedules = await schedulesOf(transaction, place.groupId);
  const schedule = schedules.find(({ clusterName }) => clusterName === EXPORTED);
  const exportBucketId = schedule?.export?.exportBucketId;
  if (snapshot === undefined || exportBucketId === undefined || schedule?.autoExportEnabled !== true) return;
  const body = { exportBucketId, snapshotId: snapshot.id };
  await request(making, "createBackupExportJob", { at: now - MINUTE, clusterName: EXPORTED, body });
}

/** An index of the sample that is rebuilt, host by host. */
const BUILT = { cluster: "prod-eu", database: "shop", collection: "reviews", name: "static" } as const;
const BUILD_LASTS = [2 * MINUTE, 30 * MINUTE, 45 * MINUTE] as const;

async function addBuild({ transaction, place, now }: Making): Promise<void> {
  const parent = indexParent(place.groupId, BUILT.cluster);
  const all = (await listAll(transaction, { kind: SEARCH_INDEX, parent })).map(indexIn);
  if (all.some(({ builds }) => builds.some((build) => build.begins <= now && builtAt(build) > now))) return;
  const key = nameKey(BUILT.database, BUILT.collection, BUILT.name);
  const [found] = await listAll(transaction, { kind: SEARCH_INDEX, parent, key });
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
 * Adds an example of each kind that has none under way.
 *
 * @returns id of the added migration, or null
 */
export async function addRunningExamples(
  transaction: WriteTransaction,
  place: UnderWayPlace,
  seed: number,
  now: number,
): Promise<string | null> {
  const filling = await clusterNamed(transaction, place.groupId, FILLING_CLUSTER);
  // Data from before this cluster existed, or a sample without it.
  if (filling === undefined) return null;
  const making = { transaction, place, now, random: randomOf(String(seed), "under way") };
  const migration = await addMigration(making, filling);
  await addSnapshot(making, filling);
  await addRestore(making);
  await addExport(making);
  await addBuild(making);
  return migration;
}
