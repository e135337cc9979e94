import { DAY, HOUR, SECOND } from "../../text/durations.ts";
import { cutOver, migrationAt, migrationDraft, newMigration, PHASE_DURATIONS } from "../live-migration/stored.ts";
import { objectId, type Random } from "../random.ts";
import type { DocumentDraft } from "../storage/storage.ts";

/** Migrations of the sample (`domain.md` 17.2): one copying, one ready, and one per outcome. */

/** Remaining time for the cut-over of the ready one (ms). */
const LEFT = 109 * HOUR;
/** Time until a migration is ready (ms). */
const UNTIL_READY = PHASE_DURATIONS.begin + PHASE_DURATIONS.copy + PHASE_DURATIONS.replicate;

/**
 * Migrations of a project in the order copying, ready, COMPLETE, EXPIRED, FAILED.
 *
 * @param clusters the two destinations being filled; the ended migrations went into the first
 */
export function sampleMigrations(
  groupId: string,
  clusters: { readonly copying: string; readonly ready: string },
  now: number,
  random: Random,
): readonly DocumentDraft[] {
  const started = (startedAt: number, clusterName: string, host: string): DocumentDraft =>
    newMigration(groupId, {
      id: objectId(startedAt, random),
      clusterName,
      migrationHosts: [host],
      startedAt,
      fails: false,
    });
  const copying = started(now - 240 * SECOND, clusters.copying, "mig01.corp.example");
  const ready = started(now - UNTIL_READY - (PHASE_DURATIONS.ready - LEFT), clusters.ready, "mig02.corp.example");
  const complete = started(now - 9 * DAY, clusters.copying, "mig03.corp.example");
  const readyAt = now - 9 * DAY + UNTIL_READY;
  const completed = cutOver(migrationAt(complete, readyAt), readyAt + 30 * HOUR);
  const expired = started(now - 20 * DAY, clusters.copying, "mig01.corp.example");
  const failed = started(now - 24 * DAY, clusters.copying, "mig01.corp.example");
  // This migration broke off at 60 percent of the copy.
  const broken = migrationAt(failed, now - 24 * DAY + PHASE_DURATIONS.begin + 0.6 * PHASE_DURATIONS.copy);
  return [
    ...[copying, ready, completed, expired].map((draft) => migrationAt(draft, now)),
    migrationDraft(groupId, broken.id, { ...broken.body, status: "FAILED" }, []),
  ];
}
