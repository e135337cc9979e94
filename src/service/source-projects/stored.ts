import { type Json, type JsonObject, jsonObjectsOf } from "../../contract/json/json.ts";
import { MINUTE } from "../../text/durations.ts";
import { makeDraft } from "../storage/draft.ts";
import { listAll } from "../storage/questions.ts";
import type { Document, DocumentDraft, ReadTransaction } from "../storage/storage.ts";

/** Projects of the on-premises manager, and its link with an organisation. */

const SOURCE_PROJECT = "source-project";
export const ORGANIZATION_LINK = "organization-link";

/** Simulated time until somebody has entered a new token in the manager, in milliseconds. */
export const ENTERED_AFTER = MINUTE;

/** A project of the manager, as answered. */
export const sourceProjectDraft = (orgId: string, body: JsonObject & { readonly projectId: string }): DocumentDraft =>
  makeDraft({ kind: SOURCE_PROJECT, id: body.projectId, parent: orgId, body });

/**
 * The link of an organisation. The token itself is returned once and not stored.
 *
 * @param linkedAt time at which the manager is linked, in milliseconds
 */
export const linkDraft = (orgId: string, accessListIps: Json, linkedAt: number): DocumentDraft =>
  makeDraft({ kind: ORGANIZATION_LINK, id: orgId, parent: orgId, body: { accessListIps, linkedAt } });

/** The link of an organisation, or undefined: there is at most one. */
export const linkOf = (transaction: ReadTransaction, orgId: string): Promise<Document | undefined> =>
  transaction.get(ORGANIZATION_LINK, orgId);

/** Time at which the manager of a link is linked, in milliseconds. */
export const linkedAt = ({ body }: Pick<Document, "body">): number => Number(body["linkedAt"]);

/** The source projects of an organisation: none before the manager is linked. */
export async function sourceProjectsOf(
  transaction: ReadTransaction,
  orgId: string,
  now: number,
): Promise<readonly JsonObject[]> {
  const link = await linkOf(transaction, orgId);
  if (link === undefined || linkedAt(link) > now) return [];
  const projects = await listAll(transaction, { kind: SOURCE_PROJECT, parent: orgId });
  return projects.map(({ body }) => body);
}

/** The deployments of a source project. */
export const deploymentsOf = ({ deployments }: JsonObject): readonly JsonObject[] => jsonObjectsOf(deployments);
