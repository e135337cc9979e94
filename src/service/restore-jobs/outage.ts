import { eventFields } from "../alerts/events.ts";
import { raisedAlert } from "../alerts/life.ts";
import { type AlertTarget, matchesTarget } from "../alerts/targets.ts";
import { ALERT, alertDraft, enabledConfigurations } from "../alerts.ts";
import type { NamedCluster } from "../clusters.ts";
import { objectId, randomOf } from "../random.ts";
import type { Document, ReadTransaction, WriteTransaction } from "../storage/storage.ts";
import { documentAt, inOrder } from "../storage/timeline.ts";

/**
 * A cluster that is being replaced has no primary: configurations that watch for this raise alerts meanwhile (`domain.md` 11.7). A person caused the
 * outage, so that it continues while the service is quiet.
 */

const EVENT = "NO_PRIMARY";
const PORT = 27_017;

const watched = ({ name, hosts }: NamedCluster): AlertTarget => ({
  clusterName: name,
  replicaSetName: `${name}-shard-0`,
  hostname: hosts[0] ?? name,
  port: PORT,
  typeName: "PRIMARY",
});

/** Raises the alerts of a cluster's outage, and returns their ids. */
export async function openOutage(
  transaction: WriteTransaction,
  cluster: NamedCluster,
  { orgId, jobId, from, until }: { orgId: string; jobId: string; from: number; until: number },
): Promise<readonly string[]> {
  const { groupId } = cluster;
  const configurations = await enabledConfigurations(transaction, groupId);
  const target = watched(cluster);
  const ids: string[] = [];
  for (const { id: configurationId, body: configuration } of configurations) {
    if (configuration["eventTypeName"] !== EVENT || !matchesTarget(configuration, target)) continue;
    const random = randomOf(jobId, configurationId, "outage");
    const id = objectId(from, random);
    const fields = eventFields(configuration, target, random);
    const raised = raisedAlert({ id, groupId, orgId, configuration, begins: from, ends: until, fields });
    await transaction.put({ ...raised, spontaneous: false });
    ids.push(id);
  }
  return ids;
}

/** Closes the alerts of an outage that ended early. */
export async function closeOutage(transaction: WriteTransaction, ids: readonly string[], now: number): Promise<void> {
  for (const { id, groupId, body, timeline } of await alertsEndingAt(transaction, ids, now)) {
    const closed = documentAt({ body, timeline }, now).body;
    await transaction.put({ ...alertDraft({ ...closed, id, groupId }), spontaneous: false });
  }
}

/** Changes the time at which the alerts of an outage close. */
export async function endOutageAt(transaction: WriteTransaction, ids: readonly string[], when: number): Promise<void> {
  for (const { id, groupId, body, timeline } of await alertsEndingAt(transaction, ids, when)) {
    await transaction.put({ ...alertDraft({ ...body, id, groupId }, timeline), spontaneous: false });
  }
}

type EndingAlert = Pick<Document, "id" | "body" | "timeline"> & { readonly groupId: string };

/** The outage's alerts that still exist, with a changed closing time. */
async function alertsEndingAt(
  transaction: ReadTransaction,
  ids: readonly string[],
  when: number,
): Promise<readonly EndingAlert[]> {
  const alerts = await transaction.getAll(ALERT, ids);
  return alerts.map(({ id, parent: groupId, body, timeline }) => ({
    id,
    groupId,
    body,
    timeline: inOrder(timeline.map((step) => (step.last === true ? { ...step, at: when } : step))),
  }));
}
