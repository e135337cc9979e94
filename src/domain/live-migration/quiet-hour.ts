import { DAY, HOUR } from "../../text/durations.ts";
import type { Ring } from "../sample-ring.ts";

/** The hour of the day in which a source is quietest: when to cut over (`domain.md` 14.6). Times in ms of the service. */

/** So many hours of the day have to be known before one of them is called quiet. */
const LEAST_HOURS = 6;
/** So much of an hour has to be known. */
const LEAST_OF_AN_HOUR = 10 * 60_000;
/** Readings further apart say nothing of the hours between them. */
const LONGEST_PAUSE = 15 * 60_000;
/** A cut-over is not suggested for the next minutes: it is prepared first. */
const AT_LEAST_AHEAD = 30 * 60_000;

export type QuietHour = {
  readonly from: number;
  readonly to: number;
  /** How fast the lag grew in this hour of the day (seconds a second; negative: it fell). */
  readonly slope: number;
  /** Of how many hours of the day something is known. */
  readonly knownHours: number;
};

/** How fast the lag grew in each hour of the day (UTC), where enough of it is known. */
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
 * The next of the hours in which the lag grew least; null while too few hours of the day are known, or none of them is left.
 *
 * @param until when the migration expires
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
