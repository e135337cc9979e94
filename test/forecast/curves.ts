import { randomOf } from "../../src/service/random.ts";

/**
 * Lag curves of which the future is known: what a forecast is measured against. Each follows from its kind and its seed alone.
 */

export const KINDS = ["noise", "bumps", "plateaus", "sawtooth", "stuck"] as const;
export type Kind = (typeof KINDS)[number];

/** A curve with its readings, one each `step` seconds, and what came of it. */
export type Curve = {
  readonly kind: Kind;
  readonly seed: number;
  /** Seconds between two readings. */
  readonly step: number;
  /** Whole seconds of lag, from the begin of replication. */
  readonly readings: readonly number[];
  /** The lag without its noise, at any second. */
  readonly truth: (second: number) => number;
  /** The second at which a reading first was five or less; null when it never was. */
  readonly caughtUp: number | null;
};

/** At this lag the source is caught up with (`domain.md` 14.4). */
export const CAUGHT_UP = 5;
const MINUTE = 60;
const LONGEST = 8 * 60 * MINUTE;

export function curveOf(kind: Kind, seed: number): Curve {
  const random = randomOf("lag curve", kind, seed);
  const between = (from: number, to: number): number => from + random.next() * (to - from);
  const first = between(600, 20_000);
  const whole = between(15 * MINUTE, 180 * MINUTE);
  const bend = between(0.85, 1.4);
  const step = random.pick([3, 10, 10, 10, 60]);
  const noise = { part: between(0.002, 0.05), least: between(0, 3) };
  const speeds = [between(60, 300), between(10, 40)] as const;

  /** Noise of one pace, from -1 to 1. */
  const wander = (pace: number, second: number): number => {
    const knot = Math.floor(second / pace);
    const at = (index: number): number => randomOf("noise", kind, seed, pace, index).next() * 2 - 1;
    const part = second / pace - knot;
    const smooth = part * part * (3 - 2 * part);
    return at(knot) * (1 - smooth) + at(knot + 1) * smooth;
  };

  /** How far along the way it is after a time: plateaus are times in which it does not get on. */
  const plateaus =
    kind === "plateaus"
      ? Array.from({ length: random.whole(1, 3) }, () => ({
          from: between(0.1, 0.85) * whole,
          lasts: between(3, 20) * MINUTE,
        }))
      : [];
  const along = (second: number): number => {
    let lost = 0;
    for (const { from, lasts } of plateaus.toSorted((left, right) => left.from - right.from)) {
      lost += Math.min(lasts, Math.max(0, second - lost - from));
    }
    return Math.min(1, (second - lost) / whole);
  };

  const bumps =
    kind === "bumps"
      ? Array.from({ length: random.whole(1, 4) }, () => ({
          middle: between(0.15, 0.95) * whole,
          half: between(2, 12) * MINUTE,
          height: between(0.05, 0.3) * first,
        }))
      : [];
  const bumpAt = (second: number): number =>
    bumps.reduce((sum, { middle, half, height }) => {
      const away = Math.abs(second - middle) / half;
      return away >= 1 ? sum : sum + height * (0.5 + 0.5 * Math.cos(Math.PI * away));
    }, 0);

  const tooth = { period: between(4, 20) * MINUTE, height: between(0.03, 0.15) * first };
  /** It jumps up when a batch begins and is worked off until the next. */
  const toothAt = (second: number, way: number): number =>
    kind === "sawtooth" && way < 1 ? tooth.height * (1 - ((second / tooth.period) % 1)) : 0;

  const stuck = { from: between(0.2, 0.8) * whole, rate: random.pick([0, 0, between(0.1, 1)]) };

  const truth = (second: number): number => {
    const moving = kind === "stuck" ? Math.min(second, stuck.from) : second;
    const way = along(moving);
    const base = 3 + (first - 3) * (1 - way) ** bend;
    const grown = kind === "stuck" ? Math.max(0, second - stuck.from) * stuck.rate : 0;
    return base + bumpAt(second) + toothAt(second, way) + grown;
  };
  const readingAt = (second: number): number => {
    const lag = truth(second);
    const shaken = 0.7 * wander(speeds[0], second) + 0.3 * wander(speeds[1], second);
    return Math.max(0, Math.round(lag + shaken * (noise.part * lag + (lag > CAUGHT_UP ? noise.least : 1))));
  };

  const readings: number[] = [];
  let caughtUp: number | null = null;
  const end = kind === "stuck" ? stuck.from + 90 * MINUTE : LONGEST;
  for (let second = 0; second <= end; second += step) {
    const reading = readingAt(second);
    readings.push(reading);
    if (reading > CAUGHT_UP) continue;
    caughtUp = second;
    break;
  }
  return { kind, seed, step, readings, truth, caughtUp };
}
