import { age, left, sizeText, timeWords } from "../../text/format.ts";
import type { Cell, Context } from "../area.ts";
import type { Snapshot } from "./known.ts";

/** Snapshots in words. */

/** What kind it is: `hourly`, `on demand`, `fallback daily`. */
export function kindWords({ type, frequency }: Snapshot): string {
  const often = frequency === "ondemand" ? "" : frequency;
  switch (type) {
    case "onDemand":
      return "on demand";
    case "scheduled":
      return often === "" ? "scheduled" : often;
    case "fallback":
      return often === "" ? "fallback" : `fallback ${often}`;
    default:
      return [type, often].filter((part) => part !== "").join(" ");
  }
}

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
      return { text: `running ${age(now - takenAt)}`, tone: "accent" };
    default:
      return status === "" ? { text: "?", tone: "dim" } : status;
  }
}

/** `+25.1 MB`, `same`, against another one. */
export function changeWords(bytes: number, former: number): string {
  const change = bytes - former;
  return change === 0 ? "same" : `${change > 0 ? "+" : ""}${sizeText(change)}`;
}

/** A snapshot's name in sentences: `the hourly one of 21 Nov 14:30 UTC`, `"before CHG-1142", on demand, 20 Nov 18:00 UTC`. */
export function nameOf(snapshot: Snapshot, context: Pick<Context, "now" | "zone">): string {
  const time = timeWords(snapshot.takenAt, context);
  return snapshot.description === ""
    ? `${kindWords(snapshot)} ${time}`
    : `${kindWords(snapshot)} ${time} "${snapshot.description}"`;
}

const HOUR = 3_600_000;

/** A stretch of time with its larger unit alone from two days up: `31h`, `4d`. */
export const spanWords = (milliseconds: number): string =>
  milliseconds < 72 * HOUR && milliseconds >= HOUR ? `${Math.round(milliseconds / HOUR)}h` : age(milliseconds);

/** When it goes, for a column: `6d 21h`, `expired`. */
export const expiryWords = (expiresAt: number, now: number): string =>
  expiresAt > now ? left(expiresAt - now) : "expired";
