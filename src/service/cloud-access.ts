import { randomUUID } from "node:crypto";
import type { cloudAccessOperations } from "../contract/cloud-access.ts";
import type { JsonObject } from "../contract/json/json.ts";
import { type Call, type HandlersOf, param, value } from "./requests/handler.ts";
import { notFound } from "./requests/http-error.ts";
import { makeDraft } from "./storage/draft.ts";
import { listAll } from "./storage/questions.ts";
import type { Document, DocumentDraft, ReadTransaction, WriteTransaction } from "./storage/storage.ts";
import { isoTime } from "./storage/timeline.ts";

/** Cloud provider access roles: E68 to E70. A new role waits until somebody authorises it outside of this API. */

export const ACCESS_ROLE = "access-role";

const idOf = (body: JsonObject): string => String(body["roleId"] ?? body["_id"]);

export const accessRoleDraft = (groupId: string, body: JsonObject): DocumentDraft =>
  makeDraft({
    kind: ACCESS_ROLE,
    id: idOf(body),
    parent: groupId,
    keys: [`provider:${String(body["providerName"])}`],
    body,
  });

async function rolesOf(transaction: ReadTransaction, groupId: string, provider: string): Promise<JsonObject[]> {
  const selection = { kind: ACCESS_ROLE, parent: groupId, key: `provider:${provider}` };
  return (await listAll(transaction, selection)).map(({ body }) => body);
}

/** The role of a project, or undefined. */
export async function roleOf(
  transaction: ReadTransaction,
  groupId: string,
  roleId: string,
): Promise<Document | undefined> {
  const found = await transaction.get(ACCESS_ROLE, roleId);
  return found?.parent === groupId ? found : undefined;
}

/** True when a role may be used: it was authorised in the cloud account. A service principal needs no authorisation. */
export function isAuthorised({ body }: Pick<Document, "body">): boolean {
  switch (body["providerName"]) {
    case "AWS":
      return typeof body["authorizedDate"] === "string";
    case "GCP":
      return body["status"] === "COMPLETE";
    default:
      return true;
  }
}

/** Fields that the authorisation sets, by the role's provider. */
function authorised({ id, parent, body }: Document, now: number): JsonObject {
  switch (body["providerName"]) {
    case "AWS":
      return {
        authorizedDate: isoTime(now),
        iamAssumedRoleArn: `arn:aws:iam::772401394250:role/sextant-${id.slice(-6)}`,
      };
    case "GCP":
      return {
        gcpServiceAccountForAtlas: `mongodb-atlas-${id.slice(-16)}@p-${parent}.iam.gserviceaccount.com`,
        status: "COMPLETE",
      };
    default:
      return {};
  }
}

/** Simulates the authorisation in the cloud account. @returns whether the role exists */
export async function authoriseRole(transaction: WriteTransaction, roleId: string, now: number): Promise<boolean> {
  const found = await transaction.get(ACCESS_ROLE, roleId);
  if (found === undefined) return false;
  await transaction.put({ ...found, body: { ...found.body, ...authorised(found, now) } });
  return true;
}

const SERVICE_ACCOUNT = "arn:aws:iam::299602853325:root";

function newRole(call: Call): JsonObject {
  const { providerName } = call.body;
  const shared = { createdDate: isoTime(call.now), featureUsages: [], providerName: providerName ?? null };
  const id = call.newId();
  switch (providerName) {
    case "AZURE":
      return { ...shared, _id: id, ...call.body, lastUpdatedDate: isoTime(call.now) };
    case "GCP":
      return { ...shared, roleId: id, gcpServiceAccountForAtlas: null, status: "NOT_INITIATED" };
    default:
      return {
        ...shared,
        roleId: id,
        atlasAWSAccountArn: SERVICE_ACCOUNT,
        atlasAssumedRoleExternalId: randomUUID(),
        authorizedDate: null,
        iamAssumedRoleArn: null,
      };
  }
}

export const cloudAccessHandlers: HandlersOf<keyof typeof cloudAccessOperations> = {
  async listCloudProviderAccessRoles(transaction, call) {
    const groupId = param(call, "groupId");
    return value({
      awsIamRoles: await rolesOf(transaction, groupId, "AWS"),
      azureServicePrincipals: await rolesOf(transaction, groupId, "AZURE"),
      gcpServiceAccounts: await rolesOf(transaction, groupId, "GCP"),
    });
  },

  async createCloudProviderAccessRole(transaction, call) {
    const body = newRole(call);
    await transaction.put(accessRoleDraft(param(call, "groupId"), body));
    return value(body);
  },

  async getCloudProviderAccessRole(transaction, call) {
    const [groupId, roleId] = [param(call, "groupId"), param(call, "roleId")];
    const found = await roleOf(transaction, groupId, roleId);
    if (found === undefined) {
      throw notFound(
        "CLOUD_PROVIDER_ACCESS_ROLE_NOT_FOUND",
        `There is no role ${roleId} in project ${groupId}.`,
        roleId,
      );
    }
    return value(found.body);
  },
};
