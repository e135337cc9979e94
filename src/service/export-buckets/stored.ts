import { isJsonObject, type Json, type JsonObject } from "../../contract/json/json.ts";
import { type HttpError, notFound } from "../requests/http-error.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft, ReadTransaction } from "../storage/storage.ts";

/** Stored export buckets. The body is the answer. */

export const EXPORT_BUCKET = "export-bucket";

/** The label of buckets that can be read. */
export const READABLE = "here";

/** The label of the name of a bucket that is being deleted. */
export const deletingKey = (bucketName: string): string => `leaving:${bucketName}`;

/** A bucket's document. */
export const exportBucketDraft = (groupId: string, body: JsonObject & { _id: string }): DocumentDraft =>
  makeDraft({ kind: EXPORT_BUCKET, id: body._id, parent: groupId, keys: [READABLE], body });

/** A bucket of a project, or undefined; buckets that are being deleted do not count. */
export async function bucketOf(
  transaction: ReadTransaction,
  groupId: string,
  exportBucketId: string,
): Promise<Document | undefined> {
  const found = await transaction.get(EXPORT_BUCKET, exportBucketId);
  return found?.parent === groupId && found.keys.includes(READABLE) ? found : undefined;
}

/** The refusal for a missing bucket. */
export const noBucket = (groupId: string, exportBucketId: string): HttpError =>
  notFound(
    "EXPORT_BUCKET_NOT_FOUND",
    `There is no export bucket ${exportBucketId} in project ${groupId}.`,
    exportBucketId,
    groupId,
  );

/** The id of the role that has access to a bucket. */
export const roleIdOf = (bucket: JsonObject): string => String(bucket["iamRoleId"] ?? bucket["roleId"] ?? "");

const isUseOf =
  (exportBucketId: string) =>
  (usage: Json): boolean =>
    isJsonObject(usage) && isJsonObject(usage["featureId"]) && usage["featureId"]["exportBucketId"] === exportBucketId;

/** A role with a bucket added to or removed from its feature usages. */
export function withBucketUse<Role extends DocumentDraft>(role: Role, bucketId: string, used: boolean): Role {
  const { featureUsages } = role.body;
  const others = Array.isArray(featureUsages) ? featureUsages.filter((usage) => !isUseOf(bucketId)(usage)) : [];
  const use = { featureType: "EXPORT_SNAPSHOT", featureId: { exportBucketId: bucketId, groupId: role.parent } };
  return { ...role, body: { ...role.body, featureUsages: used ? [...others, use] : others } };
}
