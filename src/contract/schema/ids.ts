import * as z from "zod";
import { ofLength } from "./lengths.ts";

/**
 * Ids are branded texts, so that an alert's id cannot be passed for a project's. In requests they must have the form of specification 2.0; in answers
 * any text is accepted. `of` takes an id from an answer, a place or a row unchanged and never throws: the client validates it before sending and
 * explains in a sentence if it is invalid.
 */
export const OBJECT_ID = /^([a-f0-9]{24})$/;
export const CLUSTER_NAME = /^[a-zA-Z0-9][a-zA-Z0-9-]*$/;

/** A schema of ids with `of`, which accepts any text. Both have the same brand. */
export const identifier = <Checked extends z.ZodType, Taken extends z.ZodType>(checked: Checked, taken: Taken) =>
  Object.assign(checked, { of: (text: string): z.output<Taken> => taken.parse(text) });

const text = z.string();
const ID_FORM = "24 hexadecimal characters, lower case";
const objectId = text.regex(OBJECT_ID, ID_FORM);

/** An id as a field of a request. @param of the owner of the id if it is not obvious: `a snapshot` */
export const enteredId = (of?: string) =>
  text.regex(OBJECT_ID, `enter ${of === undefined ? "" : `the id of ${of}: `}${ID_FORM}`);

export const GroupId = identifier(objectId.brand<"GroupId">().meta({ title: "Project" }), text.brand<"GroupId">());
export const OrgId = identifier(objectId.brand<"OrgId">().meta({ title: "Organisation" }), text.brand<"OrgId">());
export const AlertId = identifier(objectId.brand<"AlertId">().meta({ title: "Alert" }), text.brand<"AlertId">());
export const AlertConfigId = identifier(
  objectId.brand<"AlertConfigId">().meta({ title: "Alert configuration" }),
  text.brand<"AlertConfigId">(),
);
export const SearchIndexId = identifier(
  objectId.brand<"SearchIndexId">().meta({ title: "Search index" }),
  text.brand<"SearchIndexId">(),
);
export const SnapshotId = identifier(
  objectId.brand<"SnapshotId">().meta({ title: "Snapshot" }),
  text.brand<"SnapshotId">(),
);
export const RoleId = identifier(objectId.brand<"RoleId">().meta({ title: "Access role" }), text.brand<"RoleId">());
export const ExportBucketId = identifier(
  objectId.brand<"ExportBucketId">().meta({ title: "Export bucket" }),
  text.brand<"ExportBucketId">(),
);
export const ExportJobId = identifier(
  objectId.brand<"ExportJobId">().meta({ title: "Export job" }),
  text.brand<"ExportJobId">(),
);
export const RestoreJobId = identifier(
  objectId.brand<"RestoreJobId">().meta({ title: "Restore job" }),
  text.brand<"RestoreJobId">(),
);
export const LiveMigrationId = identifier(
  objectId.brand<"LiveMigrationId">().meta({ title: "Migration" }),
  text.brand<"LiveMigrationId">(),
);
export const ValidationId = identifier(
  objectId.brand<"ValidationId">().meta({ title: "Validation" }),
  text.brand<"ValidationId">(),
);
export const ClusterName = identifier(
  text
    .regex(CLUSTER_NAME, "letters, digits and hyphens, not starting with a hyphen")
    .brand<"ClusterName">()
    .meta({ title: "Cluster" }),
  text.brand<"ClusterName">(),
);

export const Hostname = identifier(
  text.min(1, ofLength("enter a host name")).brand<"Hostname">().meta({ title: "Host" }),
  text.brand<"Hostname">(),
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
export type Hostname = z.output<typeof Hostname>;
