import { randomOf } from "../../src/service/random.ts";

/**
 * Courses of a lag whose direction is known at every reading: what the words "rising", "falling" and "level" are held against. Each
 * follows from its kind, its seed and how it is read alone.
 */

export const COURSES = ["falling", "bumps", "bump at the end", "sawtooth", "stalls", "nulls"] as const;
export type CourseKind = (typeof COURSES)[number];

/** How a lag is read: every so many seconds of ours, from a service whose clock runs so fast. */
export type Cadence = { readonly every: number; readonly speed: number };
export const CADENCES: readonly Cadence[] = [
  { every: 10, speed: 1 },
  { every: 60, speed: 1 },
  { every: 10, speed: 60 },
  { every: 60, speed: 60 },
];

export type Course = {
  readonly kind: CourseKind;
  /** Seconds of the service between two readings. */
  readonly step: number;
  /** Whole seconds of lag; null where the service tells none. */
  readonly readings: readonly (number | null)[];
  /** The lag without its noise. */
  readonly truth: (second: number) => number;
  /** How far a reading may lie from it. */
  readonly noise: (second: number) => number;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const LAST = 3;

/** At sixty times the speed everything takes thirty times as long, or it would be over after a few readings. */
const stretchOf = ({ speed }: Cadence): number => (speed > 1 ? 30 : 1);

export function courseOf(kind: CourseKind, seed: number, cadence: Cadence): Course {
  const random = randomOf("lag course", kind, seed);
  const between = (from: number, to: number): number => from + random.next() * (to - from);
  const stretch = stretchOf(cadence);
  const step = cadence.every * cadence.speed;
  const first = between(1200, 15_000) * stretch;
  const whole = between(40 * MINUTE, 180 * MINUTE);
  const bend = between(0.85, 1.3);
  const isAtEnd = kind === "bump at the end";
  const isBumpy = kind === "bumps" || kind === "nulls";
  /** Noise as the service's: a part of the lag and some seconds, wandering and trembling. */
  const part = between(0.003, 0.03);
  const least = between(0.5, 2.5);

  const bumps = [
    ...(isBumpy
      ? Array.from({ length: random.whole(1, 3) }, () => ({
          middle: between(0.15, 0.8) * whole,
          half: between(8, 20) * MINUTE,
          height: between(0.1, 0.5) * first,
        }))
      : []),
    ...(isAtEnd
      ? [{ middle: between(3.2, 4) * HOUR, half: between(15, 30) * MINUTE, height: between(300, 1800) * stretch }]
      : []),
  ];
  const stalls =
    kind === "stalls"
      ? Array.from({ length: random.whole(1, 2) }, (_, index) => ({
          from: between(0.1 + 0.4 * index, 0.4 + 0.4 * index) * whole,
          lasts: between(10, 40) * MINUTE,
          grows: random.pick([0, 0, 1]),
        }))
      : [];
  const tooth = { period: between(20, 60) * MINUTE, height: between(0.1, 0.25) * first };

  /** The course without noise at a moment of its own time. */
  const plain = (time: number): number => {
    if (isAtEnd) return LAST + bumpSum(time);
    let lost = 0;
    let grown = 0;
    for (const { from, lasts, grows } of stalls) {
      const stalled = Math.min(lasts, Math.max(0, time - lost - from));
      lost += stalled;
      grown += stalled * grows * stretch;
    }
    const way = Math.min(1, (time - lost) / whole);
    const saw = kind === "sawtooth" && way < 1 ? toothAt(time) : 0;
    return LAST + (first - LAST) * (1 - way) ** bend + grown * (1 - way) + bumpSum(time) + saw;
  };
  const bumpSum = (time: number): number =>
    bumps.reduce((sum, { middle, half, height }) => {
      const away = Math.abs(time - middle) / half;
      return away >= 1 ? sum : sum + height * (0.5 + 0.5 * Math.cos(Math.PI * away));
    }, 0);
  /** It grows while a batch of the source runs, a fifth of the time, and is worked off until the next. */
  const toothAt = (time: number): number => {
    const within = (time / tooth.period) % 1;
    return tooth.height * (within < 0.2 ? within / 0.2 : (1 - within) / 0.8);
  };

  const truth = (second: number): number => plain(second / stretch);
  const noise = (second: number): number => least + part * truth(second);
  const wander = (pace: number, second: number): number => {
    const knot = Math.floor(second / pace);
    const at = (index: number): number => randomOf("course noise", kind, seed, pace, index).next() * 2 - 1;
    const along = second / pace - knot;
    const smooth = along * along * (3 - 2 * along);
    return at(knot) * (1 - smooth) + at(knot + 1) * smooth;
  };
  /** A single reading without a lag now and then, and one break of some readings. */
  const unreported =
    kind === "nulls" ? { each: random.whole(15, 40), from: random.whole(20, 60), count: random.whole(2, 6) } : null;
  const isUnreported = (index: number): boolean =>
    unreported !== null &&
    (index % unreported.each === unreported.each - 1 ||
      (index >= unreported.from && index < unreported.from + unreported.count));

  const end = (isAtEnd ? 5 * HOUR : whole + stalls.reduce((sum, { lasts }) => sum + lasts, 0) + 20 * MINUTE) * stretch;
  const readings = Array.from({ length: Math.floor(end / step) }, (_, index) => {
    const second = index * step;
    const shaken = 0.7 * wander(120, second) + 0.3 * wander(20, second);
    return isUnreported(index) ? null : Math.max(0, Math.round(truth(second) + shaken * noise(second)));
  });
  return { kind, step, readings, truth, noise };
}
