import * as z from "zod";
import {
  daysOf,
  FREQUENCIES,
  frequencyInterval,
  frequencyType,
  hourlyItem,
  itemRules,
  ownItemRules,
  PolicyItem,
  restoreWindowDays,
  retention,
} from "./backup-policy.ts";
import { objectsOf } from "./json/json.ts";
import { DELETION, operationTable } from "./operation.ts";
import { body, type Rule } from "./schema/body.ts";
import { amount, flag, many, text } from "./schema/fields.ts";
import { GroupId } from "./schema/ids.ts";
import { someText } from "./schema/some-text.ts";

/** Backup compliance policy: specification 2.11 and 4.8 (E41 to E43). */

/** Fields that only the service sets (specification 2.11), removed from the received document before it is sent back. */
export const COMPLIANCE_READ_ONLY: readonly string[] = [
  "deletable",
  "state",
  "updatedDate",
  "updatedUser",
  "onDemandPolicyItem.id",
];

const ScheduledItem = z.strictObject({
  frequencyType: frequencyType(
    FREQUENCIES,
    "frequencyType of scheduledPolicyItems beyond daily: hourly, weekly, monthly, yearly",
  ),
  frequencyInterval: frequencyInterval(1),
  ...retention,
});

const OnDemandItem = z.strictObject({
  frequencyType: z
    .literal("ondemand")
    .meta({ title: "Frequency", help: "Always on demand", example: "ondemand", internal: true }),
  frequencyInterval: frequencyInterval(0).meta({
    title: "Interval",
    help: "0 or 1, without effect",
    example: "1",
    internal: true,
  }),
  ...retention,
});

const windowOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** Rules for point-in-time restore, checked only if the policy requires it (`service-decisions.md`). */
const windowRules: readonly Rule[] = [
  {
    name: "window-required",
    path: ["restoreWindowDays"],
    message: "point-in-time restore requires a window of 1 day or more",
    test: ({ pitEnabled, restoreWindowDays: days }) => pitEnabled !== true || windowOf(days) >= 1,
  },
  {
    name: "hourly-required",
    path: ["pitEnabled"],
    message: "point-in-time restore requires an hourly policy item",
    test: ({ pitEnabled, scheduledPolicyItems: items }) =>
      pitEnabled !== true || hourlyItem(objectsOf(items)) !== undefined,
  },
  {
    name: "window-within-hourly",
    path: ["restoreWindowDays"],
    message: "enter the hourly retention or less",
    test: ({ pitEnabled, restoreWindowDays: days, scheduledPolicyItems: items }) => {
      const hourly = hourlyItem(objectsOf(items));
      return pitEnabled !== true || hourly === undefined || windowOf(days) <= (daysOf(hourly) ?? windowOf(days));
    },
  },
];

const name = (title: string, example: string) =>
  someText("enter a name").meta({ title, help: "Name of the authorised person", example });

/** Body of an update (E43): the whole policy; a field left out loses its value. */
export const ComplianceBody = body(
  z.strictObject({
    authorizedEmail: z.email("enter an e-mail address").meta({
      title: "Authorised person's e-mail",
      help: "Only this person and support together can disable the policy",
      example: "ann@example.com",
    }),
    authorizedUserFirstName: name("First name", "Ann"),
    authorizedUserLastName: name("Last name", "Ode"),
    scheduledPolicyItems: z.array(ScheduledItem).optional().meta({
      title: "Minimum schedule",
      help: "Minimum frequency and retention for every cluster",
    }),
    onDemandPolicyItem: OnDemandItem.optional().meta({
      title: "On-demand minimum",
      help: "Minimum retention of on-demand snapshots",
    }),
    pitEnabled: z.boolean().optional().meta({
      title: "Require point-in-time",
      help: "Requires continuous backup for every cluster",
      ghost: "off",
    }),
    restoreWindowDays,
    copyProtectionEnabled: z.boolean().optional().meta({
      title: "Protect copies",
      help: "Copies in other regions cannot be deleted",
      ghost: "off",
    }),
    encryptionAtRestEnabled: z.boolean().optional().meta({
      title: "Require customer keys",
      help: "Requires encryption with customer-managed keys for every cluster",
      ghost: "off",
    }),
    projectId: GroupId.optional().meta({
      title: "Project",
      help: "Project of the policy: the current one",
      internal: true,
    }),
  }),
  [...itemRules(["scheduledPolicyItems", "[]"]), ...ownItemRules(["onDemandPolicyItem"]), ...windowRules],
);

/** A policy in an answer; an empty object if there is none. */
export const CompliancePolicy = z.looseObject({
  authorizedEmail: text(),
  authorizedUserFirstName: text(),
  authorizedUserLastName: text(),
  copyProtectionEnabled: flag(),
  deletable: flag(),
  encryptionAtRestEnabled: flag(),
  onDemandPolicyItem: PolicyItem.nullish(),
  pitEnabled: flag(),
  projectId: text(),
  restoreWindowDays: amount(),
  scheduledPolicyItems: many(PolicyItem),
  state: text(),
  updatedDate: text(),
  updatedUser: text(),
});

export type CompliancePolicy = z.output<typeof CompliancePolicy>;

const common = {
  area: "compliance-policy",
  entity: { name: "compliance policy", id: [], parent: "project" },
  path: "/groups/{groupId}/backupCompliancePolicy",
  roles: ["Project Owner"],
  budget: "cloud-backups",
  version: "2023-10-01",
} as const;

export const complianceOperations = operationTable({
  disableDataProtectionSettings: {
    ...common,
    spec: "E41",
    aliases: ["disableGroupBackupCompliancePolicy"],
    title: "Disable compliance policy",
    ...DELETION,
    risk: "destructive",
    version: "2024-11-13",
    assumes: [
      "disabling is refused with 400 until support has approved (deletable)",
      "the refusal has the code BACKUP_COMPLIANCE_POLICY_SETTINGS_INVALID; without a policy it is 404 RESOURCE_NOT_FOUND",
    ],
  },
  getDataProtectionSettings: {
    ...common,
    spec: "E42",
    aliases: ["getGroupBackupCompliancePolicy"],
    title: "Get compliance policy",
    response: CompliancePolicy,
    assumes: [
      "a project without a policy answers 200 and an empty object; a client takes 404 for the same",
      "states beyond ACTIVE: ENABLING, UPDATING, DISABLING",
    ],
  },
  updateDataProtectionSettings: {
    ...common,
    spec: "E43",
    aliases: ["updateGroupBackupCompliancePolicy"],
    title: "Set compliance policy",
    method: "PUT",
    query: {
      overwriteBackupPolicies: z.boolean().optional().meta({
        title: "Rewrite schedules",
        help: "On: non-compliant schedules are changed now. Off: the change is refused",
        ghost: "on",
      }),
    },
    body: ComplianceBody,
    response: CompliancePolicy,
    risk: "irreversible",
    update: "replace",
    assumes: [
      "once on, nothing of the policy gets weaker: shorter retention, removed items, a smaller window and point-in-time off are refused",
      "what would weaken it is 400: CANNOT_DECREASE_SNAPSHOT_RETENTION_WITH_BACKUP_COMPLIANCE_POLICY, CANNOT_DECREASE_PIT_WINDOW_WITH_BACKUP_COMPLIANCE_POLICY, CANNOT_DISABLE_PIT_WITH_BACKUUP_COMPLIANCE_POLICY, CANNOT_DISABLE_ENCRYPTION_AT_REST_WITH_BACKUP_COMPLIANCE_POLICY",
      "without overwriteBackupPolicies a schedule that does not comply is 400 BACKUP_POLICIES_NOT_MEETING_BACKUP_COMPLIANCE_POLICY_REQUIREMENTS",
      "while the policy is being disabled it cannot be changed: 400 BACKUP_COMPLIANCE_POLICY_SETTINGS_INVALID",
      "a policy with which a schedule would keep snapshots too long by its extra retention is 400 BACKUP_SNAPSHOT_RETENTION_VALUE_INVALID",
    ],
  },
});
