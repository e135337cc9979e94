import type { GroupId } from "../../contract/schema/ids.ts";
import { isMigrationOver } from "../../domain/live-migration/migration.ts";
import type { Ask, Context } from "../model/context.ts";
import { cachedMigration, migrationArgs, type Thing, thingsOf } from "./queries.ts";

/** Active migrations that may concern a cluster: a destination accepts neither a restore nor another migration (`domain.md` 14.2). */
export type Receiving = {
  /** A migration into the cluster, or null. */
  readonly migration: Thing | null;
  /** Number of active migrations with an unknown destination: the service does not give it. */
  readonly elsewhere: number;
};

/** Maximum number of migrations whose state is requested, most recently seen first. */
const MOST_READ = 5;

/**
 * Requests the known migrations of a project, as the service lists none. One that cannot be read counts by its last cached state; one that was never
 * read does not count: it may have ended long ago.
 */
export async function askReceiving(ask: Ask, context: Context, groupId: GroupId, cluster: string): Promise<Receiving> {
  const there = { ...context, scope: { ...context.scope, groupId } };
  const isActive = async ({ id }: Thing): Promise<boolean> => {
    const cached = cachedMigration(there, id);
    // An end is final.
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
