import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import type { ExportBucket } from "../../contract/export-buckets.ts";
import { GroupId } from "../../contract/ids.ts";
import type { Lookup } from "../../state/lookup.ts";
import { counted, shortId } from "../../text/format.ts";
import type { Cell, Column, Context, ListModel, Query, Row, Scope } from "../area.ts";
import { clusterParams, clustersOf, DEDICATED } from "../clusters.ts";
import { known, lookupByCluster } from "../lookup.ts";
import { type AccessRole, accessRoles, isUsable } from "./roles.ts";

/** The list of export buckets (E37; `domain.md` 8.6): through which role each is reached, and who exports to it by itself. */

const COLUMNS: readonly Column[] = [
  { id: "name", title: "BUCKET", min: 15, grow: 3, max: 40, priority: 1, align: "left", truncate: "end" },
  { id: "id", title: "ID", min: 9, grow: 0, priority: 2, align: "left", truncate: "middle" },
  { id: "role", title: "ROLE", min: 14, grow: 2, max: 36, priority: 1, align: "left", truncate: "end" },
  { id: "users", title: "USED BY", min: 12, grow: 3, max: 44, priority: 2, align: "left", truncate: "end" },
  { id: "provider", title: "CLOUD", min: 5, grow: 0, priority: 3, align: "left", truncate: "end" },
  { id: "region", title: "REGION", min: 9, grow: 0, priority: 4, align: "left", truncate: "end" },
];

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

export function bucketOf(bucket: ExportBucket): Bucket {
  const fields: Readonly<Record<string, unknown>> = bucket;
  const text = (field: string): string | null => {
    const value = fields[field];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const id = text("_id") ?? "";
  return {
    id,
    name: text("bucketName") ?? shortId(id),
    provider: text("cloudProvider") ?? "cloud not told",
    region: text("region"),
    roleId: text("iamRoleId") ?? text("roleId"),
    serviceUrl: text("serviceUrl"),
    tenantId: text("tenantId"),
  };
}

/** Names of buckets are not always theirs alone: the end of the id tells those apart. */
export const bucketLabel = ({ id, name }: Bucket, buckets: readonly Bucket[]): string =>
  buckets.filter((other) => other.name === name).length > 1 ? `${name} (…${id.slice(-4)})` : name;

export const projectArgs = (scope: Scope) => ({ params: { groupId: GroupId.of(scope.groupId) } });

/** The clusters whose schedules may export. */
export const exporting = (scope: Scope): readonly string[] => clustersOf(scope, DEDICATED).map(({ name }) => name);

export const scheduleArgs = (scope: Scope, cluster: string) => ({ params: clusterParams(scope, cluster) });

const scheduleQueries = (scope: Scope): readonly Query[] =>
  exporting(scope).map((cluster) => ({
    operation: "getBackupSchedule",
    args: scheduleArgs(scope, cluster),
    pace: "once",
    optional: true,
  }));

/** Buckets, the roles that they are reached by, and the schedules that export: the last two complete the picture. */
export const listQueries = (scope: Scope): readonly Query[] => [
  { operation: "listExportBuckets", args: projectArgs(scope), pace: "once" },
  { operation: "listCloudProviderAccessRoles", args: projectArgs(scope), pace: "once", optional: true },
  ...scheduleQueries(scope),
];

export const heldBuckets = (context: Context): readonly Bucket[] =>
  (context.held("listExportBuckets", projectArgs(context.scope))?.data.results ?? []).map(bucketOf);

/** The roles of the project, or null where they could not be read (that needs a role of its own). */
export function heldRoles(context: Context): readonly AccessRole[] | null {
  const held = context.held("listCloudProviderAccessRoles", projectArgs(context.scope));
  return held === undefined ? null : accessRoles(held.data);
}

/** A cluster that exports to a bucket by itself, and which of its snapshots. */
export type User = { readonly cluster: string; readonly which: string };

/** What a schedule exports by itself, or null. */
export function exportOf(schedule: BackupSchedule): { readonly bucketId: string; readonly which: string } | null {
  const bucketId = schedule.export?.exportBucketId;
  if (schedule.autoExportEnabled !== true || bucketId === null || bucketId === undefined) return null;
  return { bucketId, which: schedule.export?.frequencyType ?? "snapshots" };
}

/** Who exports to which bucket by itself, as far as the schedules were read. */
export function heldUsers(context: Context): ReadonlyMap<string, readonly User[]> {
  const users = new Map<string, User[]>();
  for (const cluster of exporting(context.scope)) {
    const schedule = context.held("getBackupSchedule", scheduleArgs(context.scope, cluster))?.data;
    const found = schedule === undefined ? null : exportOf(schedule);
    if (found === null) continue;
    users.set(found.bucketId, [...(users.get(found.bucketId) ?? []), { cluster, which: found.which }]);
  }
  return users;
}

export const usersWords = (users: readonly User[]): string =>
  users.map(({ cluster, which }) => `${cluster} (${which})`).join(", ");

/** What is known of who exports into a bucket by itself: of which clusters there are, and of their schedules. */
export const usersLookup = (context: Context): Lookup => lookupByCluster(context, scheduleQueries(context.scope));

/** The role of a bucket with its state: whether anything can be written at all. */
export function roleCell(roleId: string | null, roles: readonly AccessRole[] | null): Cell {
  if (roleId === null) return { text: "not told", tone: "dim" };
  if (roles === null) return { text: shortId(roleId), tone: "dim" };
  const role = roles.find(({ id }) => id === roleId);
  if (role === undefined) return { text: `${shortId(roleId)} is gone`, tone: "bad" };
  return isUsable(role) ? role.name : { text: "not authorised", tone: "bad" };
}

/** Whether nothing can be written to a bucket, as far as its role says. */
export const isShut = ({ roleId }: Bucket, roles: readonly AccessRole[] | null): boolean => {
  const role = roles?.find(({ id }) => id === roleId);
  return roles !== null && roleId !== null && (role === undefined || !isUsable(role));
};

export function list(context: Context): ListModel {
  const buckets = heldBuckets(context);
  const roles = heldRoles(context);
  const users = heldUsers(context);
  const shut = buckets.filter((bucket) => isShut(bucket, roles)).length;
  const { cluster } = context.scope;
  const nobody = known(usersLookup(context), () => ({
    text: cluster === null ? "nobody" : `not ${cluster}`,
    tone: "dim",
  }));
  return {
    summary: [
      counted(buckets.length, "bucket"),
      ...(shut > 0 ? [{ text: `${shut} not writable`, tone: "bad" } as const] : []),
    ],
    columns: COLUMNS,
    rows: buckets.map((bucket): Row => {
      const own = users.get(bucket.id) ?? [];
      return {
        id: bucket.id,
        cells: {
          name: bucket.name,
          id: { text: shortId(bucket.id), tone: "dim" },
          provider: bucket.provider,
          region: bucket.region ?? "",
          role: roleCell(bucket.roleId, roles),
          users: own.length === 0 ? nobody : own.map((user) => user.cluster).join(", "),
        },
        sort: { users: own.length },
      };
    }),
    sections: [],
    defaultSort: { column: "name", descending: false },
    empty: "No export bucket: snapshots cannot be copied out of this project. n registers one.",
  };
}
