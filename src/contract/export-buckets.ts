import * as z from "zod";
import { CLOUD_LABELS, CLOUDS } from "./clouds.ts";
import { lookupTable } from "./json/own-values.ts";
import { DELETION, operationTable } from "./operation.ts";
import { body, type Rule } from "./schema/body.ts";
import { knownValues, Links, listOf, text } from "./schema/fields.ts";
import { enteredId } from "./schema/ids.ts";
import { ofLength } from "./schema/lengths.ts";
import { tolerantUnion } from "./schema/unions.ts";

/** Snapshot export buckets: specification 2.10 and 4.8 (E37 to E40). */

/** Characters and form that every cloud requires of a bucket name. Whether the bucket exists is not known here. */
const BUCKET_NAME = /^(?!\d{1,3}(\.\d{1,3}){3}$)(?!.*\.\.)[a-zA-Z0-9]([a-zA-Z0-9._-]*[a-zA-Z0-9])?$/u;

/** Stricter rules of single clouds. AWS has none: buckets created there long ago may have capitals and underscores. */
const BUCKET_NAMES: Readonly<Record<string, { readonly takes: RegExp; readonly words: string }>> = lookupTable({
  AZURE: {
    takes: /^[a-z0-9]+(-[a-z0-9]+)*$/u,
    words: "enter lower-case letters, digits and single hyphens between them (Azure)",
  },
  GCP: {
    takes: /^(?!goog)(?!.*google)[a-z0-9._-]+$/u,
    words: 'enter lower-case letters, digits, dots, hyphens and underscores, no "goog" at the start, no "google" (GCP)',
  },
});

const namesOf = (provider: unknown) => (typeof provider === "string" ? BUCKET_NAMES[provider] : undefined);

const role = (title: string, help: string) =>
  enteredId("an access role").optional().meta({ title, help, example: "65f0…9c1a" });

/** Rules for a field that only some providers have: others must not have it, and with `needed` these must. */
function only(field: string, providers: readonly string[], needed: boolean, message: string): readonly Rule[] {
  const belongs = (provider: unknown): boolean => typeof provider === "string" && providers.includes(provider);
  const isKnown = (provider: unknown): boolean => CLOUDS.some((one) => one === provider);
  return [
    {
      name: `${field}-of-another-provider`,
      path: [field],
      message,
      test: (one) => one[field] === undefined || belongs(one["cloudProvider"]) || !isKnown(one["cloudProvider"]),
    },
    ...(needed
      ? [
          {
            name: `${field}-required`,
            path: [field],
            message: "required for this provider",
            test: (one: Readonly<Record<string, unknown>>) =>
              one[field] !== undefined || !belongs(one["cloudProvider"]),
          },
        ]
      : []),
  ];
}

/** Body of create (E38): one shape; each provider uses a part of its fields. */
export const ExportBucketBody = body(
  z.strictObject({
    cloudProvider: knownValues(CLOUDS).meta({
      title: "Provider",
      help: "Cloud provider of the bucket",
      example: "AWS",
      known: CLOUDS,
      words: CLOUD_LABELS,
      assumes: "values of an export bucket's cloudProvider: the public names of the three providers",
    }),
    bucketName: z
      .string()
      .min(3, ofLength("enter 3 characters or more"))
      .max(63, ofLength("enter 63 characters or fewer"))
      .regex(
        BUCKET_NAME,
        "enter letters, digits, dots, hyphens and underscores; starts and ends with a letter or digit; no two dots in a row; no IP address",
      )
      .meta({
        title: "Bucket name",
        help: "Name in your cloud account, 3 to 63 characters",
        example: "acme-db-exports",
        assumes: "a bucketName that its cloud has never taken is refused",
      }),
    iamRoleId: role("Access role", "AWS: authorised role with write access to the bucket"),
    roleId: role("Access role", "Azure and GCP: role with write access to the bucket").meta({
      assumes: "requests of the other providers have roleId; of Azure serviceUrl and tenantId too",
    }),
    serviceUrl: z
      .string()
      .min(33, ofLength("enter 33 characters or more"))
      .max(2048, ofLength("enter 2048 characters or fewer"))
      .regex(/^https:\/\/\S+$/u, "enter an address that starts with https://")
      .optional()
      .meta({
        title: "Storage account",
        help: "Azure only: address of the storage account",
        example: "https://acmeexports.blob.core.windows.net",
        assumes: "serviceUrl of Azure has 33 to 2048 characters",
      }),
    tenantId: z.guid("enter an id such as 3f1f5c5e-3f5e-4c1b-9f3a-0a1b2c3d4e5f").optional().meta({
      title: "Tenant",
      help: "Azure only: tenant id; default: that of the role",
      example: "3f1f5c5e-3f5e-4c1b-9f3a-0a1b2c3d4e5f",
    }),
  }),
  [
    {
      name: "bucket-name-of-provider",
      path: ["bucketName"],
      message: ({ cloudProvider }) => namesOf(cloudProvider)?.words ?? "enter another name",
      test: ({ bucketName, cloudProvider }) =>
        typeof bucketName !== "string" || namesOf(cloudProvider)?.takes.test(bucketName) !== false,
    },
    ...only("iamRoleId", ["AWS"], true, "only for AWS"),
    ...only("roleId", ["AZURE", "GCP"], true, "only for Azure and GCP"),
    ...only("serviceUrl", ["AZURE"], true, "only for Azure"),
    ...only("tenantId", ["AZURE"], false, "only for Azure"),
  ],
);

const answerFields = {
  _id: z.string().brand<"ExportBucketId">(),
  bucketName: text(),
  links: Links,
};

const FirstProviderBucket = z.looseObject({
  ...answerFields,
  cloudProvider: z.literal("AWS"),
  iamRoleId: text(),
  region: text(),
});

const SecondProviderBucket = z.looseObject({
  ...answerFields,
  cloudProvider: z.literal("AZURE"),
  roleId: text(),
  serviceUrl: text(),
  tenantId: text(),
});

const ThirdProviderBucket = z.looseObject({ ...answerFields, cloudProvider: z.literal("GCP"), roleId: text() });

/** A bucket in an answer; one of an unknown cloud passes unchanged. */
export const ExportBucket = tolerantUnion("cloudProvider", [
  FirstProviderBucket,
  SecondProviderBucket,
  ThirdProviderBucket,
]);

export type ExportBucket = z.output<typeof ExportBucket>;

const PATH = "/groups/{groupId}/backup/exportBuckets";
const ID_PATH = `${PATH}/{exportBucketId}` as const;
const common = {
  area: "export-buckets",
  entity: { name: "export bucket", id: ["_id"], parent: "project" },
  budget: "cloud-backups",
} as const;

export const exportBucketOperations = operationTable({
  listExportBuckets: {
    ...common,
    spec: "E37",
    aliases: ["listGroupBackupExportBuckets"],
    title: "List export buckets",
    path: PATH,
    response: listOf(ExportBucket),
    answer: "list",
    roles: ["Project Read Only"],
    version: "2024-05-30",
    assumes: ["an AWS bucket has its region"],
  },
  createExportBucket: {
    ...common,
    spec: "E38",
    aliases: ["createGroupBackupExportBucket"],
    title: "Create export bucket",
    method: "POST",
    path: PATH,
    body: ExportBucketBody,
    response: ExportBucket,
    roles: ["Project Owner"],
    version: "2024-05-30",
    assumes: [
      "creating a bucket answers 200",
      "an unknown role is 404 CLOUD_PROVIDER_ACCESS_ROLE_NOT_FOUND; a role that is not authorised yet is accepted",
      "a name whose bucket is still being deleted is 400 EXPORT_BUCKET_NAME_INVALID; otherwise a name may be registered twice",
      "an AWS bucket is reported in EU_WEST_1: the request has no region",
    ],
  },
  deleteExportBucket: {
    ...common,
    spec: "E39",
    aliases: ["deleteGroupBackupExportBucket"],
    title: "Delete export bucket",
    ...DELETION,
    path: ID_PATH,
    queryFlags: "E",
    roles: ["Project Backup Manager"],
    risk: "disruptive",
    assumes: ["a bucket in use by automatic exports is 400 EXPORT_BUCKET_DELETE_FAILED_BUCKET_IN_USE"],
  },
  getExportBucket: {
    ...common,
    spec: "E40",
    aliases: ["getGroupBackupExportBucket"],
    title: "Get export bucket",
    path: ID_PATH,
    queryFlags: "E",
    response: ExportBucket,
    roles: ["Project Read Only"],
    version: "2024-05-30",
    assumes: ["an absent bucket, or one that is being deleted, is 404 EXPORT_BUCKET_NOT_FOUND"],
  },
});
