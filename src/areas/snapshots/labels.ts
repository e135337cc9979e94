import { type Snapshot, snapshotAsJob } from "../../domain/snapshot.ts";
import { HOUR } from "../../text/durations.ts";
import { formatAge, formatDuration } from "../../text/format.ts";
import { accent, dim } from "../cells.ts";
import { jobCell } from "../jobs.ts";
import type { Cell } from "../view.ts";

/** Snapshots in words. */

/** Its state as a word, with how long it has been taken; unknown ones as the service writes them. */
export function stateCell(snapshot: Snapshot, now: number): Cell {
  const state = snapshotAsJob(snapshot);
  if (state.status === "running") return accent(`running ${formatAge(now - snapshot.takenAt)}`);
  return state.status === "unknown" && state.said === null ? dim("?") : jobCell(state);
}

/** A stretch of time with its larger unit alone from two days up: `31h`, `4d`. */
export const spanWords = (milliseconds: number): string =>
  milliseconds < 72 * HOUR && milliseconds >= HOUR ? `${Math.round(milliseconds / HOUR)}h` : formatAge(milliseconds);

/** When it goes, for a column: `6d 21h`, `expired`. */
export const expiryWords = (expiresAt: number, now: number): string =>
  expiresAt > now ? formatDuration(expiresAt - now) : "expired";
