import { pluralize } from "../text/format.ts";
import { formatSpanRange } from "./labels.ts";
import { quantile } from "./robust.ts";

/** How long things of a kind usually take, and whether one of them takes too long. Spans in ms. */

/** What earlier ones took. */
export type Typical = {
  /** How many of them. */
  readonly count: number;
  readonly middle: number;
  /** The range in which most of them lie. */
  readonly least: number;
  readonly most: number;
};

/** Fewer than this are no basis for a time that is left (`domain.md` 11.6). */
export const LEAST_EARLIER = 3;

/** What spans say together; null of none. Of more than enough only the newest count, so hand them over oldest first. */
export function typicalOf(spans: readonly number[], newest = 20): Typical | null {
  const some = spans.filter((span) => Number.isFinite(span) && span > 0).slice(-newest);
  if (some.length === 0) return null;
  return { count: some.length, middle: quantile(some, 0.5), least: quantile(some, 0.1), most: quantile(some, 0.9) };
}

/** Whether something that runs is in time. `dead`: it may never end, though the service says nothing of it. */
export type Lateness = "in-time" | "late" | "dead";

/** Nothing is taken for dead before it ran so long, (ms) */
const NEVER_BEFORE = 30 * 60_000;
/** and so many times as long as nearly all others. A watch itself never ends by time: slow is not failed (`domain.md` 13.5). */
const DEAD_TIMES = 3;

/**
 * Judges something that runs by what others took. It stays running: only the service says that a thing has failed.
 *
 * @param elapsed since it began
 * @param most what nearly all others stayed below; null where nothing is known of others
 */
export function lateness(elapsed: number, most: number | null): Lateness {
  if (most === null || elapsed <= most) return "in-time";
  return elapsed > Math.max(NEVER_BEFORE, DEAD_TIMES * most) ? "dead" : "late";
}

/** `usually 4 to 10 min`. */
export const formatUsual = ({ least, most }: Pick<Typical, "least" | "most">): string =>
  `usually ${formatSpanRange(least, most)}`;

/** What is usual of its kind, or that this one takes longer: for kinds of which no earlier ones are known. */
export const usualOrLonger = (elapsed: number, most: number, usually: string): string =>
  lateness(elapsed, most) === "in-time" ? usually : `longer than usual (${usually})`;

/** `5 earlier ones`. */
export const formatEarlierRuns = (count: number): string => pluralize(count, "earlier run");

/** What is said of something that takes longer than others; null while it is in time. */
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
