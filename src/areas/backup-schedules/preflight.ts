import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import type { AccessRole } from "../../domain/access-role.ts";
import { type Copy, copiesOf } from "../../domain/backup/backup-schedule.ts";
import type { PolicyRequirements } from "../../domain/backup/policy-requirements.ts";
import type { Snapshot } from "../../domain/backup/snapshot.ts";
import type { Cluster } from "../../domain/cluster.ts";
import { regionsOf } from "../../domain/cluster.ts";
import type { Bucket } from "../../domain/export-jobs/export-bucket.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import type { Ask, Scope } from "../model/context.ts";
import { clusterArgs, projectArgs } from "../queries/args.ts";
import { askRequirements } from "../queries/compliance-policy.ts";
import { documentOf } from "../queries/document.ts";
import { askBuckets, askJudgedRoles } from "../queries/export-buckets.ts";
import { askSchedule } from "../queries/schedule-of-cluster.ts";
import { askSnapshots, kindOf } from "../queries/snapshots.ts";

/** Data requested before a schedule is edited: the choices of its fields, and the basis of its consequences. */
export type SchedulePreflight = {
  readonly schedule: BackupSchedule;
  /** The schedule as it was received. */
  readonly document: JsonObject;
  /** The oldest first; null where they could not be read. */
  readonly snapshots: readonly Snapshot[] | null;
  /** The requirements of the compliance policy; null without one. */
  readonly requirements: PolicyRequirements | null;
  /** The export buckets of the project; null where they could not be read. */
  readonly buckets: readonly Bucket[] | null;
  /** The access roles of the project, which decide if a bucket can be written to. Null where they may not be read. */
  readonly roles: readonly AccessRole[] | null;
  /** The copies of the other clusters, each with its cluster: regions that are in use. */
  readonly others: readonly { readonly cluster: string; readonly copy: Copy }[];
  /** Regions of the cluster itself. */
  readonly home: readonly Home[];
};

/** A region of a cluster. */
type Home = { readonly provider: string; readonly region: string };

/** The clusters of the project with their regions: outside the specification, so a service may have no such list. */
async function askHomes(ask: Ask, scope: Scope): Promise<ReadonlyMap<string, readonly Home[]>> {
  try {
    const { data } = await ask("listClusters", projectArgs(scope));
    return new Map(
      data.results.map((record) => [
        String(record.name),
        regionsOf(record).map(({ providerName, regionName }) => ({
          provider: providerName ?? "",
          region: regionName ?? "",
        })),
      ]),
    );
  } catch {
    return new Map();
  }
}

async function askOthers(ask: Ask, scope: Scope, name: string): Promise<SchedulePreflight["others"]> {
  const clusters: readonly Cluster[] = dedicatedClusters(scope).filter((cluster) => cluster.name !== name);
  const found = await Promise.all(
    clusters.map(async ({ name: cluster }) => {
      const schedule = await askSchedule(ask, scope, cluster);
      return schedule === null ? [] : copiesOf(schedule).map((copy) => ({ cluster, copy }));
    }),
  );
  return found.flat();
}

/** @throws ServiceError when the schedule itself cannot be read */
export async function askFacts(ask: Ask, scope: Scope, name: string): Promise<SchedulePreflight> {
  const [schedule, snapshots, requirements, buckets, roles, others, homes] = await Promise.all([
    ask("getBackupSchedule", clusterArgs(scope, name)),
    nullIfFailed(askSnapshots(ask, scope, name, kindOf(scope, name))),
    askRequirements(ask, scope),
    nullIfFailed(askBuckets(ask, scope)),
    askJudgedRoles(ask, scope),
    askOthers(ask, scope, name),
    askHomes(ask, scope),
  ]);
  return {
    schedule: schedule.data,
    document: documentOf(schedule.raw),
    snapshots,
    requirements,
    buckets,
    roles,
    others,
    home: homes.get(name) ?? [],
  };
}
