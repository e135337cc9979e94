import { randomOf } from "../random.ts";

/**
 * Replication lag of a migration as a function of time alone: nothing is stored. It falls from an hour and a half to a few seconds, with noise and
 * two bumps (nightly batches of the source), and stays there (`domain.md` 17.3).
 */

/** Lag at the start of replication, and after catching up, in seconds. */
const FIRST = 5400;
const LAST = 3;
/** Duration of catching up, in seconds. */
export const CATCH_UP_SECONDS = 2400;

/** Exponent: the curve falls a little faster at first than at the end. */
const BEND = 1.15;
/** Amplitude of the noise: a share of the lag, and a minimum in seconds. */
const NOISE = { part: 0.03, least: 2.5 };
/** Bumps: centre and half width as shares of the duration, height in seconds. None reaches the end. */
const BUMPS = [
  { middle: 0.38, half: 0.1, height: 900 },
  { middle: 0.72, half: 0.08, height: 500 },
] as const;
/** Noise of two wavelengths, in seconds: a slow and a fast one. */
const WAVELENGTHS = [
  { seconds: 120, weight: 0.7 },
  { seconds: 20, weight: 0.3 },
] as const;

/** Smooth noise from -1 to 1, interpolated between random values. */
function wandering(seed: string, pace: number, seconds: number): number {
  const knot = Math.floor(seconds / pace);
  const valueAt = (index: number): number => randomOf(seed, pace, index).next() * 2 - 1;
  const part = seconds / pace - knot;
  const smooth = part * part * (3 - 2 * part);
  return valueAt(knot) * (1 - smooth) + valueAt(knot + 1) * smooth;
}

const bumpAt = (way: number): number =>
  BUMPS.reduce((sum, { middle, half, height }) => {
    const distance = Math.abs(way - middle) / half;
    return distance >= 1 ? sum : sum + height * (0.5 + 0.5 * Math.cos(Math.PI * distance));
  }, 0);

/**
 * The lag of a migration.
 *
 * @param seed id of the migration: the same id has the same curve on every machine
 * @param seconds time since replication began
 * @returns whole seconds; below ten after catching up
 */
export function lagAt(seed: string, seconds: number): number {
  const way = Math.min(1, Math.max(0, seconds) / CATCH_UP_SECONDS);
  const base = LAST + (FIRST - LAST) * (1 - way) ** BEND;
  const noise = WAVELENGTHS.reduce(
    (sum, { seconds: pace, weight }) => sum + weight * wandering(seed, pace, seconds),
    0,
  );
  // The noise grows over the first minutes: replication starts with the lag that the copy left.
  const heard = Math.min(1, way * 20) * noise * (NOISE.least + NOISE.part * (base - LAST));
  return Math.max(0, Math.round(base + bumpAt(way) + heard));
}
