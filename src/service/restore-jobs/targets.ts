import { type JsonObject, jsonObjectsOf } from "../../contract/json/json.ts";
import { type Role, rolesAllow } from "../../contract/roles.ts";
import { clusterIn, type NamedCluster, noCluster } from "../clusters.ts";
import { CLUSTER, PROJECT } from "../projects.ts";
import type { Call } from "../requests/handler.ts";
import { type HttpError, notFound, refusal } from "../requests/http-error.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, ReadTransaction, WriteTransaction } from "../storage/storage.ts";
import { closeOutage, endOutageAt, openOutage } from "./outage.ts";

/** Targets of restores: checks that a cluster can be restored into, and reserves it meanwhile. */

const RESTORE_TARGET = "restore-target";

/** State of a cluster while it is being replaced, and otherwise. */
const REPLACED = "UPDATING";
const READY = "IDLE";

/** A cluster that can be restored into. */
type RestoreTargetDocument = { readonly cluster: NamedCluster; readonly document: Document };

/** True when a version is older than another: compared number by number. */
function isOlder(version: string, other: string): boolean {
  const [left, right] = [version, other].map((one) => one.split(".").map(Number));
  for (const [index, number] of (right ?? []).entries()) {
    const difference = (left?.[index] ?? 0) - number;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Refuses a project that does not exist, belongs to another organisation, or in which the caller may not restore. */
async function refuseProject(transaction: ReadTransaction, call: Call, source: string, groupId: string): Promise<void> {
  const [own, project] = [await transaction.get(PROJECT, source), await transaction.get(PROJECT, groupId)];
  if (project === undefined) throw notFound("GROUP_NOT_FOUND", `There is no project ${groupId}.`, groupId);
  const { projects, organizations } = call.caller;
  const part = projects[groupId] ?? [];
  const roles: readonly Role[] = [...part, ...(organizations[project.parent] ?? [])];
  if (project.parent === own?.parent && part.length > 0 && rolesAllow(roles, call.operation.roles)) return;
  const needed = call.operation.roles.join(" or ");
  throw refusal(
    403,
    "CANNOT_RESTORE_TO_TARGET",
    `A restore into project ${groupId} needs the role ${needed} there, and the same organisation.`,
    groupId,
  );
}

function refuseShape(source: NamedCluster, target: NamedCluster, version: string): void {
  const { name } = target;
  if (target.kind === "serverless") {
    throw refusal(
      400,
      "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API",
      `${name} is a flex cluster: it cannot be a restore target.`,
      name,
    );
  }
  if (target.kind === "tenant") {
    throw refusal(
      400,
      "TENANT_CLUSTER_UPDATE_UNSUPPORTED",
      `${name} is a shared cluster: it cannot be a restore target.`,
      name,
    );
  }
  const failed = (detail: string): HttpError => refusal(409, "RESTORE_INITIATION_FAILED", detail, name);
  if (target.kind !== source.kind) throw failed(`${source.name} and ${name} are not of one kind (sharded or not).`);
  if (target.hosts.length !== source.hosts.length) {
    throw failed(`${source.name} and ${name} differ in the number of their shards.`);
  }
  if (isOlder(target.databaseVersion, version)) {
    throw failed(`${name} has version ${target.databaseVersion}, older than the snapshot's ${version}.`);
  }
}

function refuseServerlessShape({ name, kind, databaseVersion }: NamedCluster, version: string): void {
  if (kind === "sharded") {
    throw refusal(
      400,
      "TENANT_RESTORE_INCOMPATIBLE_TOPOLOGY",
      `${name} is sharded: it cannot be the target of this restore.`,
      name,
    );
  }
  if (!isOlder(databaseVersion, version)) return;
  const detail = `${name} has version ${databaseVersion}, older than the snapshot's ${version}.`;
  throw refusal(400, "TENANT_RESTORE_VERSION_MISMATCH", detail, name);
}

/**
 * The target cluster of a restore.
 *
 * @param source the cluster whose backup it is, or null for a serverless instance
 * @throws a refusal: 404, 403, 400 or 409 when the cluster is missing, forbidden, unfit or busy
 */
export async function targetOf(
  transaction: ReadTransaction,
  call: Call,
  source: NamedCluster | null,
  snapshot: JsonObject,
): Promise<RestoreTargetDocument> {
  const [groupId, name] = [String(call.body["targetGroupId"]), String(call.body["targetClusterName"])];
  const version = String(snapshot["serverVersion"] ?? "");
  await refuseProject(transaction, call, call.params["groupId"] ?? "", groupId);
  const document = await transaction.get(CLUSTER, `${groupId}/${name}`);
  if (document === undefined) throw noCluster(groupId, name);
  const cluster = clusterIn(document);
  if (cluster.paused) throw refusal(400, "CLUSTER_PAUSED_CANNOT_RESTORE", `${name} is paused: resume it first.`, name);
  if (source === null) refuseServerlessShape(cluster, version);
  else refuseShape(source, cluster, version);
  if (await isBeingReplaced(transaction, groupId, name, call.now)) {
    throw refusal(409, "ATLAS_CLUSTER_RESTORE_IN_PROGRESS", `A restore into ${name} is already running.`, name);
  }
  return { cluster, document };
}

/** A past or planned period in which a restore replaces a cluster: simulated milliseconds. */
type Replacement = { readonly from: number; readonly until: number };

const replacementIn = ({ from, until }: JsonObject): Replacement => ({ from: Number(from), until: Number(until) });

/** The restores into a cluster, the latest last. */
export async function replacementsOf(
  transaction: ReadTransaction,
  groupId: string,
  clusterName: string,
): Promise<readonly Replacement[]> {
  const taken = await transaction.get(RESTORE_TARGET, `${groupId}/${clusterName}`);
  return taken === undefined ? [] : [...jsonObjectsOf(taken.body["earlier"]), taken.body].map(replacementIn);
}

/** True while a restore replaces a cluster. */
export const isBeingReplaced = async (
  transaction: ReadTransaction,
  groupId: string,
  clusterName: string,
  now: number,
): Promise<boolean> => (await replacementsOf(transaction, groupId, clusterName)).some(({ until }) => now < until);

/** Maximum of earlier restores kept per cluster: the access history and point-in-time restores need them. */
const MOST_EARLIER = 1000;

/** Reserves a cluster for a restore: it is out of use until the end. Times are simulated milliseconds. */
export async function takeTarget(
  transaction: WriteTransaction,
  { cluster, document }: RestoreTargetDocument,
  jobId: string,
  from: number,
  until: number,
): Promise<void> {
  const { groupId, name } = cluster;
  const orgId = (await transaction.get(PROJECT, groupId))?.parent ?? "";
  const alerts = await openOutage(transaction, cluster, { orgId, jobId, from, until });
  const earlier = (await replacementsOf(transaction, groupId, name)).slice(-MOST_EARLIER);
  const body = { jobId, from, until, alerts, earlier };
  await transaction.put(makeDraft({ kind: RESTORE_TARGET, id: document.id, parent: groupId, body }));
  await transaction.put({
    ...document,
    body: { ...document.body, stateName: REPLACED },
    timeline: [{ at: until, set: { stateName: READY } }],
    nextDue: until,
  });
}

/** Changes the time at which a cluster is back in use to an unplanned one: its restore then fails. */
export async function freeTargetAt(
  transaction: WriteTransaction,
  cluster: Document,
  jobId: string,
  when: number,
): Promise<void> {
  const taken = await transaction.get(RESTORE_TARGET, cluster.id);
  if (taken?.body["jobId"] !== jobId) return;
  const { alerts } = taken.body;
  await endOutageAt(transaction, Array.isArray(alerts) ? alerts.map(String) : [], when);
  await transaction.put({ ...taken, body: { ...taken.body, until: when } });
  await transaction.put({ ...cluster, timeline: [{ at: when, set: { stateName: READY } }], nextDue: when });
}

/** Releases a cluster when its restore was cancelled. Its data are partly replaced all the same. */
export async function releaseTarget(transaction: WriteTransaction, job: Document, now: number): Promise<void> {
  const id = `${String(job.body["targetGroupId"])}/${String(job.body["targetClusterName"])}`;
  const taken = await transaction.get(RESTORE_TARGET, id);
  const cluster = await transaction.get(CLUSTER, id);
  if (taken?.body["jobId"] !== job.id || cluster === undefined) return;
  const { alerts } = taken.body;
  await closeOutage(transaction, Array.isArray(alerts) ? alerts.map(String) : [], now);
  await transaction.put({ ...taken, body: { ...taken.body, until: now } });
  const body = { ...cluster.body, stateName: READY };
  await transaction.put({ ...cluster, body, timeline: [], nextDue: null });
}
