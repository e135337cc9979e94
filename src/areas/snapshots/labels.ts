import type { Snapshot } from "../../domain/snapshot.ts";
import { HOUR } from "../../text/durations.ts";
import { formatAge, formatDuration } from "../../text/format.ts";
import type { Cell } from "../view.ts";

/** Snapshots in words. */

/** Its state as a word: done, waiting, running with how long, failed; unknown ones as the service writes them. */
export function stateCell({ status, takenAt }: Snapshot, now: number): Cell {
  switch (status) {
    case "completed":
      return { text: "done", tone: "good" };
    case "failed":
      return { text: "failed", tone: "bad" };
    case "queued":
      return { text: "waiting", tone: "accent" };
    case "inProgress":
      return { text: `running ${formatAge(now - takenAt)}`, tone: "accent" };
    default:
      return status === "" ? { text: "?", tone: "dim" } : status;
  }
}

/** A stretch of time with its larger unit alone from two days up: `31h`, `4d`. */
export const spanWords = (milliseconds: number): string =>
  milliseconds < 72 * HOUR && milliseconds >= HOUR ? `${Math.round(milliseconds / HOUR)}h` : formatAge(milliseconds);

/** When it goes, for a column: `6d 21h`, `expired`. */
export const expiryWords = (expiresAt: number, now: number): string =>
  expiresAt > now ? formatDuration(expiresAt - now) : "expired";
