import { retentionDays } from "../contract/backup-policy.ts";
import { type JsonObject, objectsOf, textIn } from "../contract/json/json.ts";
import type { OperationId } from "../contract/operations.ts";
import { timeOf, timeOfId } from "../text/format.ts";
import { judgedRolesOf } from "./access-role.ts";
import { acknowledgementImpact } from "./alerts/acknowledgement.ts";
import { configurationImpact } from "./alerts/configuration-impact.ts";
import { deletesCopies } from "./backup/schedule-changes.ts";
import { scheduleImpact } from "./backup/schedule-impact.ts";
import { expiryImpact } from "./backup/snapshot-expiry.ts";
import { bucketOf } from "./export-jobs/export-bucket.ts";
import { newBucketImpact } from "./export-jobs/new-bucket-impact.ts";
import { disruptiveWhere, type Impact } from "./impact.ts";
import { migrationImpact } from "./live-migration/migration.ts";
import { restoreImpact } from "./restore.ts";

/**
 * Losses caused by a request that depend on its body (`domain.md` 12.4 and 13.4), for bodies that are sent without a form. Forms use the same
 * functions: `sextant run` asks for the same confirmations as a review.
 */

/** Documents read for an operation, by name; null when a read failed: possible losses count as certain then. */
type KnownDocuments = Readonly<Record<string, JsonObject | null>>;

type ImpactOfBody = {
  /** Documents to read: for each, the first of the operations that answers, called with the path parameters that they share. */
  readonly reads: Readonly<Record<string, readonly OperationId[]>>;
  readonly impactOf: (body: JsonObject, known: KnownDocuments, now: number) => Impact;
};

/** Impact of an operation that changes a stored document. */
const ofStored = (
  reads: readonly OperationId[],
  impactOf: (body: JsonObject, stored: JsonObject | null, now: number) => Impact,
): ImpactOfBody => ({
  reads: { stored: reads },
  impactOf: (body, { stored = null }, now) => impactOf(body, stored, now),
});

const ofBody = (impactOf: (body: JsonObject, now: number) => Impact): ImpactOfBody => ({
  reads: {},
  impactOf: (body, _known, now) => impactOf(body, now),
});

const UNREAD_CONFIGURATION = disruptiveWhere([
  "The stored configuration could not be read: what it loses is not known.",
]);

function ofRetention({ retentionValue, retentionUnit }: JsonObject, stored: JsonObject | null, now: number): Impact {
  const takenAt = timeOf(textIn(stored, "createdAt")) ?? timeOfId(textIn(stored, "id") ?? "");
  if (takenAt === null) {
    const warnings = ["The snapshot could not be read, and is deleted if that time is in the past."];
    return { risk: "irreversible", warnings };
  }
  const snapshot = { takenAt, expiresAt: timeOf(textIn(stored, "expiresAt")) };
  return expiryImpact(snapshot, retentionDays(retentionValue, retentionUnit), now);
}

const BUCKETS_AND_ROLES = {
  buckets: ["listExportBuckets"],
  roles: ["listCloudProviderAccessRoles"],
} as const satisfies ImpactOfBody["reads"];

const bucketsIn = ({ buckets }: KnownDocuments) => (buckets ? objectsOf(buckets["results"]).map(bucketOf) : null);
const rolesIn = ({ roles }: KnownDocuments) => (roles ? judgedRolesOf(roles) : null);

function ofSchedule(body: JsonObject, known: KnownDocuments, now: number): Impact {
  const { stored = null } = known;
  if (stored === null) {
    const warnings = ["The stored schedule could not be read: what it loses is not known."];
    const isFinal = deletesCopies(body) || (body["updateSnapshots"] === true && body["policies"] !== undefined);
    return { risk: isFinal ? "irreversible" : "disruptive", warnings };
  }
  const facts = { snapshots: null, buckets: bucketsIn(known), roles: rolesIn(known) };
  const wording = { now, zone: "utc", regionName: (region: string) => region } as const;
  return scheduleImpact({ base: stored, body: { ...stored, ...body } }, facts, wording);
}

const restore = ofBody(restoreImpact);

const IMPACTS: ReadonlyMap<OperationId, ImpactOfBody> = new Map<OperationId, ImpactOfBody>([
  // Independent of the stored alert: nothing is read first.
  ["acknowledgeAlert", ofBody(({ acknowledgedUntil }, now) => acknowledgementImpact(acknowledgedUntil, now))],
  [
    "updateAlertConfiguration",
    ofStored(["getAlertConfiguration"], (body, stored) =>
      stored === null ? UNREAD_CONFIGURATION : configurationImpact(body, stored),
    ),
  ],
  [
    "toggleAlertConfiguration",
    ofStored(["getAlertConfiguration"], ({ enabled = null }, stored) =>
      enabled === true
        ? disruptiveWhere([])
        : configurationImpact({ ...stored, enabled }, { enabled: true, ...stored }),
    ),
  ],
  [
    "createExportBucket",
    {
      reads: BUCKETS_AND_ROLES,
      impactOf: (body, known) => newBucketImpact(body, rolesIn(known) ?? [], bucketsIn(known) ?? []),
    },
  ],
  ["updateSnapshotRetention", ofStored(["getReplicaSetBackup", "getShardedClusterBackup"], ofRetention)],
  ["updateBackupSchedule", { reads: { stored: ["getBackupSchedule"], ...BUCKETS_AND_ROLES }, impactOf: ofSchedule }],
  ["createBackupRestoreJob", restore],
  ["createServerlessBackupRestoreJob", restore],
  ["createPushMigration", ofBody(migrationImpact)],
]);

/** Impact of an operation by its body; undefined when the impact does not depend on the body. */
export const impactOfBody = (operation: OperationId): ImpactOfBody | undefined => IMPACTS.get(operation);
