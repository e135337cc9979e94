import * as z from "zod";
import { isObject } from "./json/json.ts";
import { operationTable } from "./operation.ts";
import { body } from "./schema/body.ts";
import { amount, Links, listOf, many, text } from "./schema/fields.ts";
import { enteredId } from "./schema/ids.ts";

/** Snapshot export jobs: specification 2.12 and 4.9 (E44 to E46). */

const Label = z.strictObject({
  key: z.string().optional().meta({ title: "Label", help: "Key of the label, unique", example: "ticket" }),
  value: z.string().optional().meta({ title: "Value", help: "Value of the label", example: "CHG-1142" }),
});

/** Body of create (E45). */
export const ExportJobBody = body(
  z.strictObject({
    snapshotId: enteredId("a snapshot").meta({
      title: "Snapshot",
      help: "Completed snapshot to export; no fallback snapshots",
      example: "65f0…9c1a",
    }),
    exportBucketId: enteredId("an export bucket").meta({
      title: "Bucket",
      help: "Registered bucket for the files",
      example: "65f0…9c1a",
    }),
    customData: z.array(Label).optional().meta({ title: "Labels", help: "Key-value pairs stored with the export" }),
  }),
  [
    {
      name: "label-once",
      path: ["customData", "[]", "key"],
      message: "this label already exists",
      test: (label, { customData }) => {
        if (label["key"] === undefined || !Array.isArray(customData)) return true;
        const first: unknown = customData.find((other: unknown) => isObject(other) && other["key"] === label["key"]);
        return first === label;
      },
    },
  ],
);

/** An export job in an answer. */
export const ExportJob = z.looseObject({
  id: z.string().brand<"ExportJobId">(),
  components: many(z.looseObject({ exportId: text(), replicaSetName: text() })),
  createdAt: text(),
  customData: many(z.looseObject({ key: text(), value: text() })),
  exportBucketId: z.string().brand<"ExportBucketId">().nullish(),
  exportStatus: z.looseObject({ exportedCollections: amount(), totalCollections: amount() }).nullish(),
  finishedAt: text(),
  links: Links,
  prefix: text(),
  snapshotId: z.string().brand<"SnapshotId">().nullish(),
  state: text(),
  stateReason: z.looseObject({ errorCode: text(), message: text() }).nullish(),
});

export type ExportJob = z.output<typeof ExportJob>;

const PATH = "/groups/{groupId}/clusters/{clusterName}/backup/exports";
const common = {
  area: "export-jobs",
  entity: { name: "export", id: ["id"], parent: "cluster" },
  roles: ["Project Service Admin"],
  budget: "cloud-backups",
} as const;

export const exportJobOperations = operationTable({
  listBackupExportJobs: {
    ...common,
    spec: "E44",
    aliases: ["listGroupClusterBackupExports"],
    title: "List snapshot exports",
    path: PATH,
    response: listOf(ExportJob),
    answer: "list",
    assumes: [
      "export states beyond Cancelled: Queued, InProgress, Successful, Failed",
      "exports are listed oldest first",
      "prefix: exported_snapshots/{organisation}/{project}/{cluster}/{yyyy-MM-ddTHHmm}/{epoch seconds}, no leading slash",
    ],
  },
  createBackupExportJob: {
    ...common,
    spec: "E45",
    aliases: ["createGroupClusterBackupExport"],
    title: "Export snapshot",
    method: "POST",
    path: PATH,
    queryFlags: "E",
    body: ExportJobBody,
    response: ExportJob,
    risk: "disruptive",
    assumes: [
      "starting an export answers 200",
      "refused with 409: CANNOT_EXPORT_INCOMPLETE_SNAPSHOT, CANNOT_EXPORT_FALLBACK_SNAPSHOT, SNAPSHOT_EXPORT_IN_PROGRESS",
      "a role that is not authorised when the export starts or ends makes it Failed, with the reason",
      "stateReason of a failed export: ACCESS_DENIED, or EXPORT_BUCKET_NOT_FOUND where the bucket was deleted meanwhile, which ends one in progress at once",
    ],
  },
  getBackupExportJob: {
    ...common,
    spec: "E46",
    aliases: ["getGroupClusterBackupExport"],
    title: "Get snapshot export",
    path: `${PATH}/{exportId}`,
    queryFlags: "E",
    response: ExportJob,
    assumes: ["an absent export is 404 INVALID_JOB_ID"],
  },
});
