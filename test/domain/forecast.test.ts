/** The trend of a lag, its forecast, and the words for both. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatForecast, formatLongSpan, formatRange } from "../../src/domain/labels.ts";
import { bumpsIn } from "../../src/domain/live-migration/bumps.ts";
import { type Forecast, forecast } from "../../src/domain/live-migration/forecast.ts";
import { median, pairSlopes, quantile, reducePoints, theilSen } from "../../src/domain/robust.ts";
import type { Ring } from "../../src/domain/sample-ring.ts";

const START = Date.parse("2025-11-21T14:00:00Z");
const STEP = 10_000;

/** Readings each ten seconds. */
const curve = (count: number, value: (index: number) => number | null): Ring =>
  Array.from({ length: count }, (_, index) => ({ at: START + index * STEP, value: value(index) }));
const at = (ring: Ring, milliseconds = 0): number => (ring.at(-1)?.at ?? START) + milliseconds;
const forecastOf = (ring: Ring): Forecast => forecast(ring, at(ring));
const said = (ring: Ring): string => formatForecast(forecastOf(ring), at(ring));

describe("robust statistics", () => {
  const points = fc.uniqueArray(
    fc.record({ x: fc.integer({ min: 0, max: 1000 }), y: fc.integer({ min: -1000, max: 1000 }) }),
    {
      selector: ({ x }) => x,
      minLength: 2,
      maxLength: 40,
    },
  );

  test("a line is found whatever a quarter of the readings say", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: -500, max: 500 }),
        fc.array(fc.integer({ min: -9999, max: 9999 }), { minLength: 5, maxLength: 5 }),
        (slope, start, wild) => {
          const line = Array.from({ length: 24 }, (_, x) => ({ x, y: start + slope * x }));
          const shaken = line.map((point, index) =>
            index % 5 === 2 ? { ...point, y: wild[Math.floor(index / 5)] ?? 0 } : point,
          );
          expect(theilSen(shaken)?.slope).toBeCloseTo(slope, 6);
          expect(theilSen(shaken)?.at(100)).toBeCloseTo(start + slope * 100, 5);
        },
      ),
    );
  });

  test("slopes turn and shift with their points", () => {
    fc.assert(
      fc.property(points, fc.integer({ min: -100, max: 100 }), (found, shift) => {
        const list = found.toSorted((left, right) => left.x - right.x);
        const slope = theilSen(list)?.slope ?? Number.NaN;
        expect(theilSen(list.map(({ x, y }) => ({ x, y: y + shift })))?.slope).toBeCloseTo(slope, 6);
        expect(theilSen(list.map(({ x, y }) => ({ x, y: -y })))?.slope).toBeCloseTo(-slope, 6);
        expect(pairSlopes(list)).toEqual(pairSlopes(list).toSorted((left, right) => left - right));
      }),
    );
  });

  test("quantiles lie between the smallest and the largest, in order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, part) => {
          expect(quantile(values, 0)).toBe(Math.min(...values));
          expect(quantile(values, 1)).toBe(Math.max(...values));
          expect(quantile(values, part)).toBeLessThanOrEqual(quantile(values, Math.min(1, part + 0.1)));
        },
      ),
    );
    expect(median([])).toBeNaN();
    expect(theilSen([{ x: 1, y: 1 }])).toBeNull();
  });

  test("condensing keeps order and bounds", () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 20 }), (list, most) => {
        const sorted = list.toSorted((left, right) => left.x - right.x);
        const few = reducePoints(sorted, most);
        expect(few.length).toBeLessThanOrEqual(Math.max(most, 0) < sorted.length ? most : sorted.length);
        expect(few.map(({ x }) => x)).toEqual(few.map(({ x }) => x).toSorted((left, right) => left - right));
      }),
    );
  });
});

describe("a forecast", () => {
  test("of a lag that falls evenly holds the end, in order, and is never before now", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 600, max: 20_000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 40, max: 400 }),
        (first, rate, count) => {
          const lag = (index: number): number => first - (rate / 10) * 10 * index;
          fc.pre(lag(count) > 30 && first < lag(count) * 8);
          // It has come a tenth of its way at least.
          fc.pre(first - lag(count) > first / 10);
          const answer = forecastOf(curve(count, (index) => Math.round(lag(index))));
          expect(answer.kind).toBe("expected");
          if (answer.kind !== "expected") return;
          const end = START + ((first - 5) / (rate / 10)) * 1000;
          expect(answer.earliest).toBeLessThanOrEqual(end);
          expect(answer.latest).toBeGreaterThanOrEqual(end);
          expect(answer.earliest).toBeLessThan(answer.at);
          expect(answer.at).toBeLessThan(answer.latest);
          expect(answer.earliest).toBeGreaterThan(START + (count - 1) * STEP);
          expect(answer.rate).toBeCloseTo(rate / 10, 1);
        },
      ),
    );
  });

  test("has an answer for any readings, and its words end", () => {
    const value = fc.option(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 1_000_000 })));
    const ring = fc
      .uniqueArray(fc.record({ at: fc.integer({ min: 0, max: 10_000_000 }), value }), {
        selector: ({ at }) => at,
        maxLength: 60,
      })
      .map((samples) => samples.toSorted((left, right) => left.at - right.at));
    fc.assert(
      fc.property(ring, fc.integer({ min: 0, max: 10_000_000 }), (samples, later) => {
        const now = (samples.at(-1)?.at ?? 0) + later;
        const words = formatForecast(forecast(samples, now), now);
        expect(words).not.toMatch(/NaN|Infinity|null|undefined/u);
        expect(words.length).toBeGreaterThan(5);
      }),
      { numRuns: 300 },
    );
  });

  test("does not change with where the clock began", () => {
    const ring = curve(100, (index) => 5000 - 30 * index + ((index * 7919) % 13));
    const shifted = ring.map((sample) => ({ ...sample, at: sample.at + 86_400_000 }));
    expect(said(shifted)).toBe(said(ring));
  });

  test("says falling with rate and range", () => {
    expect(said(curve(100, (index) => 2000 - 10 * index))).toMatch(
      /^falling 1\.0 s per second: caught up in about \d+ min \(\d+ to \d+\)$/u,
    );
  });

  test("takes null for what it is: not told, and not zero", () => {
    expect(forecastOf(curve(50, () => null))).toMatchObject({ kind: "silent", why: "unreported" });
    const copying = curve(60, (index) => (index < 55 ? null : 5400 - index));
    expect(forecastOf(copying)).toMatchObject({ kind: "silent", why: "too-few" });
    const single = curve(100, (index) => (index === 90 ? null : 3000 - 10 * index));
    expect(forecastOf(single).kind).toBe("expected");
    expect(forecastOf(curve(100, (index) => (index > 97 ? null : 10)))).toMatchObject({ why: "unreported" });
  });

  test("is not made of what was before a break", () => {
    const restarted = curve(120, (index) =>
      index < 60 ? 4000 - 50 * index : index < 70 ? null : 9000 - 20 * (index - 70),
    );
    expect(forecastOf(restarted)).toMatchObject({ kind: "expected" });
    expect(forecastOf(restarted).rate).toBeCloseTo(2, 1);
  });

  test.each([
    ["rising", curve(60, (index) => 500 + (index < 45 ? -2 * index : 30 * (index - 45) - 90)), "rising"],
    ["level", curve(55, () => 800), "level"],
    ["level for long", curve(200, () => 800), "level"],
    ["rising for long", curve(200, (index) => 800 + 10 * index), "rising"],
    ["empty", [], "unreported"],
  ] as const)("says nothing of the end when it is %s", (_, ring, why) => {
    expect(forecastOf(ring)).toMatchObject({ kind: "silent", why });
  });

  test("says for how long it has not gained, and from a quarter of an hour on why", () => {
    expect(said(curve(73, () => 800))).toBe("level, no gain for 12 min: no forecast while it does not fall");
    expect(said(curve(200, () => 800))).toBe("level, no gain for 33 min: writes on the source are as fast as copying");
    const growing = curve(300, (index) => (index < 150 ? 5000 - 20 * index : 2000 + 5 * (index - 150)));
    expect(said(growing)).toMatch(
      /^rising 0\.5 s per second for 2\d min: writes on the source are faster than copying$/u,
    );
  });

  describe("of a bump after three hours at a few seconds", () => {
    /** Up from 2 s to 13 min in 20 minutes, and down again. */
    const bump = (count: number): Ring =>
      curve(count, (index) =>
        index <= 1080 ? 2 + (index % 3) : 3 + Math.round(388 * (1 - Math.cos((Math.PI * (index - 1080)) / 120))),
      );

    test("says rising three minutes into it, and nothing of hours without a gain", () => {
      expect(said(bump(1080 + 18))).toMatch(/^rising 0\.\d s per second: no forecast while it rises$/u);
      for (const count of [24, 40, 60, 80, 100]) expect(said(bump(1080 + count))).toMatch(/^rising/u);
    });

    test("says at its top how long it rose, not how long ago it was as high", () => {
      const words = said(bump(1080 + 122));
      expect(words).toMatch(/^(?:rising|level)/u);
      expect(words).not.toMatch(/ h |stuck/u);
    });

    test("says falling on its way down", () => {
      for (const count of [150, 170, 190, 210, 225]) expect(said(bump(1080 + count))).toMatch(/^falling/u);
    });
  });

  test("counts a lag that was lower a while ago as lost since then", () => {
    const lost = curve(400, (index) => (index < 150 ? 800 : index < 250 ? 100 : 800));
    expect(said(lost)).toMatch(/^level, no gain for 2\d min: /u);
  });

  test("says where few readings go, and that they are too few for more", () => {
    expect(said(curve(5, (index) => 900 - 40 * index))).toBe(
      "falling 4.0 s per second, too few readings for a forecast",
    );
    expect(said(curve(2, (index) => 900 - 40 * index))).toBe("too few readings for a forecast");
  });

  test("is stale when the newest reading is old", () => {
    const ring = curve(100, (index) => 2000 - 10 * index);
    expect(forecast(ring, at(ring, 190_000)).kind).toBe("expected");
    expect(forecast(ring, at(ring, 201_000))).toMatchObject({ kind: "silent", why: "stale" });
  });

  test("is not stale for being read slowly", () => {
    const slow = curve(40, (index) => 9000 - 200 * index).map((sample, index) => ({
      ...sample,
      at: START + index * 600_000,
    }));
    expect(forecast(slow, at(slow, 1_700_000)).kind).toBe("expected");
    expect(forecast(slow, at(slow, 1_900_000))).toMatchObject({ why: "stale" });
  });

  test("has not caught up because a steep fall flattens out far above nothing", () => {
    const lags = [239_292, 201_835, 158_959, 116_092, 76_121, 44_609, 27_111, 18_571, 11_154];
    const ring = lags.map((value, index) => ({ at: START + index * 3_600_000, value }));
    for (const end of [7, 8, 9]) expect(forecastOf(ring.slice(0, end)).kind).not.toBe("caught-up");
  });

  test("has caught up at five seconds", () => {
    expect(forecastOf(curve(100, (index) => Math.max(3, 500 - 10 * index)))).toMatchObject({ kind: "caught-up" });
    expect(forecastOf([{ at: START, value: 3 }])).toMatchObject({ kind: "caught-up" });
  });
});

describe("bumps", () => {
  test("are found with where they began and ended", () => {
    const ring = curve(
      300,
      (index) => 6000 - 15 * index + (index >= 100 && index < 140 ? 900 * Math.sin((Math.PI * (index - 100)) / 40) : 0),
    );
    const [bump, ...more] = bumpsIn(ring);
    expect(more).toEqual([]);
    expect(bump?.height).toBeGreaterThan(400);
    expect(bump?.from).toBeGreaterThan(START + 95 * STEP);
    expect(bump?.until).toBeLessThan(START + 145 * STEP);
  });

  test("are not seen in noise, nor in a lag that falls", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -15, max: 15 }), { minLength: 120, maxLength: 120 }), (noise) => {
        expect(bumpsIn(curve(120, (index) => 3000 - 15 * index + (noise[index] ?? 0)))).toEqual([]);
      }),
    );
  });

  test("that go on have no end yet", () => {
    expect(bumpsIn(curve(100, (index) => (index < 50 ? 3000 - 20 * index : 2000 + 20 * (index - 50))))).toMatchObject([
      { until: null },
    ]);
  });
});

describe("words of spans", () => {
  test.each([
    [0, "0 s"],
    [59, "59 s"],
    [860, "14 min 20 s"],
    [11_520, "3 h 12 min"],
    [421_200, "4 days 21 h"],
  ])("%i seconds are %s", (seconds, words) => expect(formatLongSpan(seconds)).toBe(words));

  test.each([
    [300, 240, 420, "about 5 min (4 to 7)"],
    [40, 30, 62, "about 40 s (30 to 60)"],
    [7800, 5400, 10_800, "about 2 h (1.5 to 3)"],
    [2400, 1500, 4000, "about 40 min (25 to 65)"],
    [300, 299, 301, "about 5 min"],
  ])("%i s, %i to %i is %s", (likely, least, most, words) => {
    expect(formatRange(likely * 1000, least * 1000, most * 1000)).toBe(words);
  });
});
