import type { GroupId } from "../../contract/schema/ids.ts";
import { isMigrationOver } from "../../domain/live-migration/migration.ts";
import type { Ask, Context } from "../model/context.ts";
import { cachedMigration, migrationArgs, type Thing, thingsOf } from "./queries.ts";

/** Migrations that have not ended, as far as one cluster may be concerned: it takes neither a restore nor another migration (`domain.md` 14.2). */
export type Receiving = {
  /** One that goes into the cluster, or null. */
  readonly migration: Thing | null;
  /** So many go into a cluster that nobody named: the service does not name it. */
  readonly elsewhere: number;
};

/** So many migrations are asked whether they have ended, those that were seen last first. */
const MOST_READ = 5;

/**
 * Asks for the known migrations of a project, as the service lists none. One that cannot be read is as it was read last, and one that never
 * was is not counted: it may be long over.
 */
export async function askReceiving(ask: Ask, context: Context, groupId: GroupId, cluster: string): Promise<Receiving> {
  const there = { ...context, scope: { ...context.scope, groupId } };
  const isActive = async ({ id }: Thing): Promise<boolean> => {
    const cached = cachedMigration(there, id);
    // An end is for good.
    if (cached !== undefined && isMigrationOver(cached)) return false;
    return ask("getPushMigration", migrationArgs(there.scope, id)).then(
      ({ data }) => !isMigrationOver(data),
      () => cached !== undefined,
    );
  };
  const candidates = thingsOf(there.scope, "migration")
    .filter(({ destination }) => destination === null || destination === cluster)
    .slice(0, MOST_READ);
  const active = await Promise.all(candidates.map(isActive));
  const found = candidates.filter((_, index) => active[index] === true);
  return {
    migration: found.find(({ destination }) => destination !== null) ?? null,
    elsewhere: found.filter(({ destination }) => destination === null).length,
  };
}
