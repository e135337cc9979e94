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

/** How much of a ring is held. */
export type RingBounds = {
  /** How many samples of one thing at most. */
  readonly most: number;
  /** How many are left at most after thinning, so that it is not done at every reading. */
  readonly afterThinning: number;
  /** Up to which age (of the newest, ms) one bucket of how long (ms) keeps its first and its largest reading; 0 keeps all. */
  readonly tiers: readonly { readonly upTo: number; readonly bucket: number }[];
  /** The smallest reading of a bucket is kept, too: there are things of which the smallest is the worst. */
  readonly keepsSmallest: boolean;
};

/** How many samples of one thing are held at most; a night at a reading every ten seconds is held whole. */
export const MOST_SAMPLES = 3600;

/** The bounds of what is reckoned with: a lag, a count. */
const WHOLE_NIGHT: RingBounds = {
  most: MOST_SAMPLES,
  afterThinning: 3200,
  tiers: [
    { upTo: 30 * MINUTE, bucket: 0 },
    { upTo: 6 * HOUR, bucket: MINUTE },
    { upTo: 8 * 24 * HOUR, bucket: 10 * MINUTE },
  ],
  keepsSmallest: false,
};

/** The bounds of what is only drawn, of many things at a time: as many samples as the widest chart has columns. */
export const DRAWN_ONLY: RingBounds = {
  most: 360,
  afterThinning: 300,
  tiers: [
    { upTo: 30 * MINUTE, bucket: 0 },
    { upTo: 6 * HOUR, bucket: 10 * MINUTE },
    { upTo: 8 * 24 * HOUR, bucket: 4 * HOUR },
  ],
  keepsSmallest: true,
};

/** A clock that is set right may go back so far without making liars of the readings before (ms). */
const BACK_AT_MOST = MINUTE;

const isTurn = (before: Sample | undefined, sample: Sample): boolean =>
  before === undefined || before.state !== sample.state || (before.value === null) !== (sample.value === null);

/** A ring with its older part thinned: turns stay, and of each bucket the first and the largest reading. */
export function thinned(ring: Ring, { tiers, afterThinning, keepsSmallest }: RingBounds = WHOLE_NIGHT): Ring {
  const newest = ring.at(-1)?.at ?? 0;
  const kept = new Set<Sample>();
  const largest = new Map<string, Sample>();
  const smallest = new Map<string, Sample>();
  const firsts = new Set<string>();
  const bucketOf = (age: number): number | null => tiers.find(({ upTo }) => age <= upTo)?.bucket ?? null;
  for (const [index, sample] of ring.entries()) {
    const bucket = bucketOf(newest - sample.at);
    if (isTurn(ring[index - 1], sample) || bucket === 0) kept.add(sample);
    if (bucket === null || bucket === 0) continue;
    const place = `${bucket} ${Math.floor(sample.at / bucket)}`;
    if (!firsts.has(place)) kept.add(sample);
    firsts.add(place);
    const most = largest.get(place);
    if (most === undefined || isLarger(sample, most)) largest.set(place, sample);
    const least = smallest.get(place);
    if (keepsSmallest && (least === undefined || isLarger(least, sample))) smallest.set(place, sample);
  }
  for (const sample of [...largest.values(), ...smallest.values()]) kept.add(sample);
  return ring.filter((sample) => kept.has(sample)).slice(-afterThinning);
}

/** Whether a reading has the larger value; one without a value is larger than none. */
const isLarger = ({ value }: Sample, other: Sample): boolean =>
  value !== null && (other.value === null || value > other.value);

/** A ring within its bounds. */
export const bounded = (ring: Ring, bounds: RingBounds = WHOLE_NIGHT): Ring =>
  ring.length > bounds.most ? thinned(ring, bounds) : ring;

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
