import * as z from "zod";
import {
  daysOf,
  FREQUENCIES,
  frequencyInterval,
  frequencyType,
  hourlyItem,
  itemRules,
  keptDays,
  PolicyItem,
  restoreWindowDays,
  retention,
} from "./backup-policy.ts";
import { CLOUD_LABELS, CLOUDS } from "./clouds.ts";
import { isObject } from "./json/json.ts";
import { operationTable } from "./operation.ts";
import { body, type Rule, type UncheckedRecord } from "./schema/body.ts";
import { amount, flag, knownValues, Links, many, text } from "./schema/fields.ts";
import { enteredId } from "./schema/ids.ts";
import { ofLength } from "./schema/lengths.ts";
import { someText } from "./schema/some-text.ts";

/** Backup schedules: specification 2.14 and 4.9 (E51, E52). */

/** Frequencies as copies and extra retention spell them. */
export const COPY_FREQUENCIES = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "ON_DEMAND"] as const;

/** Frequencies whose snapshots can be exported automatically. */
const EXPORT_FREQUENCIES = ["monthly", "yearly"] as const;

/** Fields that only the service sets (specification 2.14). */
export const SCHEDULE_READ_ONLY: readonly string[] = ["clusterId", "clusterName", "nextSnapshot", "links"];

const objectId = (title: string, help: string) =>
  enteredId().meta({ title, help, example: "65f0c2a1b3d4e5f60718293a" });

const COPY_LABELS = {
  HOURLY: "Hourly",
  DAILY: "Daily",
  WEEKLY: "Weekly",
  MONTHLY: "Monthly",
  YEARLY: "Yearly",
  ON_DEMAND: "On demand",
} as const;

const Item = z.strictObject({
  id: objectId("Item", "Id of the stored policy item").optional().meta({ internal: true }),
  frequencyType: frequencyType(
    [...FREQUENCIES, "ondemand"],
    "frequencyType of policyItems: hourly, daily, weekly, monthly, yearly, ondemand",
  ),
  frequencyInterval: frequencyInterval(0),
  ...retention,
});

const Policy = z.strictObject({
  id: objectId("Policy", "Id of the cluster's policy").optional().meta({ internal: true }),
  policyItems: z.array(Item).meta({
    title: "Policy items",
    help: "Frequency and retention of snapshots; omitted items are removed",
    assumes: "policyItems of a policy are required; ids may be left out: the only policy, a new item",
  }),
});

const provider = knownValues(CLOUDS).optional().meta({
  title: "Provider",
  help: "Same provider as the cluster",
  example: "AWS",
  known: CLOUDS,
  words: CLOUD_LABELS,
  assumes: "values of cloudProvider in copySettings: AWS, AZURE, GCP",
});

const region = someText("enter a region")
  .optional()
  .meta({ title: "Copy to region", help: "Another region than the cluster's", example: "EU_CENTRAL_1" });

const CopySetting = z.strictObject({
  regionName: region,
  cloudProvider: provider,
  zoneId: objectId("Zone", "Zone of the cluster for these copies"),
  frequencies: z
    .array(
      knownValues(COPY_FREQUENCIES).meta({
        title: "Frequencies",
        help: "Frequency to copy",
        words: COPY_LABELS,
        assumes: "copy frequencies beyond HOURLY: DAILY, WEEKLY, MONTHLY, YEARLY, ON_DEMAND",
      }),
    )
    .max(COPY_FREQUENCIES.length, ofLength(`enter ${COPY_FREQUENCIES.length} or fewer`))
    .optional()
    .meta({
      title: "Frequencies",
      help: "Snapshots to copy; frequencies of the schedule only",
      words: COPY_LABELS,
    }),
  shouldCopyOplogs: z.boolean().optional().meta({
    title: "Copy oplog",
    help: "Enables point-in-time restore from the copies; requires continuous backup",
    ghost: "off",
  }),
});

const DeletedCopies = z.strictObject({
  regionName: region.meta({ title: "Region", help: "Region whose copies are deleted permanently" }),
  cloudProvider: provider,
  zoneId: objectId("Zone", "Zone of the cluster for these copies").optional(),
});

const ExtraRetention = z.strictObject({
  frequencyType: knownValues(COPY_FREQUENCIES).meta({
    title: "Frequencies",
    help: "Snapshots with extra retention",
    example: "HOURLY",
    known: COPY_FREQUENCIES,
    words: COPY_LABELS,
    assumes: "frequencyType of extraRetentionSettings beyond HOURLY: DAILY, WEEKLY, MONTHLY, YEARLY, ON_DEMAND",
  }),
  retentionDays: keptDays().meta({
    title: "Extra days",
    help: "Days in addition to the compliance policy",
    example: "2",
    unit: "days",
  }),
});

const Export = z.strictObject({
  exportBucketId: objectId("Bucket", "Bucket for automatic exports").optional(),
  frequencyType: knownValues(EXPORT_FREQUENCIES)
    .optional()
    .meta({
      title: "Frequency",
      help: "Snapshots to export",
      example: "monthly",
      known: EXPORT_FREQUENCIES,
      words: { monthly: "Monthly", yearly: "Yearly" },
      assumes: "frequencyType of export: monthly, yearly",
    }),
});

/** Items of a body's policy. */
const itemsIn = (schedule: UncheckedRecord): readonly UncheckedRecord[] => {
  const { policies } = schedule;
  const [policy] = Array.isArray(policies) ? policies.filter(isObject) : [];
  const items = policy?.["policyItems"];
  return Array.isArray(items) ? items.filter(isObject) : [];
};

const together = (field: string, other: string): Rule => ({
  name: "reference-together",
  path: [field],
  message: "enter both hour and minute",
  test: (schedule) => schedule[field] !== undefined || schedule[other] === undefined,
});

const rules: readonly Rule[] = [
  ...itemRules(["policies", "[]", "policyItems", "[]"]),
  together("referenceHourOfDay", "referenceMinuteOfHour"),
  together("referenceMinuteOfHour", "referenceHourOfDay"),
  {
    name: "window-within-hourly",
    path: ["restoreWindowDays"],
    message:
      "requires an hourly policy item with at least this retention; to disable point-in-time restore, delete all schedules",
    test: (schedule) => {
      const { restoreWindowDays: days, policies } = schedule;
      if (typeof days !== "number" || !Array.isArray(policies) || policies.length === 0) return true;
      const hourly = hourlyItem(itemsIn(schedule));
      return hourly !== undefined && days <= (daysOf(hourly) ?? days);
    },
  },
  {
    name: "export-when-on",
    path: ["export"],
    message: "only with automatic exports",
    test: (schedule) => schedule["export"] === undefined || schedule["autoExportEnabled"] !== false,
  },
];

/** Body of an update (E52): only the changes; a given list replaces the stored one. */
export const ScheduleBody = body(
  z.strictObject({
    referenceHourOfDay: z.int().min(0, "enter 0 to 23").max(23, "enter 0 to 23").optional().meta({
      title: "Daily start, hour",
      help: "Hour of the reference time of snapshots, UTC",
      example: "2",
    }),
    referenceMinuteOfHour: z.int().min(0, "enter 0 to 59").max(59, "enter 0 to 59").optional().meta({
      title: "Daily start, minute",
      help: "Minute of the reference time",
      example: "30",
    }),
    policies: z.array(Policy).max(1, ofLength("enter one policy only")).optional().meta({
      title: "Policies",
      help: "Policy of the cluster with all policy items",
      assumes: "lists that are given replace the stored ones; there is always one policy",
    }),
    restoreWindowDays: restoreWindowDays.meta({
      assumes: "giving restoreWindowDays switches point-in-time on; deleting all schedules switches it off",
    }),
    autoExportEnabled: z.boolean().optional().meta({
      title: "Automatic export",
      help: "Exports snapshots to your bucket",
      ghost: "off",
    }),
    export: Export.optional().meta({ title: "Export", help: "Bucket and frequency of automatic exports" }),
    useOrgAndGroupNamesInExportPrefix: z.boolean().optional().meta({
      title: "Names in paths",
      help: "Project and organisation names instead of ids in the bucket path",
      ghost: "off",
    }),
    copySettings: z.array(CopySetting).optional().meta({
      title: "Copies",
      help: "Snapshot copies in other regions",
    }),
    deleteCopiedBackups: z.array(DeletedCopies).optional().meta({
      title: "Delete old copies",
      help: "Permanently deletes the copies of removed regions",
    }),
    extraRetentionSettings: z.array(ExtraRetention).optional().meta({
      title: "Extra retention",
      help: "Days in addition to the compliance policy, by frequency",
    }),
    updateSnapshots: z.boolean().optional().meta({
      title: "Update existing snapshots?",
      help: "Also applies changed retention to existing snapshots",
      ghost: "no",
    }),
  }),
  rules,
);

/** A schedule in an answer. */
export const BackupSchedule = z.looseObject({
  autoExportEnabled: flag(),
  clusterId: text(),
  clusterName: text(),
  copySettings: many(
    z.looseObject({
      cloudProvider: text(),
      frequencies: many(z.string()),
      regionName: text(),
      shouldCopyOplogs: flag(),
      zoneId: text(),
    }),
  ),
  export: z.looseObject({ exportBucketId: text(), frequencyType: text() }).nullish(),
  extraRetentionSettings: many(z.looseObject({ frequencyType: text(), retentionDays: amount() })),
  links: Links,
  nextSnapshot: text(),
  policies: many(z.looseObject({ id: text(), policyItems: many(PolicyItem) })),
  referenceHourOfDay: amount(),
  referenceMinuteOfHour: amount(),
  restoreWindowDays: amount(),
  useOrgAndGroupNamesInExportPrefix: flag(),
});

export type BackupSchedule = z.output<typeof BackupSchedule>;

const common = {
  area: "backup-schedules",
  entity: { name: "backup schedule", id: ["clusterName"], param: "clusterName", parent: "cluster" },
  path: "/groups/{groupId}/clusters/{clusterName}/backup/schedule",
  response: BackupSchedule,
  budget: "cloud-backups",
  version: "2024-08-05",
} as const;

export const scheduleOperations = operationTable({
  deleteAllBackupSchedules: {
    ...common,
    // The cluster keeps its row in the list, without a schedule.
    entityUse: "update",
    spec: "E51",
    aliases: ["deleteGroupClusterBackupSchedule"],
    title: "Delete all backup schedules",
    method: "DELETE",
    queryFlags: "E",
    roles: ["Project Service Admin"],
    risk: "destructive",
    assumes: [
      "deleting all schedules leaves one policy without items, and snapshots expire",
      "under a compliance policy it is 400 CANNOT_DISABLE_CLOUD_BACKUP_WITH_BACKUP_COMPLIANCE_POLICY",
    ],
  },
  getBackupSchedule: {
    ...common,
    spec: "E52",
    aliases: ["getGroupClusterBackupSchedule"],
    title: "Get backup schedule",
    roles: ["Project Read Only"],
    assumes: ["a cluster that is not backed up is 404 BACKUP_CONFIG_NOT_FOUND"],
  },
  updateBackupSchedule: {
    ...common,
    spec: "E52",
    aliases: ["updateGroupClusterBackupSchedule"],
    title: "Update backup schedule",
    method: "PATCH",
    body: ScheduleBody,
    roles: ["Project Owner"],
    update: "merge",
    assumes: [
      "refused with 400 by the stored schedule: INVALID_NUM_OF_POLICIES, INVALID_NUM_OF_POLICY_ITEMS, INVALID_POLICY_ID, INVALID_POLICY_ITEM_ID, INVALID_FREQUENCY_TYPE_CHANGE, INVALID_RESTORE_WINDOW, BACKUP_SNAPSHOT_RETENTION_VALUE_INVALID, otherwise INVALID_SNAPSHOT_SCHEDULE",
      "refused with 400 by a compliance policy: BACKUP_POLICY_NOT_MEETING_BACKUP_COMPLIANCE_POLICY_REQUIREMENTS, CANNOT_DECREASE_PIT_WINDOW_WITH_BACKUP_COMPLIANCE_POLICY, CANNOT_DELETE_COPY_SNAPSHOT_WITH_BACKUP_COMPLIANCE_POLICY_ENABLED",
      "deleteCopiedBackups names copy settings that were removed: by region, and by provider and zone where they are given",
      "window rules are judged only when the request touches the window or the hourly item",
    ],
  },
});
