import { findSchedule } from "../backup-schedules/stored.ts";
import { ORGANIZATION, PROJECT } from "../projects.ts";
import type { ReadTransaction } from "../storage/storage.ts";

/** Organisation and project in the path of exported files: ids, or names where the cluster's schedule says so. */
export async function exportOwner(transaction: ReadTransaction, groupId: string, clusterName: string): Promise<string> {
  const project = await transaction.get(PROJECT, groupId);
  const orgId = project?.parent ?? "";
  const schedule = await findSchedule(transaction, groupId, clusterName);
  if (schedule?.useOrgAndGroupNamesInExportPrefix !== true) return `${orgId}/${groupId}`;
  const organisation = await transaction.get(ORGANIZATION, orgId);
  return `${String(organisation?.body["name"] ?? orgId)}/${String(project?.body["name"] ?? groupId)}`;
}
