import type { Client, Reply, Row } from "./support.ts";

/** What the tests of backups share. */

export { absent, step } from "./support.ts";

export const DAY = 86_400_000;

export const clusterPath = (call: Client, cluster: string, groupId = call.groupId): string =>
  `/groups/${groupId}/clusters/${cluster}/backup`;

/** The second project, which a compliance policy binds. */
export function stagingOf(call: Client): string {
  const found = call.ready.groups.find(({ name }) => name === "Staging");
  if (found === undefined) throw new TypeError("no second project");
  return found.id;
}

/** The snapshots of a replica set, all of them. */
export const snapshotsOf = async (call: Client, cluster = "prod-eu", groupId = call.groupId): Promise<readonly Row[]> =>
  (await call("GET", `${clusterPath(call, cluster, groupId)}/snapshots`, { query: "itemsPerPage=500" })).rows();

/** Status, code and the first field of an answer. */
export const refusalOf = (reply: Reply): readonly unknown[] => [
  reply.status,
  reply.at("errorCode"),
  reply.at("badRequestDetail", "fields", 0, "field"),
];

/** A rule of a policy or a schedule that keeps for days. */
export const policyItem = (frequencyType: string, frequencyInterval: number, retentionValue: number) => ({
  frequencyType,
  frequencyInterval,
  retentionUnit: "days",
  retentionValue,
});

/** A compliance policy with a rule by the hour and one by the day. */
export const USUAL_POLICY = {
  authorizedEmail: "ann@example.com",
  authorizedUserFirstName: "Ann",
  authorizedUserLastName: "Ode",
  scheduledPolicyItems: [policyItem("hourly", 4, 10), policyItem("daily", 1, 40)],
  onDemandPolicyItem: policyItem("ondemand", 0, 9),
  pitEnabled: true,
  restoreWindowDays: 8,
};
