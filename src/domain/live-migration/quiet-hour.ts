import { DAY, HOUR } from "../../text/durations.ts";
import type { Ring } from "../sample-ring.ts";

/** Finds the quietest hour of the day of a source, for the cut-over (`domain.md` 14.6). Service times in ms. */

/** Minimum number of known hours of the day. */
const LEAST_HOURS = 6;
/** Minimum known part of an hour (ms). */
const LEAST_OF_AN_HOUR = 10 * 60_000;
/** Readings further apart (ms) are no evidence for the hours between them. */
const LONGEST_PAUSE = 15 * 60_000;
/** Shortest lead time of a suggestion (ms): a cut-over needs preparation. */
const AT_LEAST_AHEAD = 30 * 60_000;

type QuietHour = {
  readonly from: number;
  readonly to: number;
  /** Growth of the lag in this hour of the day (seconds per second; negative: it fell). */
  readonly slope: number;
  /** Number of known hours of the day. */
  readonly knownHours: number;
};

/** Growth of the lag in each hour of the day (UTC) with enough readings. */
function slopes(ring: Ring): ReadonlyMap<number, number> {
  const grown = new Map<number, { change: number; span: number }>();
  for (const [index, sample] of ring.entries()) {
    const before = ring[index - 1];
    if (before === undefined || before.value === null || sample.value === null) continue;
    const span = sample.at - before.at;
    if (span <= 0 || span > LONGEST_PAUSE) continue;
    const hour = Math.floor((before.at % DAY) / HOUR);
    const known = grown.get(hour) ?? { change: 0, span: 0 };
    grown.set(hour, { change: known.change + sample.value - before.value, span: known.span + span });
  }
  const enough = [...grown].filter(([, { span }]) => span >= LEAST_OF_AN_HOUR);
  return new Map(enough.map(([hour, { change, span }]) => [hour, (change * 1000) / span]));
}

/**
 * The next hour among those in which the lag grew least; null while too few hours of the day are known, or none is left.
 *
 * @param until expiry of the migration
 */
export function quietHour(ring: Ring, now: number, until: number): QuietHour | null {
  const known = slopes(ring);
  if (known.size < LEAST_HOURS) return null;
  const first = Math.ceil((now + AT_LEAST_AHEAD) / HOUR) * HOUR;
  let best: QuietHour | null = null;
  for (let from = first; from + HOUR <= Math.min(until, first + DAY); from += HOUR) {
    const slope = known.get(Math.floor((from % DAY) / HOUR));
    if (slope !== undefined && (best === null || slope < best.slope)) {
      best = { from, to: from + HOUR, slope, knownHours: known.size };
    }
  }
  return best;
}
