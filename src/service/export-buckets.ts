import type { exportBucketOperations } from "../contract/export-buckets.ts";
import type { JsonObject } from "../contract/json/json.ts";
import { schedulesOf } from "./backup-schedules/stored.ts";
import { roleOf } from "./cloud-access.ts";
import { dedicatedClustersOf } from "./clusters.ts";
import {
  bucketOf,
  deletingKey,
  EXPORT_BUCKET,
  exportBucketDraft,
  noBucket,
  READABLE,
  roleIdOf,
  withBucketUse,
} from "./export-buckets/stored.ts";
import { failRunningExports } from "./export-jobs/stored.ts";
import { type Call, type HandlersOf, nothing, pageOf, param, value } from "./requests/handler.ts";
import { notFound, refusal } from "./requests/http-error.ts";
import { snapshotParent } from "./snapshots/stored.ts";
import { hasAny } from "./storage/questions.ts";
import type { Document, ReadTransaction } from "./storage/storage.ts";

/** Snapshot export buckets: E37 to E40. Deletion takes a while, during which the bucket cannot be read and its name stays taken. */

/** Duration of a deletion, in milliseconds. */
const LEAVES_AFTER = 5000;

/** Region reported for AWS buckets: the request does not contain one. */
const REGION = "EU_WEST_1";

const toAnswer = (call: Call, { parent, id, body }: Document): JsonObject => ({
  ...body,
  links: [{ href: call.href(`/groups/${parent}/backup/exportBuckets/${id}`), rel: "self" }],
});

async function namedBucket(transaction: ReadTransaction, call: Call): Promise<Document> {
  const [groupId, id] = [param(call, "groupId"), param(call, "exportBucketId")];
  const found = await bucketOf(transaction, groupId, id);
  if (found === undefined) throw noBucket(groupId, id);
  return found;
}

/** The role that a new bucket names: it must be of this project and of the bucket's provider. */
async function namedRole(transaction: ReadTransaction, call: Call): Promise<Document> {
  const groupId = param(call, "groupId");
  const provider = String(call.body["cloudProvider"]);
  const roleId = roleIdOf(call.body);
  const found = await roleOf(transaction, groupId, roleId);
  if (found?.body["providerName"] === provider) return found;
  throw notFound(
    "CLOUD_PROVIDER_ACCESS_ROLE_NOT_FOUND",
    `There is no ${provider} role ${roleId} in project ${groupId}.`,
    roleId,
  );
}

function newBucket(call: Call, role: Document): JsonObject & { _id: string } {
  const { cloudProvider } = call.body;
  return {
    ...(cloudProvider === "AZURE" ? { tenantId: role.body["tenantId"] ?? null } : {}),
    ...call.body,
    ...(cloudProvider === "AWS" ? { region: REGION } : {}),
    _id: call.newId(),
  };
}

export const exportBucketHandlers: HandlersOf<keyof typeof exportBucketOperations> = {
  async listExportBuckets(transaction, call) {
    const selection = { kind: EXPORT_BUCKET, parent: param(call, "groupId"), key: READABLE };
    return pageOf(transaction, call, selection, (row) => toAnswer(call, row));
  },

  async createExportBucket(transaction, call) {
    const groupId = param(call, "groupId");
    const role = await namedRole(transaction, call);
    const bucketName = String(call.body["bucketName"]);
    if (await hasAny(transaction, { kind: EXPORT_BUCKET, parent: groupId, key: deletingKey(bucketName) })) {
      const detail = `A bucket named ${bucketName} is still being deleted: try again in a few seconds.`;
      throw refusal(400, "EXPORT_BUCKET_NAME_INVALID", detail, bucketName);
    }
    const document = await transaction.put(exportBucketDraft(groupId, newBucket(call, role)));
    await transaction.put(withBucketUse(role, document.id, true));
    return value(toAnswer(call, document));
  },

  async deleteExportBucket(transaction, call) {
    const bucket = await namedBucket(transaction, call);
    const schedules = await schedulesOf(transaction, bucket.parent);
    const users = schedules
      .filter((schedule) => schedule.autoExportEnabled && schedule.export?.exportBucketId === bucket.id)
      .map(({ clusterName }) => clusterName);
    if (users.length > 0) {
      const detail = `Snapshots of ${users.join(", ")} are exported to this bucket automatically: disable that first.`;
      throw refusal(400, "EXPORT_BUCKET_DELETE_FAILED_BUCKET_IN_USE", detail, ...users);
    }
    const role = await roleOf(transaction, bucket.parent, roleIdOf(bucket.body));
    if (role !== undefined) await transaction.put(withBucketUse(role, bucket.id, false));
    const keys = [deletingKey(String(bucket.body["bucketName"]))];
    await transaction.put({ ...bucket, keys, nextDue: call.now + LEAVES_AFTER });
    for (const { groupId, name } of await dedicatedClustersOf(transaction, bucket.parent)) {
      await failRunningExports(transaction, snapshotParent(groupId, name), bucket.id, call.now);
    }
    return nothing;
  },

  async getExportBucket(transaction, call) {
    return value(toAnswer(call, await namedBucket(transaction, call)));
  },
};
