import { HOUR, MINUTE } from "../text/durations.ts";
import { isDeed } from "./cut-over-state.ts";

/**
 * Readings of one thing over time, bounded (`domain.md` 14.6: the curve survives a restart). The newest are kept whole, older ones
 * are thinned the more the older they are; the moments at which something became something else are kept for as long as any.
 */

/** One reading. */
export type Sample = {
  /** The service's time of the answer (ms). */
  readonly at: number;
  /** What was read: seconds of lag, collections exported. Null where the service tells none, which is not zero. */
  readonly value: number | null;
  /** What the thing was then, as the service says it (`WORKING`), with what else matters (`WORKING ready`). */
  readonly state?: string;
};

/** Readings of one thing, the oldest first, no two of one time. */
export type Ring = readonly Sample[];

export const NO_SAMPLES: Ring = [];

/** How many samples of one thing are held at most; a night at a reading every ten seconds is held whole. */
export const MOST_SAMPLES = 3600;
/** How many are left at most after thinning, so that it is not done at every reading. */
const AFTER_THINNING = 3200;

/** Up to which age (of the newest) one bucket of how long keeps its first and its largest reading. */
const TIERS = [
  { upTo: 30 * MINUTE, bucket: 0 },
  { upTo: 6 * HOUR, bucket: MINUTE },
  { upTo: 8 * 24 * HOUR, bucket: 10 * MINUTE },
] as const;

/** A clock that is set right may go back so far without making liars of the readings before (ms). */
const BACK_AT_MOST = MINUTE;

const isTurn = (before: Sample | undefined, sample: Sample): boolean =>
  before === undefined || before.state !== sample.state || (before.value === null) !== (sample.value === null);

const bucketOf = (age: number): number | null => TIERS.find(({ upTo }) => age <= upTo)?.bucket ?? null;

/** A ring with its older part thinned: turns stay, and of each bucket the first and the largest reading. */
export function thinned(ring: Ring): Ring {
  const newest = ring.at(-1)?.at ?? 0;
  const kept = new Set<Sample>();
  const largest = new Map<string, Sample>();
  const firsts = new Set<string>();
  for (const [index, sample] of ring.entries()) {
    const bucket = bucketOf(newest - sample.at);
    if (isTurn(ring[index - 1], sample) || bucket === 0) kept.add(sample);
    if (bucket === null || bucket === 0) continue;
    const place = `${bucket} ${Math.floor(sample.at / bucket)}`;
    if (!firsts.has(place)) kept.add(sample);
    firsts.add(place);
    const most = largest.get(place);
    if (most === undefined || (sample.value ?? -1) > (most.value ?? -1)) largest.set(place, sample);
  }
  for (const sample of largest.values()) kept.add(sample);
  return ring.filter((sample) => kept.has(sample)).slice(-AFTER_THINNING);
}

const bounded = (ring: Ring): Ring => (ring.length > MOST_SAMPLES ? thinned(ring) : ring);

/**
 * A ring with a further reading. One of a time that is there already changes nothing; when the service's clock was set back by
 * more than a minute, what was read at times still to come is dropped. What was done stays: it stands right before the reading, and
 * nobody is offered a second time what cannot be done twice.
 */
export function withSample(ring: Ring, sample: Sample): Ring {
  const last = ring.at(-1);
  if (last === undefined || last.at < sample.at) return bounded([...ring, sample]);
  const before = ring.flatMap((each): Ring => {
    if (each.at <= sample.at + BACK_AT_MOST) return [each];
    return isDeed(each.state) ? [{ ...each, at: sample.at - 1 }] : [];
  });
  return merged(before, [sample]);
}

/** Two rings of one thing as one: readings of two consoles, or of this one and of the one before it. The left one wins a time. */
export function merged(left: Ring, right: Ring): Ring {
  const times = new Map(right.map((sample) => [sample.at, sample]));
  for (const sample of left) times.set(sample.at, sample);
  return bounded([...times.values()].sort((one, other) => one.at - other.at));
}
