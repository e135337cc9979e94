import type { MissingSpan } from "../../domain/backup/missing-snapshots.ts";
import { incomparable, type PolicyRequirements } from "../../domain/backup/policy-requirements.ts";
import { formatRetention } from "../../domain/backup/schedule-items.ts";
import { nameOf, type Snapshot, snapshotAsJob } from "../../domain/backup/snapshot.ts";
import { formatAge, formatDuration, formatLongLargestUnit, formatTimeInZone } from "../../text/format.ts";
import { accent, dim } from "../builders/cells.ts";
import { jobCell } from "../builders/jobs.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Times } from "../model/context.ts";
import type { Target } from "../model/effect.ts";
import { snapshotParams } from "../queries/snapshots.ts";

/** Texts for snapshots. */

/** A snapshot as the target of a write. */
export const targetOf = (snapshot: Snapshot, context: Context): Target => ({
  id: snapshot.id,
  name: nameOf(snapshot, context),
  params: snapshotParams(context.scope, snapshot),
});

/** State of a snapshot, with the time since its start while it runs; an unknown state as the service writes it. */
export function stateCell(snapshot: Snapshot, now: number): Cell {
  const state = snapshotAsJob(snapshot);
  if (state.status === "running") return accent(`running ${formatAge(now - snapshot.takenAt)}`);
  return state.status === "unknown" && state.said === null ? dim("?") : jobCell(state);
}

/** A gap in the scheduled snapshots: start, length, and the schedule. */
export function formatMissingSpan({ from, to, planned }: MissingSpan, context: Times): string {
  const since =
    to === null
      ? `no snapshot since ${formatTimeInZone(from, context)}`
      : `${formatLongLargestUnit(to - from)} gap: ${formatTimeInZone(from, context)} to ${formatTimeInZone(to, context)}`;
  return `! ${since}, scheduled every ${formatLongLargestUnit(planned)}`;
}

/**
 * Warns of a requirement of the compliance policy that cannot be compared with a retention here, so that the person has to check it. Empty where all
 * can.
 */
export function incomparableWarnings(frequency: string, required: PolicyRequirements | null): readonly string[] {
  const item = incomparable(frequency, required);
  return item === null
    ? []
    : [
        `The compliance policy requires ${formatRetention(item)}, which is unknown here and cannot be compared: check that this is not less.`,
      ];
}

/** Time to the expiry, for a column: `6d 21h`, `expired`. */
export const formatExpiry = (expiresAt: number, now: number): string =>
  expiresAt > now ? formatDuration(expiresAt - now) : "expired";
