import type { DeletionImpact } from "../../domain/missing-snapshots.ts";
import { kindWords, type Snapshot } from "../../domain/snapshot.ts";
import { formatDuration, formatTimeInZone } from "../../text/format.ts";
import type { Context } from "../context.ts";

/** What a deletion makes impossible, in words for the detail and for the review (`domain.md` 13.4). */

export function impactWords(
  impact: DeletionImpact,
  { copyRegions, parts, cluster }: Snapshot,
  context: Pick<Context, "now" | "zone">,
): readonly string[] {
  const at = (time: number): string => formatTimeInZone(time, context);
  const said: string[] = [];
  if (impact.isOnly) said.push(`It is the only restorable snapshot of ${cluster}: no restore is possible without it.`);
  else if (impact.newestBefore !== null) {
    const { newestBefore } = impact;
    said.push(
      `It is the latest usable snapshot. The next older one is ${kindWords(newestBefore)} of ${at(newestBefore.takenAt)}, ${formatDuration(context.now - newestBefore.takenAt)} old.`,
    );
  } else if (impact.oldestAfter !== null) {
    said.push(`It is the oldest snapshot: nothing before ${at(impact.oldestAfter.takenAt)} can be restored any more.`);
  } else if (impact.between !== null) {
    const { from, to } = impact.between;
    said.push(`Between ${at(from)} and ${at(to)} no snapshot is left (${formatDuration(to - from)}).`);
  }
  if (impact.pointInTimeFrom === Number.POSITIVE_INFINITY)
    said.push("Point-in-time restores become impossible until the next snapshot is taken.");
  else if (impact.pointInTimeFrom !== null)
    said.push(`Point-in-time before ${at(impact.pointInTimeFrom)} becomes impossible.`);
  if (copyRegions.length > 0) said.push(`Its copies in ${copyRegions.join(", ")} are deleted too.`);
  if (parts.length > 1) said.push(`The snapshots of its ${parts.length} shards are deleted with it.`);
  return said;
}
