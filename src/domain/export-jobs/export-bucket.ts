import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { textIn } from "../../contract/json/json.ts";
import { idEnd, shortId } from "../../text/format.ts";
import { type AccessRole, isUsable } from "../access-role.ts";

/** Export buckets of any cloud in one type, and the schedules that export to them (`domain.md` 8.6). */

/** A bucket of any cloud; fields that its cloud does not have are null. */
export type Bucket = {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly region: string | null;
  readonly roleId: string | null;
  readonly serviceUrl: string | null;
  readonly tenantId: string | null;
};

export function bucketOf(bucket: { readonly [key: string]: unknown }): Bucket {
  const text = (field: string): string | null => textIn(bucket, field);
  const id = text("_id") ?? "";
  return {
    id,
    name: text("bucketName") ?? shortId(id),
    provider: text("cloudProvider") ?? "cloud unknown",
    region: text("region"),
    roleId: text("iamRoleId") ?? text("roleId"),
    serviceUrl: text("serviceUrl"),
    tenantId: text("tenantId"),
  };
}

/** Label of a bucket: with the end of its id when several have the same name. */
export function bucketLabel({ id, name }: Bucket, buckets: readonly Bucket[]): string {
  const alike = buckets.filter((other) => other.name === name).map((other) => other.id);
  return alike.length > 1 ? `${name} (${idEnd(id, alike)})` : name;
}

/** A cluster with automatic exports to a bucket, and the frequency of the exported snapshots. */
export type User = { readonly cluster: string; readonly which: string };

/** False where a schedule leaves open whether it exports automatically, or to which bucket. */
export const reportsExport = ({ autoExportEnabled, export: target }: BackupSchedule): boolean =>
  autoExportEnabled === true ? target?.exportBucketId != null : autoExportEnabled !== null;

/** Automatic export of a schedule, or null where none is known. */
export function exportOf(schedule: BackupSchedule): { readonly bucketId: string; readonly which: string } | null {
  const bucketId = schedule.export?.exportBucketId;
  if (schedule.autoExportEnabled !== true || bucketId === null || bucketId === undefined) return null;
  return { bucketId, which: schedule.export?.frequencyType ?? "snapshots" };
}

export const formatUsers = (users: readonly User[]): string =>
  users.map(({ cluster, which }) => `${cluster} (${which})`).join(", ");

/** Text about the role of a bucket: whether exports can be written at all. */
export function formatWritable({ roleId }: Bucket, roles: readonly AccessRole[] | null): string {
  if (roles === null || roleId === null) return "";
  const role = roles.find(({ id }) => id === roleId);
  if (role === undefined) return "access role deleted: exports fail";
  return isUsable(role) ? `role ${role.name}` : "role not authorised: exports fail";
}

/** True when a bucket is not writable, judged by its role. */
export const isUnwritable = ({ roleId }: Bucket, roles: readonly AccessRole[] | null): boolean => {
  const role = roles?.find(({ id }) => id === roleId);
  return roles !== null && roleId !== null && (role === undefined || !isUsable(role));
};
