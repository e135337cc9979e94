import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { textIn } from "../../contract/json/json.ts";
import { shortId } from "../../text/format.ts";
import { type AccessRole, isUsable } from "../access-role.ts";

/** Export buckets of any cloud in one shape, and which schedules export to them (`domain.md` 8.6). */

/** A bucket of any cloud, in one shape; what a cloud does not have is null. */
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

/** Names of buckets are not always theirs alone: the end of the id tells those apart. */
export const bucketLabel = ({ id, name }: Bucket, buckets: readonly Bucket[]): string =>
  buckets.filter((other) => other.name === name).length > 1 ? `${name} (…${id.slice(-4)})` : name;

/** A cluster that exports to a bucket by itself, and which of its snapshots. */
export type User = { readonly cluster: string; readonly which: string };

/** What a schedule exports by itself, or null. */
export function exportOf(schedule: BackupSchedule): { readonly bucketId: string; readonly which: string } | null {
  const bucketId = schedule.export?.exportBucketId;
  if (schedule.autoExportEnabled !== true || bucketId === null || bucketId === undefined) return null;
  return { bucketId, which: schedule.export?.frequencyType ?? "snapshots" };
}

export const formatUsers = (users: readonly User[]): string =>
  users.map(({ cluster, which }) => `${cluster} (${which})`).join(", ");

/** The role of a bucket in words: whether anything can be written at all. */
export function formatWritable({ roleId }: Bucket, roles: readonly AccessRole[] | null): string {
  if (roles === null || roleId === null) return "";
  const role = roles.find(({ id }) => id === roleId);
  if (role === undefined) return "access role deleted: exports fail";
  return isUsable(role) ? `role ${role.name}` : "role not authorised: exports fail";
}

/** Whether nothing can be written to a bucket, as far as its role says. */
export const isShut = ({ roleId }: Bucket, roles: readonly AccessRole[] | null): boolean => {
  const role = roles?.find(({ id }) => id === roleId);
  return roles !== null && roleId !== null && (role === undefined || !isUsable(role));
};
