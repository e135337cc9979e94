import { expect } from "vitest";
import { allOperations } from "../../src/contract/operations.ts";
import type { Client, Reply, Row } from "./support.ts";

/** What the tests of export buckets, exports and restores share. */

export { absent, frozen, step } from "./support.ts";

export const buckets = (call: Client, id = ""): string =>
  `/groups/${call.groupId}/backup/exportBuckets${id === "" ? "" : `/${id}`}`;

export const backup = (call: Client, path: string, cluster = "prod-eu"): string =>
  `/groups/${call.groupId}/clusters/${cluster}/backup/${path}`;

/** The restores of a cluster, or one of them. */
export const jobs = (call: Client, id = "", cluster?: string): string =>
  backup(call, `restoreJobs${id === "" ? "" : `/${id}`}`, cluster);

/** The target of a restore: the empty cluster beside the main one unless told otherwise. */
export const into = (call: Client, targetClusterName = "prod-eu-side", targetGroupId = call.groupId) => ({
  targetClusterName,
  targetGroupId,
});

export const serverless = (call: Client, path = "", instance = "orders-sls"): string =>
  `/groups/${call.groupId}/serverless/${instance}/backup/restoreJobs${path}`;

/** Clusters that have no backups of this kind, and how that is said. */
export const OTHER_CLUSTERS = [
  ["nowhere", 404, "CLUSTER_NOT_FOUND"],
  ["tiny", 400, "INCORRECT_BACKUP_API_ENDPOINT"],
  ["orders-sls", 400, "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API"],
] as const;

/** Complete snapshots of a cluster that are no emergency copies, the oldest first. */
export async function completeOnes(call: Client, cluster = "prod-eu"): Promise<readonly Row[]> {
  const list = { analytics: "snapshots/shardedClusters" }[cluster] ?? "snapshots";
  const path =
    cluster === "orders-sls"
      ? `/groups/${call.groupId}/serverless/orders-sls/backup/snapshots`
      : backup(call, list, cluster);
  const rows = (await call("GET", path, cluster === "analytics" ? {} : { query: "itemsPerPage=500" })).rows();
  return rows.filter(({ status, snapshotType }) => status === "completed" && snapshotType !== "fallback");
}

/** The newest of them. */
export async function newest(call: Client, cluster = "prod-eu"): Promise<Row> {
  const found = (await completeOnes(call, cluster)).at(-1);
  if (found === undefined) throw new TypeError(`${cluster} has no complete snapshot`);
  return found;
}

/** The status, the code and the first field of a refusal. */
export const refused = (reply: Reply): unknown[] => [
  reply.status,
  reply.at("errorCode"),
  ...(reply.at("badRequestDetail") === undefined ? [] : [reply.at("badRequestDetail", "fields", 0, "field")]),
];

/** Checks that an answer has the shape that the contract declares for an operation. */
export function expectDeclared(id: string, reply: Reply): void {
  const declared = allOperations().find((operation) => operation.id === id);
  expect([id, declared?.response.safeParse(reply.json).error]).toEqual([id, undefined]);
}

/** Seconds of a time that the service has written. */
export const secondsOf = (time: unknown): number => Date.parse(String(time)) / 1000;

/** A row of a list by what it has, or an error that says so. */
export function rowWith(reply: Reply, wanted: Row): Row {
  const found = reply.rows().find((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
  if (found === undefined) throw new TypeError(`no row with ${JSON.stringify(wanted)} in ${reply.text}`);
  return found;
}
