import * as z from "zod";

/**
 * Ids are branded texts: an alert's id cannot be handed over where a project's is wanted. In requests they have to have the
 * shapes of specification 2.0; in answers they are taken as they come. `of` takes an id from an answer, a place or a row as it is and never
 * throws: the client checks it before anything is sent, and says in a sentence what is wrong with it.
 */
export const OBJECT_ID = /^([a-f0-9]{24})$/;
export const CLUSTER_NAME = /^[a-zA-Z0-9][a-zA-Z0-9-]*$/;

/** `of` for a kind of id: takes a text as it comes. */
export function takenAs<Brand extends string>() {
  const taken = z.string().brand<Brand>();
  return { of: (text: string) => taken.parse(text) };
}

const objectId = <Brand extends string>(title: string) =>
  Object.assign(
    z.string().regex(OBJECT_ID, "24 hexadecimal characters, lower case").brand<Brand>().meta({ title }),
    takenAs<Brand>(),
  );

export const GroupId = objectId<"GroupId">("Project");
export const OrgId = objectId<"OrgId">("Organisation");
export const AlertId = objectId<"AlertId">("Alert");
export const AlertConfigId = objectId<"AlertConfigId">("Alert configuration");
export const SearchIndexId = objectId<"SearchIndexId">("Search index");
export const SnapshotId = objectId<"SnapshotId">("Snapshot");
export const RoleId = objectId<"RoleId">("Access role");
export const ExportBucketId = objectId<"ExportBucketId">("Export bucket");
export const ExportJobId = objectId<"ExportJobId">("Export job");
export const RestoreJobId = objectId<"RestoreJobId">("Restore job");
export const LiveMigrationId = objectId<"LiveMigrationId">("Migration");
export const ValidationId = objectId<"ValidationId">("Validation");
export const ClusterName = Object.assign(
  z
    .string()
    .regex(CLUSTER_NAME, "letters, digits and hyphens, not starting with a hyphen")
    .brand<"ClusterName">()
    .meta({ title: "Cluster" }),
  takenAs<"ClusterName">(),
);

export type GroupId = z.output<typeof GroupId>;
export type OrgId = z.output<typeof OrgId>;
export type AlertId = z.output<typeof AlertId>;
export type AlertConfigId = z.output<typeof AlertConfigId>;
export type SearchIndexId = z.output<typeof SearchIndexId>;
export type SnapshotId = z.output<typeof SnapshotId>;
export type RoleId = z.output<typeof RoleId>;
export type ExportBucketId = z.output<typeof ExportBucketId>;
export type ExportJobId = z.output<typeof ExportJobId>;
export type RestoreJobId = z.output<typeof RestoreJobId>;
export type LiveMigrationId = z.output<typeof LiveMigrationId>;
export type ValidationId = z.output<typeof ValidationId>;
export type ClusterName = z.output<typeof ClusterName>;
