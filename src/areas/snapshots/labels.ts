import type { MissingSpan } from "../../domain/backup/missing-snapshots.ts";
import { incomparable, type PolicyRequirements } from "../../domain/backup/policy-requirements.ts";
import { formatRetention } from "../../domain/backup/schedule-items.ts";
import { nameOf, type Snapshot, snapshotAsJob } from "../../domain/backup/snapshot.ts";
import { formatAge, formatDuration, formatLongLargestUnit, formatTimeInZone } from "../../text/format.ts";
import { accent, dim } from "../builders/cells.ts";
import { jobCell } from "../builders/jobs.ts";
import type { Context } from "../model/context.ts";
import type { Target } from "../model/effect.ts";
import type { Cell } from "../model/view.ts";
import { snapshotParams } from "../queries/snapshots.ts";

/** Snapshots in words. */

/** A snapshot as what is written to. */
export const targetOf = (snapshot: Snapshot, context: Context): Target => ({
  id: snapshot.id,
  name: nameOf(snapshot, context),
  params: snapshotParams(context.scope, snapshot),
});

/** Its state as a word, with how long it has been taken; unknown ones as the service writes them. */
export function stateCell(snapshot: Snapshot, now: number): Cell {
  const state = snapshotAsJob(snapshot);
  if (state.status === "running") return accent(`running ${formatAge(now - snapshot.takenAt)}`);
  return state.status === "unknown" && state.said === null ? dim("?") : jobCell(state);
}

/** A stretch without the snapshots that were scheduled: when, how long, and what was scheduled. */
export function formatMissingSpan({ from, to, planned }: MissingSpan, context: Pick<Context, "now" | "zone">): string {
  const since =
    to === null
      ? `no snapshot since ${formatTimeInZone(from, context)}`
      : `${formatLongLargestUnit(to - from)} gap: ${formatTimeInZone(from, context)} to ${formatTimeInZone(to, context)}`;
  return `! ${since}, scheduled every ${formatLongLargestUnit(planned)}`;
}

/** What a compliance policy asks for that nobody here can compare a retention with: whoever sends it has to. Nothing where it can. */
export function incomparableWarnings(frequency: string, required: PolicyRequirements | null): readonly string[] {
  const item = incomparable(frequency, required);
  return item === null
    ? []
    : [
        `The compliance policy requires ${formatRetention(item)}, which is unknown here and cannot be compared: check that this is not less.`,
      ];
}

/** When it goes, for a column: `6d 21h`, `expired`. */
export const formatExpiry = (expiresAt: number, now: number): string =>
  expiresAt > now ? formatDuration(expiresAt - now) : "expired";
