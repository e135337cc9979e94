import { HOUR, MINUTE } from "../text/durations.ts";
import { isRecordedAction } from "./cut-over-state.ts";

/**
 * Bounded readings of one thing over time (`domain.md` 14.6: the curve survives a restart). The newest are all kept, older ones are thinned more the
 * older they are; changes of state are kept as long as any.
 */

/** One reading. */
export type Sample = {
  /** Service time of the answer (ms). */
  readonly at: number;
  /** Value read: seconds of lag, collections exported. Null when the service reports none, which is not zero. */
  readonly value: number | null;
  /** State at that time, in the service's words (`WORKING`), with additions (`WORKING ready`). */
  readonly state?: string;
};

/** Readings of one thing, oldest first, at most one per time. */
export type Ring = readonly Sample[];

export const NO_SAMPLES: Ring = [];

/** Size limits of a ring. */
type RingBounds = {
  /** Maximum number of readings. */
  readonly most: number;
  /** Maximum number after thinning; lower, so that not every reading causes thinning. */
  readonly afterThinning: number;
  /** Up to an age (relative to the newest, ms), each bucket of a length (ms) keeps its first and its largest reading; length 0 keeps all. */
  readonly tiers: readonly { readonly upTo: number; readonly bucket: number }[];
  /** True to keep the smallest reading of a bucket, too: for some values the smallest is the worst. */
  readonly keepsSmallest: boolean;
};

/** Maximum readings of one thing; a night with a reading every ten seconds fits completely. */
export const MOST_SAMPLES = 3600;

/** Limits of readings used in computations: a lag, a count. */
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

/** Limits of readings that are only drawn, for many things at a time: as many as the widest chart has columns. */
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

/** A clock correction back by up to this time (ms) leaves earlier readings valid. */
const BACK_AT_MOST = MINUTE;

const isTurn = (before: Sample | undefined, sample: Sample): boolean =>
  before === undefined || before.state !== sample.state || (before.value === null) !== (sample.value === null);

/** The ring with its older part thinned: changes of state stay, and the first and the largest reading of each bucket. */
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

/** True when a reading has the larger value; any value is larger than none. */
const isLarger = ({ value }: Sample, other: Sample): boolean =>
  value !== null && (other.value === null || value > other.value);

/** The ring within its limits. */
export const bounded = (ring: Ring, bounds: RingBounds = WHOLE_NIGHT): Ring =>
  ring.length > bounds.most ? thinned(ring, bounds) : ring;

/**
 * The ring with another reading. A reading at an existing time changes nothing; when the service clock was set back by more than a minute, readings
 * in its future are dropped. Recorded actions stay: they move to just before the new reading, so that nobody is offered a second time what cannot be
 * done twice.
 */
export function withSample(ring: Ring, sample: Sample): Ring {
  const last = ring.at(-1);
  if (last === undefined || last.at < sample.at) return bounded([...ring, sample]);
  const before = ring.flatMap((each): Ring => {
    if (each.at <= sample.at + BACK_AT_MOST) return [each];
    return isRecordedAction(each.state) ? [{ ...each, at: sample.at - 1 }] : [];
  });
  return merged(before, [sample]);
}

/** Merges two rings of one thing: readings of two consoles, or of this session and the one before. At equal times the left one wins. */
export function merged(left: Ring, right: Ring): Ring {
  const times = new Map(right.map((sample) => [sample.at, sample]));
  for (const sample of left) times.set(sample.at, sample);
  return bounded([...times.values()].sort((one, other) => one.at - other.at));
}
