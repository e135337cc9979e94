import { pluralize } from "../text/format.ts";
import { formatSpanRange } from "./labels.ts";
import { quantile } from "./robust.ts";

/** Usual duration of things of a kind, and detection of unusually long ones. Durations in ms. */

/** Statistics of earlier durations. */
export type Typical = {
  /** Number of earlier runs. */
  readonly count: number;
  readonly middle: number;
  /** Range of most of them. */
  readonly least: number;
  readonly most: number;
};

/** Minimum number of earlier runs for an estimate (`domain.md` 11.6). */
export const LEAST_EARLIER = 3;

/** This many of the newest durations count: older ones were of smaller data. */
const NEWEST = 20;

/** Statistics of durations; null for none. Only the newest ones count, so pass them oldest first. */
export function typicalOf(spans: readonly number[]): Typical | null {
  const some = spans.filter((span) => Number.isFinite(span) && span > 0).slice(-NEWEST);
  if (some.length === 0) return null;
  return { count: some.length, middle: quantile(some, 0.5), least: quantile(some, 0.1), most: quantile(some, 0.9) };
}

/** `dead`: it may never end, though the service does not report a failure. */
type Lateness = "in-time" | "late" | "dead";

/** Nothing counts as dead before this running time (ms) … */
const NEVER_BEFORE = 30 * 60_000;
/** … and this multiple of nearly all others. Watching never ends by time: slow is not failed (`domain.md` 13.5). */
const DEAD_TIMES = 3;

/**
 * Judges a running thing by the durations of others. Its status stays running: only the service says that it has failed.
 *
 * @param elapsed running time
 * @param most duration that nearly all others did not exceed; null when no others are known
 */
export function lateness(elapsed: number, most: number | null): Lateness {
  if (most === null || elapsed <= most) return "in-time";
  return elapsed > Math.max(NEVER_BEFORE, DEAD_TIMES * most) ? "dead" : "late";
}

/** `usually 4 to 10 min`. */
export const formatUsual = ({ least, most }: Pick<Typical, "least" | "most">): string =>
  `usually ${formatSpanRange(least, most)}`;

/** The usual duration, or a note that it is exceeded: for kinds without known earlier runs. */
export const usualOrLonger = (elapsed: number, most: number, usually: string): string =>
  lateness(elapsed, most) === "in-time" ? usually : `longer than usual (${usually})`;

/** `5 earlier runs`. */
export const formatEarlierRuns = (count: number): string => pluralize(count, "earlier run");

/** Text for a thing that takes longer than others; null while it is in time. */
export function formatLateness(elapsed: number, typical: Pick<Typical, "least" | "most"> | null): string | null {
  switch (lateness(elapsed, typical?.most ?? null)) {
    case "in-time":
      return null;
    case "late":
      return `longer than usual (${formatUsual(typical ?? { least: 0, most: 0 })})`;
    case "dead":
      return `far longer than usual (${formatUsual(typical ?? { least: 0, most: 0 })}): it may be stuck`;
  }
}
