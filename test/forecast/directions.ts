import { LEAST_RATE } from "../../src/domain/live-migration/direction.ts";
import { type Forecast, forecast } from "../../src/domain/live-migration/forecast.ts";
import type { Ring } from "../../src/domain/sample-ring.ts";
import { CADENCES, type Cadence, COURSES, type Course, type CourseKind, courseOf } from "./courses.ts";
import { CAUGHT_UP } from "./curves.ts";
import { rangeOf } from "./ranges.ts";

/**
 * How often the word for where a lag goes is true, on courses whose truth is known. Beside it a rival that says of the last two
 * readings what they did. And how often the ranges said on these courses held.
 */

export const COURSE_SEEDS = Array.from({ length: 20 }, (_, index) => 501 + index);
/** Readings of a course that are looked at, evenly over it. */
const LOOKED_AT = 30;
/** The newest so many readings are what a console keeps in mind of a course. */
const KEPT = 2000;

export type Directions = {
  /** Readings at which there were enough to say something. */
  readonly forecasts: number;
  /** Words that were true; those of the rival. */
  readonly right: number;
  readonly rivalRight: number;
  /** Ranges that were said, that held, and the rival's as wide ones that held. */
  readonly said: number;
  readonly contained: number;
  readonly rivalContained: number;
};

const NONE: Directions = { forecasts: 0, right: 0, rivalRight: 0, said: 0, contained: 0, rivalContained: 0 };

export const added = (left: Directions, right: Directions): Directions => ({
  forecasts: left.forecasts + right.forecasts,
  right: left.right + right.right,
  rivalRight: left.rivalRight + right.rivalRight,
  said: left.said + right.said,
  contained: left.contained + right.contained,
  rivalContained: left.rivalContained + right.rivalContained,
});

/**
 * What is true of the last minutes: rising or falling where the course without its noise did so over the last two or five minutes
 * (over one or three readings, where they come more slowly), by as much as counts; level where it moved less than readings wander.
 * Where a turn lies within these minutes, both words are true.
 *
 * @param began since when the lag has been reported without a break
 */
export function truths(course: Course, second: number, began: number): ReadonlySet<string> {
  const spans = [Math.max(120, course.step), Math.max(300, 3 * course.step)];
  return new Set(
    spans.flatMap((wanted) => {
      const span = Math.min(wanted, second - began);
      const change = course.truth(second) - course.truth(second - span);
      const least = LEAST_RATE * span;
      const moved = Math.abs(change) < least ? [] : [change > 0 ? "rising" : "falling"];
      return Math.abs(change) < Math.max(2 * course.noise(second), least) ? [...moved, "level"] : moved;
    }),
  );
}

const directionOf = (change: number): string => (change > 0 ? "rising" : change < 0 ? "falling" : "level");

/** Whether what is said is true; that it has caught up is true while it has. */
const isRight = (answer: Forecast, isTrue: ReadonlySet<string>, lag: number): boolean =>
  answer.kind === "caught-up" ? lag <= CAUGHT_UP || isTrue.has("level") : isTrue.has(answer.direction ?? "unknown");

/** The first of the readings since the lag was last untold for more than one reading. */
function beginningOf({ readings }: Course, index: number): number {
  for (let at = index; at > 0; at -= 1) if (readings[at] === null && readings[at - 1] === null) return at + 1;
  return 0;
}

function directionsAt(course: Course, index: number): Directions {
  const { readings, step } = course;
  const value = readings[index];
  const first = beginningOf(course, index);
  const read = readings.slice(first, index + 1).filter((reading) => reading !== null);
  if (value === null || value === undefined || read.length < 4) return NONE;
  const second = index * step;
  const from = Math.max(0, index + 1 - KEPT);
  const ring: Ring = readings
    .slice(from, index + 1)
    .map((reading, place) => ({ at: (from + place) * step * 1000, value: reading }));
  const answer = forecast(ring, second * 1000);
  const isTrue = truths(course, second, first * step);
  const change = value - (read.at(-2) ?? value);
  const word = {
    ...NONE,
    forecasts: 1,
    right: isRight(answer, isTrue, course.truth(second)) ? 1 : 0,
    rivalRight: isTrue.has(directionOf(change)) ? 1 : 0,
  };
  const came = readings.findIndex((reading, place) => place >= index && reading !== null && reading <= CAUGHT_UP);
  if (answer.kind !== "expected" || came === -1) return word;
  const { likely, holds } = rangeOf(answer, second);
  const span = (came - index) * step;
  const rival = change < 0 ? (value / -change) * step : Number.NaN;
  // Between two readings nobody knows when it was.
  return {
    ...word,
    said: 1,
    contained: holds(likely, span - step, span),
    rivalContained: holds(rival, span - step, span),
  };
}

export function directionsOf(kind: CourseKind, cadence: Cadence, seeds: readonly number[] = COURSE_SEEDS): Directions {
  let sum = NONE;
  for (const seed of seeds) {
    const course = courseOf(kind, seed, cadence);
    const indexes = new Set(
      Array.from({ length: LOOKED_AT }, (_, moment) =>
        Math.floor((course.readings.length * (moment + 0.5)) / LOOKED_AT),
      ),
    );
    for (const index of indexes) sum = added(sum, directionsAt(course, index));
  }
  return sum;
}

export type DirectionRow = { readonly kind: CourseKind; readonly cadence: Cadence; readonly found: Directions };

export const directionTable = (): readonly DirectionRow[] =>
  COURSES.flatMap((kind) => CADENCES.map((cadence) => ({ kind, cadence, found: directionsOf(kind, cadence) })));
