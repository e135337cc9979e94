import { forecast } from "../../src/domain/live-migration/forecast.ts";
import { median } from "../../src/domain/robust.ts";
import type { Ring } from "../../src/domain/sample-ring.ts";
import { type Curve, curveOf, KINDS, type Kind } from "./curves.ts";
import { rangeOf } from "./ranges.ts";

/**
 * How good the forecast is: asked at twenty moments of each curve, with what was read by then, and held against what came. Beside
 * it two rivals on the same readings: the lag divided by the last slope, and by the least squares of ten minutes. A rival names one
 * time; around it is laid a range as wide as the forecast's at the same moment.
 */

/** Curves of each kind, so that there are 200; the constants of the forecast were chosen on seeds 1 to 20. */
export const SEEDS = Array.from({ length: 40 }, (_, index) => 501 + index);

const MOMENTS = 20;
const AHEAD = 600;
/** A forecast that is off by more than this factor was better not said. */
const WRONG_BY = 1.5;

export type Quality = {
  readonly forecasts: number;
  /** Times that a range was said, and that it held what came. */
  readonly said: number;
  readonly contained: number;
  /** The same of the rivals' ranges. */
  readonly lastSlopeContained: number;
  readonly leastSquaresContained: number;
  /** Latest by earliest time. */
  readonly widths: readonly number[];
  /** By which factor the likely time was off; infinite where it never came. */
  readonly off: readonly number[];
  readonly lastSlopeOff: readonly number[];
  readonly leastSquaresOff: readonly number[];
  /** Times that nothing was said although there were readings enough, and that this was right. */
  readonly silent: number;
  readonly rightlySilent: number;
  /** Silences by their reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** It had caught up already, or there were too few readings: nothing to be right or wrong about. */
  readonly idle: number;
};

const NONE: Quality = {
  forecasts: 0,
  said: 0,
  contained: 0,
  lastSlopeContained: 0,
  leastSquaresContained: 0,
  widths: [],
  off: [],
  lastSlopeOff: [],
  leastSquaresOff: [],
  silent: 0,
  rightlySilent: 0,
  reasons: {},
  idle: 0,
};

const ringOf = ({ readings, step }: Curve, count: number): Ring =>
  readings.slice(0, count).map((value, index) => ({ at: index * step * 1000, value }));

const factor = (said: number, came: number): number =>
  said > 0 && Number.isFinite(said) && Number.isFinite(came)
    ? Math.max(said / came, came / said)
    : Number.POSITIVE_INFINITY;

/** Seconds to the end when the last two readings go on. */
function byLastSlope({ readings, step }: Curve, count: number): number {
  const last = readings[count - 1] ?? 0;
  const slope = ((readings[count - 2] ?? 0) - last) / step;
  return slope > 0 ? last / slope : Number.POSITIVE_INFINITY;
}

/** Seconds to the end by the least squares of the last ten minutes. */
function byLeastSquares({ readings, step }: Curve, count: number): number {
  const part = readings.slice(Math.max(0, count - Math.floor(600 / step) - 1), count);
  const x = (index: number): number => (index - (part.length - 1) / 2) * step;
  const over = part.reduce((sum, reading, index) => sum + x(index) * reading, 0);
  const under = part.reduce((sum, _, index) => sum + x(index) ** 2, 0);
  const slope = -over / under;
  return slope > 0 ? (part.at(-1) ?? 0) / slope : Number.POSITIVE_INFINITY;
}

/** Whether it was right to say nothing: it did not fall in the ten minutes that followed, or never got there, or the usual reckoning would have been off. */
function rightlySilent(curve: Curve, second: number, came: number, usual: number): boolean {
  if (!Number.isFinite(came)) return true;
  const fell = curve.truth(second) - curve.truth(Math.min(second + AHEAD, curve.caughtUp ?? Number.POSITIVE_INFINITY));
  return fell <= 0.05 * Math.min(AHEAD, came) || factor(usual, came) > WRONG_BY;
}

/** One moment of a curve, added to what is known. */
function withForecast(before: Quality, curve: Curve, second: number): Quality {
  const count = second / curve.step + 1;
  const ring = ringOf(curve, count);
  const answer = forecast(ring, second * 1000);
  const came = curve.caughtUp === null ? Number.POSITIVE_INFINITY : curve.caughtUp - second;
  const [lastSlope, leastSquares] = [byLastSlope(curve, count), byLeastSquares(curve, count)];
  const next = { ...before, forecasts: before.forecasts + 1 };
  if (answer.kind === "caught-up") return { ...next, idle: next.idle + 1 };
  if (answer.kind === "silent") {
    if (answer.why === "too-few" && answer.rate === null) return { ...next, idle: next.idle + 1 };
    const right = rightlySilent(curve, second, came, leastSquares);
    return {
      ...next,
      silent: next.silent + 1,
      rightlySilent: next.rightlySilent + (right ? 1 : 0),
      reasons: { ...next.reasons, [answer.why]: (next.reasons[answer.why] ?? 0) + 1 },
    };
  }
  const { likely, width, holds } = rangeOf(answer, second);
  return {
    ...next,
    said: next.said + 1,
    contained: next.contained + holds(likely, came),
    lastSlopeContained: next.lastSlopeContained + holds(lastSlope, came),
    leastSquaresContained: next.leastSquaresContained + holds(leastSquares, came),
    widths: [...next.widths, width],
    off: [...next.off, factor(likely, came)],
    lastSlopeOff: [...next.lastSlopeOff, factor(lastSlope, came)],
    leastSquaresOff: [...next.leastSquaresOff, factor(leastSquares, came)],
  };
}

/** All moments of the curves of a kind. */
export function qualityOf(kind: Kind, seeds: readonly number[] = SEEDS): Quality {
  let quality = NONE;
  for (const seed of seeds) {
    const curve = curveOf(kind, seed);
    const end = curve.caughtUp ?? (curve.readings.length - 1) * curve.step;
    for (let moment = 1; moment <= MOMENTS; moment += 1) {
      const second = Math.floor((end * moment) / (MOMENTS + 1) / curve.step) * curve.step;
      if (second >= curve.step) quality = withForecast(quality, curve, second);
    }
  }
  return quality;
}

/** Several kinds together. */
export const together = (parts: readonly Quality[]): Quality =>
  parts.reduce(
    (left, right) => ({
      forecasts: left.forecasts + right.forecasts,
      said: left.said + right.said,
      contained: left.contained + right.contained,
      lastSlopeContained: left.lastSlopeContained + right.lastSlopeContained,
      leastSquaresContained: left.leastSquaresContained + right.leastSquaresContained,
      widths: [...left.widths, ...right.widths],
      off: [...left.off, ...right.off],
      lastSlopeOff: [...left.lastSlopeOff, ...right.lastSlopeOff],
      leastSquaresOff: [...left.leastSquaresOff, ...right.leastSquaresOff],
      silent: left.silent + right.silent,
      rightlySilent: left.rightlySilent + right.rightlySilent,
      reasons: added(left.reasons, right.reasons),
      idle: left.idle + right.idle,
    }),
    NONE,
  );

const added = (left: Quality["reasons"], right: Quality["reasons"]): Quality["reasons"] =>
  Object.fromEntries(
    [...new Set([...Object.keys(left), ...Object.keys(right)])].map((why) => [
      why,
      (left[why] ?? 0) + (right[why] ?? 0),
    ]),
  );

export const middle = (values: readonly number[]): number => median(values);

export type Table = { readonly rows: readonly (readonly [name: string, quality: Quality])[]; readonly all: Quality };

/** The table over all kinds of curves. */
export function qualityTable(): Table {
  const rows = KINDS.map((kind): readonly [string, Quality] => [kind, qualityOf(kind)]);
  return { rows, all: together(rows.map(([, quality]) => quality)) };
}
