import type { Forecast } from "../../src/domain/live-migration/forecast.ts";

/** A range as it was said, and as wide ones around other times. */
export type Range = {
  /** Seconds from when it was said to the likely time. */
  readonly likely: number;
  /** Latest by earliest time. */
  readonly width: number;
  /** Whether a range as wide, around another time, held what came between two seconds: 1 or 0. */
  readonly holds: (around: number, from: number, to?: number) => number;
};

/** The range of a forecast that names one, said at a second. */
export function rangeOf(answer: Extract<Forecast, { readonly kind: "expected" }>, second: number): Range {
  const ahead = (time: number): number => time / 1000 - second;
  const [likely, least, most] = [ahead(answer.at), ahead(answer.earliest), ahead(answer.latest)];
  return {
    likely,
    width: most / least,
    holds: (around, from, to = from) =>
      Number.isFinite(around) && to >= (around * least) / likely && from <= (around * most) / likely ? 1 : 0,
  };
}
