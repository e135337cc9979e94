import { longestBefore, retentionDays } from "../contract/backup-policy.ts";
import type { Json, JsonObject } from "../contract/json/json.ts";
import type { snapshotOperations } from "../contract/snapshots.ts";
import { DAY } from "../text/durations.ts";
import { copyRegionsOf, usualDays } from "./backup-schedules/emission.ts";
import { type Schedule, scheduleOf, sizeAt } from "./backup-schedules/stored.ts";
import { backedUpClusterOf, refusePaused, serverlessNameOf } from "./clusters.ts";
import { readRequirements, type StoredRequirements } from "./compliance-policy/stored.ts";
import { randomOf } from "./random.ts";
import { type Call, type HandlersOf, nothing, pageOf, param, value } from "./requests/handler.ts";
import { fieldRefusal, HttpError, notFound, refusal } from "./requests/http-error.ts";
import { doneAt, newSnapshot, retainedFor, takenAt } from "./snapshots/life.ts";
import { sourceOf } from "./snapshots/source.ts";
import {
  isUnfinished,
  kindKey,
  kindOf,
  MOST_SNAPSHOTS,
  memberKey,
  SNAPSHOT,
  type StoredSnapshotKind,
  snapshotOf,
  snapshotParent,
  UNFINISHED,
  UNFINISHED_ON_DEMAND,
} from "./snapshots/stored.ts";
import { firstOf, listAll } from "./storage/questions.ts";
import type { Document, ReadTransaction, WriteTransaction } from "./storage/storage.ts";

/** Snapshots: E53a to E53e, and of serverless instances E58 and E59. */

export { snapshotOf };

const PATHS: Readonly<Record<StoredSnapshotKind, (groupId: string, cluster: string) => string>> = {
  replicaSet: (groupId, cluster) => `/groups/${groupId}/clusters/${cluster}/backup/snapshots`,
  sharded: (groupId, cluster) => `/groups/${groupId}/clusters/${cluster}/backup/snapshots/shardedCluster`,
  serverless: (groupId, cluster) => `/groups/${groupId}/serverless/${cluster}/backup/snapshots`,
};

const toAnswer = (call: Call, { body, id }: Pick<Document, "body" | "id">): JsonObject => {
  const path = PATHS[kindOf(body)](param(call, "groupId"), param(call, "clusterName"));
  return { ...body, links: [{ href: call.href(`${path}/${id}`), rel: "self" }] };
};

/** One page of a cluster's snapshots of a kind, oldest first. */
async function page(transaction: ReadTransaction, call: Call, clusterName: string, kind: StoredSnapshotKind) {
  const selection = {
    kind: SNAPSHOT,
    parent: snapshotParent(param(call, "groupId"), clusterName),
    key: kindKey(kind),
  };
  return pageOf(transaction, call, selection, (row) => toAnswer(call, row));
}

const named = (transaction: ReadTransaction, call: Call): Promise<Document> =>
  snapshotOf(transaction, param(call, "groupId"), param(call, "clusterName"), param(call, "snapshotId"));

/** The cluster snapshot that contains a shard's snapshot, or undefined. */
async function wholeOf(transaction: ReadTransaction, call: Call): Promise<Document | undefined> {
  const parent = snapshotParent(param(call, "groupId"), param(call, "clusterName"));
  const key = memberKey(param(call, "snapshotId"));
  return firstOf(transaction, { kind: SNAPSHOT, parent, key });
}

const otherPath = (id: string, other: string): HttpError =>
  refusal(400, "INCORRECT_BACKUP_API_ENDPOINT", `The snapshot ${id} is of ${other}: use its own path.`, id);

/** The sharded cluster's snapshot of a path. */
async function shardedOf(transaction: ReadTransaction, call: Call): Promise<Document> {
  await backedUpClusterOf(transaction, call);
  const found = await named(transaction, call);
  if (kindOf(found.body) !== "sharded") throw otherPath(found.id, "a replica set");
  return found;
}

/** A shard's part of a snapshot, in the form of a replica set's snapshot. */
function partOf({ body }: Document, id: string): JsonObject {
  const { members, snapshotIds, configServerType: _config, storageSizeBytes, ...whole } = body;
  const ids: readonly Json[] = Array.isArray(snapshotIds) ? snapshotIds : [];
  const list: readonly Json[] = Array.isArray(members) ? members : [];
  const member = list[ids.indexOf(id)];
  const size = typeof storageSizeBytes === "number" ? Math.floor(storageSizeBytes / Math.max(1, ids.length)) : 0;
  const { cloudProvider, replicaSetName } = Object(member);
  return {
    ...whole,
    id,
    type: "replicaSet",
    storageSizeBytes: size,
    ...(typeof cloudProvider === "string" ? { cloudProvider } : {}),
    ...(typeof replicaSetName === "string" ? { replicaSetName } : {}),
  };
}

/** Refuses a second on-demand snapshot while one is unfinished. */
async function refuseSecond(transaction: ReadTransaction, parent: string, clusterName: string): Promise<void> {
  const running = await firstOf(transaction, { kind: SNAPSHOT, parent, key: UNFINISHED_ON_DEMAND });
  if (running === undefined) return;
  const detail = `The snapshot ${running.id} of ${clusterName} is ${String(running.body["status"])}: wait until it completes.`;
  throw refusal(400, "UNFINISHED_ON_DEMAND_SNAPSHOT", detail, clusterName, running.id);
}

const retentionInvalid = (detail: string, field: string, ...parameters: (string | number)[]): HttpError =>
  fieldRefusal("BACKUP_SNAPSHOT_RETENTION_VALUE_INVALID", detail, [field], ...parameters);

const lessThanPolicy = (days: number, field: string): HttpError =>
  new HttpError({
    status: 400,
    code: "SNAPSHOT_RETENTION_LESS_THAN_BACKUP_COMPLIANCE_POLICY",
    detail: `The compliance policy requires ${days} days.`,
    parameters: [days],
    fields: [{ path: [field], description: `at least ${days} days` }],
  });

/** Retention days of an on-demand snapshot: those of the request, or the default of the policies. */
function onDemandDays(call: Call, schedule: Schedule, requirements: StoredRequirements | null): number {
  const field = "retentionInDays";
  const given = call.body[field];
  const least = requirements?.onDemandDays ?? 0;
  const days = typeof given === "number" ? given : usualDays(schedule, requirements);
  if (days < least) throw lessThanPolicy(least, field);
  return days;
}

/** Time at which all unfinished snapshots of a cluster are done: a new one waits until then. */
async function busyUntil(transaction: ReadTransaction, parent: string): Promise<number> {
  const running = await listAll(transaction, { kind: SNAPSHOT, parent, key: UNFINISHED });
  return Math.max(0, ...running.map(doneAt));
}

/** Refuses an expiry that the schedule or the compliance policy does not allow. */
function refuseExpiry(
  document: Document,
  days: number,
  schedule: Schedule | null,
  requirements: StoredRequirements | null,
): void {
  const { body } = document;
  const field = "retentionValue";
  const isOnDemand = body["snapshotType"] === "onDemand";
  const least = isOnDemand
    ? (requirements?.onDemandDays ?? 0)
    : Math.max(
        0,
        ...(requirements?.items ?? [])
          .filter(({ frequencyType }) => frequencyType === body["frequencyType"])
          .map((item) => item.days),
      );
  if (days < least) throw lessThanPolicy(least, field);
  if (requirements !== null && takenAt(document) + days * DAY < Date.parse(String(body["expiresAt"]))) {
    throw new HttpError({
      status: 400,
      code: "CANNOT_DECREASE_SNAPSHOT_RETENTION_WITH_BACKUP_COMPLIANCE_POLICY",
      detail: `Under the compliance policy a snapshot cannot expire earlier than it would (${String(body["expiresAt"])}).`,
      parameters: [document.id],
      fields: [{ path: [field], description: "shorter than before" }],
    });
  }
  const before = isOnDemand || schedule === null ? 0 : longestBefore(schedule.policy.policyItems, body);
  if (days < before) {
    throw retentionInvalid(
      `A ${String(body["frequencyType"])} snapshot requires at least the retention of more frequent ones: ${before} days.`,
      field,
      before,
    );
  }
}

const inProgress = (code: string, { id, body }: Document): HttpError =>
  refusal(400, code, `The snapshot ${id} is ${String(body["status"])}: wait until it completes.`, id);

const ofShard = (code: string, id: string, whole: string): HttpError =>
  refusal(403, code, `${id} is part of the snapshot ${whole} of a sharded cluster, and expires with it.`, id, whole);

async function remove(transaction: WriteTransaction, call: Call, document: Document): Promise<void> {
  if (isUnfinished(document.body)) throw inProgress("CANNOT_DELETE_IN_PROGRESS_SNAPSHOT", document);
  if ((await readRequirements(transaction, param(call, "groupId"))) !== null) {
    const detail = "The compliance policy of the project protects its snapshots until they expire.";
    throw refusal(400, "CANNOT_DELETE_SNAPSHOT_WITH_BACKUP_COMPLIANCE_POLICY", detail, document.id);
  }
  await transaction.remove(SNAPSHOT, document.id);
}

export const snapshotHandlers: HandlersOf<keyof typeof snapshotOperations> = {
  async listReplicaSetBackups(transaction, call) {
    const { name } = await backedUpClusterOf(transaction, call);
    return page(transaction, call, name, "replicaSet");
  },

  async listShardedClusterBackups(transaction, call) {
    const { groupId, name } = await backedUpClusterOf(transaction, call);
    const all = { ...call, page: { offset: 0, limit: MOST_SNAPSHOTS } };
    const { rows, total } = await page(transaction, all, name, "sharded");
    const href = call.href(`/groups/${groupId}/clusters/${name}/backup/snapshots/shardedClusters`);
    return value({ links: [{ href, rel: "self" }], results: rows, totalCount: total });
  },

  async takeSnapshot(transaction, call) {
    const cluster = await backedUpClusterOf(transaction, call);
    const { groupId, name } = cluster;
    const schedule = await scheduleOf(transaction, groupId, name);
    refusePaused(cluster);
    const parent = snapshotParent(groupId, name);
    const days = onDemandDays(call, schedule, await readRequirements(transaction, groupId));
    await refuseSecond(transaction, parent, name);
    const id = call.newId();
    const { description } = call.body;
    const copies = copyRegionsOf(schedule, ["ON_DEMAND"]);
    const wanted = {
      id,
      answered: {
        snapshotType: "onDemand",
        frequencyType: "ondemand",
        policyItems: [],
        ...(description === undefined ? {} : { description }),
      },
      queuedAt: call.now,
      waitsUntil: await busyUntil(transaction, parent),
      sizeBytes: sizeAt(schedule, call.now),
      days,
      ...(copies === undefined ? {} : { copyRegions: copies }),
    };
    const draft = newSnapshot(parent, sourceOf(cluster), wanted, randomOf(id, "life"), false);
    return value(toAnswer(call, await transaction.put(draft)));
  },

  async getReplicaSetBackup(transaction, call) {
    await backedUpClusterOf(transaction, call);
    const whole = await wholeOf(transaction, call);
    if (whole !== undefined) {
      const id = param(call, "snapshotId");
      return value(toAnswer(call, { id, body: partOf(whole, id) }));
    }
    const found = await named(transaction, call);
    if (kindOf(found.body) !== "replicaSet") throw otherPath(found.id, "a sharded cluster");
    return value(toAnswer(call, found));
  },

  async getShardedClusterBackup(transaction, call) {
    return value(toAnswer(call, await shardedOf(transaction, call)));
  },

  async deleteReplicaSetBackup(transaction, call) {
    await backedUpClusterOf(transaction, call);
    const whole = await wholeOf(transaction, call);
    const id = param(call, "snapshotId");
    if (whole !== undefined) throw ofShard("CANNOT_DELETE_FROM_CLUSTER_SNAPSHOT", id, whole.id);
    const found = await named(transaction, call);
    if (kindOf(found.body) !== "replicaSet") throw otherPath(id, "a sharded cluster");
    await remove(transaction, call, found);
    return nothing;
  },

  async deleteShardedClusterBackup(transaction, call) {
    await remove(transaction, call, await shardedOf(transaction, call));
    return nothing;
  },

  async updateSnapshotRetention(transaction, call) {
    const { groupId, name } = await backedUpClusterOf(transaction, call);
    const whole = await wholeOf(transaction, call);
    const id = param(call, "snapshotId");
    if (whole !== undefined) throw ofShard("CANNOT_MODIFY_CLUSTER_SNAPSHOT", id, whole.id);
    const found = await named(transaction, call);
    if (isUnfinished(found.body)) throw inProgress("CANNOT_MODIFY_IN_PROGRESS_SNAPSHOT_RETENTION", found);
    if (found.body["status"] !== "completed") {
      const detail = `The snapshot ${id} is ${String(found.body["status"])}: only completed snapshots have a retention to change.`;
      throw refusal(403, "CANNOT_MODIFY_SNAPSHOT", detail, id);
    }
    const { retentionUnit, retentionValue } = call.body;
    const days = retentionDays(retentionValue, retentionUnit) ?? 0;
    refuseExpiry(
      found,
      days,
      await scheduleOf(transaction, groupId, name),
      await readRequirements(transaction, groupId),
    );
    const kept = await transaction.put(retainedFor(found, days));
    return value(asReplicaSet(toAnswer(call, kept)));
  },

  async listServerlessBackups(transaction, call) {
    return page(transaction, call, await serverlessNameOf(transaction, call), "serverless");
  },

  async getServerlessBackup(transaction, call) {
    await serverlessNameOf(transaction, call);
    const [name, id] = [param(call, "clusterName"), param(call, "snapshotId")];
    const found = await transaction.get(SNAPSHOT, id);
    if (found?.parent !== snapshotParent(param(call, "groupId"), name)) {
      throw notFound("TENANT_SNAPSHOT_NOT_FOUND", `There is no snapshot ${id} of ${name}.`, id, name);
    }
    return value(toAnswer(call, found));
  },
};

/** The answer to a changed expiry has the form of a replica set even for a sharded cluster (specification 4.10). */
const asReplicaSet = ({
  members: _members,
  snapshotIds: _ids,
  configServerType: _config,
  ...record
}: JsonObject): JsonObject => record;
