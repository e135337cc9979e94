/** Countdowns: what they say, and when they have to be drawn again. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elapsed, nextTick, waitForTick } from "../../src/domain/countdown.ts";

const NOW = Date.parse("2025-11-21T14:06:12.345Z");
const MINUTE = 60_000;
const spans = fc.oneof(
  fc.integer({ min: 1, max: 3 * MINUTE }),
  fc.integer({ min: 1, max: 9 * 86_400_000 }),
  fc.integer({ min: 1, max: 4e11 }),
);

describe("one timer for all countdowns", () => {
  test("ticks at full minutes for all of them together, and by the second in a last minute", () => {
    expect(nextTick([], NOW)).toBeNull();
    expect(nextTick([NOW - 1], NOW)).toBeNull();
    expect(nextTick([NOW + 10 * MINUTE, NOW + 700 * MINUTE], NOW)).toBe(Math.ceil(NOW / MINUTE) * MINUTE);
    expect(nextTick([NOW + 10 * MINUTE, NOW + 30_400], NOW)).toBe(NOW + 655);
  });

  test("meets the begin of a last minute and the end", () => {
    fc.assert(
      fc.property(fc.array(spans, { minLength: 1, maxLength: 6 }), (list) => {
        const ends = list.map((span) => NOW + span);
        const until = Math.min(...ends);
        let now = NOW;
        let ticks = 0;
        for (
          let tick = nextTick(ends, now);
          tick !== null && tick <= until && ticks < 500;
          tick = nextTick(ends, now)
        ) {
          expect(tick).toBeGreaterThan(now);
          now = tick;
          ticks += 1;
          const isEdge = ends.some((end) => end === now || end - now === MINUTE - 1);
          expect(isEdge || now % 1000 === 0).toBe(true);
        }
        if (ticks < 500) expect(now).toBe(until);
      }),
    );
  });

  test("writes no more than a minute's worth an hour, whatever the number of countdowns", () => {
    const ends = Array.from({ length: 200 }, (_, index) => NOW + 3_600_000 + MINUTE + index * 977);
    let now = NOW;
    let ticks = 0;
    for (let tick = nextTick(ends, now); tick !== null && tick < NOW + 3_600_000; tick = nextTick(ends, now)) {
      now = tick;
      ticks += 1;
    }
    expect(ticks).toBe(60);
  });

  test("waits in this machine's time, a second at least where the service's clock runs faster", () => {
    expect(waitForTick([NOW + 30_400], NOW)).toBe(655);
    expect(waitForTick([NOW + 30_400], NOW, 60)).toBe(1000);
    expect(waitForTick([NOW + 700 * MINUTE], NOW, 2)).toBe((Math.ceil(NOW / MINUTE) * MINUTE - NOW) / 2);
    expect(waitForTick([], NOW)).toBeNull();
  });
});

describe("a time that something has been running", () => {
  test.each([
    [0, "0s"],
    [42_900, "42s"],
    [130_000, "2m 10s"],
    [120_000, "2m"],
    [14 * MINUTE + 20_000, "14m"],
    [192 * MINUTE, "3h 12m"],
  ])("%i ms is %s", (span, words) => expect(elapsed(span)).toBe(words));
});
