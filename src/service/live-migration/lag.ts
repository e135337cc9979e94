import { randomOf } from "../random.ts";

/**
 * How far a migration is behind its source, as a function of time alone: nothing is stored for it. It falls from an hour and a
 * half to a few seconds, with noise and two bumps (the nightly batches of the source), and stays there (`domain.md` 17.3).
 */

/** The lag at the start of replication, and when the source is caught up with, in seconds. */
const FIRST = 5400;
const LAST = 3;
/** How long catching up takes, in seconds. */
export const CATCHING_UP = 2400;

/** The curve falls a little faster at first than at the end. */
const BEND = 1.15;
/** How far the noise goes: a part of the lag, and some seconds always. */
const NOISE = { part: 0.03, least: 2.5 };
/** Bumps: the middle and half the width as parts of the way, the height in seconds. None reaches the end. */
const BUMPS = [
  { middle: 0.38, half: 0.1, height: 900 },
  { middle: 0.72, half: 0.08, height: 500 },
] as const;
/** Noise of two paces, in seconds: it wanders, and it trembles. */
const WAVELENGTHS = [
  { seconds: 120, weight: 0.7 },
  { seconds: 20, weight: 0.3 },
] as const;

/** Noise from -1 to 1 that runs smoothly from one chance value to the next. */
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
 * @param seed names the migration: the same one has the same curve on every machine
 * @param seconds time since replication began
 * @returns whole seconds; below ten from the end of catching up on
 */
export function lagAt(seed: string, seconds: number): number {
  const way = Math.min(1, Math.max(0, seconds) / CATCHING_UP);
  const base = LAST + (FIRST - LAST) * (1 - way) ** BEND;
  const noise = WAVELENGTHS.reduce(
    (sum, { seconds: pace, weight }) => sum + weight * wandering(seed, pace, seconds),
    0,
  );
  // The noise sets in over the first minutes: replication starts where the copy left it.
  const heard = Math.min(1, way * 20) * noise * (NOISE.least + NOISE.part * (base - LAST));
  return Math.max(0, Math.round(base + bumpAt(way) + heard));
}
