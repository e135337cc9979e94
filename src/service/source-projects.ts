import { randomBytes } from "node:crypto";
import type { sourceProjectOperations } from "../contract/source-projects.ts";
import { hasActiveMigration } from "./live-migration/stored.ts";
import { PROJECT } from "./projects.ts";
import { type Call, type HandlersOf, nothing, param, value } from "./requests/handler.ts";
import { notFound, refusal } from "./requests/http-error.ts";
import {
  ENTERED_AFTER,
  linkDraft,
  linkedAt,
  linkOf,
  ORGANIZATION_LINK,
  sourceProjectsOf,
} from "./source-projects/stored.ts";
import { listAll } from "./storage/questions.ts";
import type { ReadTransaction } from "./storage/storage.ts";

/** Source projects and the link token: E65 to E67. */

/** A new token: long, and of characters that need no escaping. */
const newToken = (): string => randomBytes(48).toString("base64url");

async function migratingProjects(transaction: ReadTransaction, call: Call, orgId: string): Promise<string[]> {
  const projects = await listAll(transaction, { kind: PROJECT, parent: orgId });
  const found: string[] = [];
  for (const { id } of projects) if (await hasActiveMigration(transaction, id, call.now)) found.push(id);
  return found;
}

export const sourceProjectHandlers: HandlersOf<keyof typeof sourceProjectOperations> = {
  async listSourceProjects(transaction, call) {
    return value(await sourceProjectsOf(transaction, param(call, "orgId"), call.now));
  },

  async deleteLinkToken(transaction, call) {
    const orgId = param(call, "orgId");
    // The recorded error code: there is no specific code for a missing link.
    if ((await linkOf(transaction, orgId)) === undefined) {
      throw notFound("UNEXPECTED_ERROR", `The organisation ${orgId} has no link to delete.`, orgId);
    }
    const migrating = await migratingProjects(transaction, call, orgId);
    if (migrating.length > 0) {
      const detail = `Migrations are running in ${migrating.join(", ")}: the link is required until they have ended.`;
      throw refusal(409, "CANNOT_DELETE_ORG_ACTIVE_LIVE_MIGRATION_ATLAS_ORG_LINK", detail, ...migrating);
    }
    await transaction.remove(ORGANIZATION_LINK, orgId);
    return nothing;
  },

  async createLinkToken(transaction, call) {
    const orgId = param(call, "orgId");
    const former = await linkOf(transaction, orgId);
    const known = call.now + ENTERED_AFTER;
    const from = former === undefined ? known : Math.min(linkedAt(former), known);
    await transaction.put(linkDraft(orgId, call.body["accessListIps"] ?? [], from));
    return value({ linkToken: newToken() });
  },
};
