import { setupOf } from "../../src/areas/backup-schedules/edit.ts";
import { askFacts, type SchedulePreflight } from "../../src/areas/backup-schedules/preflight.ts";
import type { Ask } from "../../src/areas/model/context.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import { CompliancePolicy } from "../../src/contract/compliance-policy.ts";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName, GroupId, RoleId } from "../../src/contract/schema/ids.ts";
import { openForm } from "../../src/forms/open.ts";
import { Answers, ago, cluster, GROUP, id, NOW } from "./answers.ts";
import { snapshot as completed } from "./snapshot-samples.ts";

/** A schedule with its snapshots and its policy, as the service tells them, and the form that edits it. */

const HOUR = 60;
const DAY = 24 * HOUR;
const groupId = GroupId.parse(GROUP);
const of = (name: string) => ({ params: { groupId, clusterName: ClusterName.parse(name) } });
export const env = { now: NOW, timeZone: "UTC" };

export const rule = (
  number: number,
  frequencyType: string,
  frequencyInterval: number,
  retentionValue: number,
  retentionUnit = "days",
) => ({
  id: id(number),
  frequencyType,
  frequencyInterval,
  retentionUnit,
  retentionValue,
});

export const HOURLY = rule(901, "hourly", 6, 7);
export const DAILY = rule(902, "daily", 1, 7);
export const MONTHLY = rule(904, "monthly", 40, 12, "months");
export const RULES = [HOURLY, DAILY, rule(903, "weekly", 6, 4, "weeks"), MONTHLY, rule(905, "yearly", 12, 1, "years")];

/** A schedule as it is received. */
export const stored = (change: JsonObject = {}): JsonObject => ({
  clusterId: id(700),
  clusterName: "prod-eu",
  nextSnapshot: "2026-11-21T18:30:00Z",
  referenceHourOfDay: 12,
  referenceMinuteOfHour: 30,
  restoreWindowDays: 7,
  policies: [{ id: id(800), policyItems: RULES }],
  autoExportEnabled: false,
  useOrgAndGroupNamesInExportPrefix: false,
  copySettings: [
    { cloudProvider: "AWS", regionName: "EU_WEST_1", zoneId: id(600), frequencies: ["DAILY"], shouldCopyOplogs: true },
  ],
  extraRetentionSettings: [],
  ...change,
});

const snapshot = (number: number, minutesAgo: number, items: readonly string[], change: object = {}) =>
  completed(number, minutesAgo, {
    frequencyType: "hourly",
    storageSizeBytes: 10_000_000_000,
    policyItems: items,
    ...change,
  });

/** Three hourly ones of the last days, and one that a daily rule asked for too. */
const SNAPSHOTS = [
  snapshot(1, 6 * DAY, [id(901)]),
  snapshot(2, 5 * DAY, [id(901), id(902)], { frequencyType: "daily", copyRegions: ["US_EAST_1"] }),
  snapshot(3, 3 * DAY, [id(901)]),
  snapshot(4, 2 * HOUR, [id(901)]),
];

export const POLICY = CompliancePolicy.parse({
  state: "ACTIVE",
  authorizedEmail: "ann@example.com",
  pitEnabled: true,
  restoreWindowDays: 3,
  scheduledPolicyItems: [rule(950, "hourly", 12, 3), rule(951, "daily", 1, 30)],
});

export const scope = { clusters: [cluster("prod-eu")] };

export const answers = (schedule = stored(), policy: CompliancePolicy | null = null): Answers => {
  const given = new Answers()
    .add("listReplicaSetBackups", of("prod-eu"), { results: SNAPSHOTS })
    .add("getBackupSchedule", of("prod-eu"), BackupSchedule.parse(schedule))
    .add(
      "listExportBuckets",
      { params: { groupId } },
      {
        results: [
          { _id: id(500), bucketName: "acme-db-exports", cloudProvider: "AWS", iamRoleId: id(510) },
          {
            _id: id(501),
            bucketName: "acme-legal-hold",
            cloudProvider: "AWS",
            region: "EU_WEST_1",
            iamRoleId: id(511),
          },
        ],
      },
    )
    .add(
      "listCloudProviderAccessRoles",
      { params: { groupId } },
      {
        awsIamRoles: [
          {
            roleId: RoleId.parse(id(510)),
            providerName: "AWS",
            iamAssumedRoleArn: "arn:aws:iam::1:role/svc",
            authorizedDate: ago(9),
          },
          { roleId: RoleId.parse(id(511)), providerName: "AWS", iamAssumedRoleArn: "arn:aws:iam::1:role/hold" },
        ],
      },
    );
  return policy === null ? given : given.add("getDataProtectionSettings", { params: { groupId } }, policy);
};

/** Answers to what a form asks, with the schedule as it was received. */
export const askFrom =
  (given: Answers, schedule: JsonObject): Ask =>
  async (operation, args) => {
    const cached = given.context().cached(operation, args);
    if (cached === undefined) throw new Error(`not given: ${operation}`);
    return { data: cached.data, raw: operation === "getBackupSchedule" ? schedule : cached.raw, at: NOW };
  };

export async function factsOf(schedule = stored(), policy: CompliancePolicy | null = null): Promise<SchedulePreflight> {
  const given = answers(schedule, policy);
  return askFacts(askFrom(given, schedule), given.context({ scope }).scope, "prod-eu");
}

/** The form of a schedule. */
export async function opened(schedule = stored(), policy: CompliancePolicy | null = null) {
  const facts = await factsOf(schedule, policy);
  const { plan } = setupOf(answers(schedule).context({ scope }), "prod-eu", facts);
  return { facts, plan, state: openForm(plan, { mode: "merge", received: schedule }) };
}
