import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { waitOf } from "../../src/app/screen/ticks.ts";

const MINUTE = 60_000;
const times = fc.record({
  local: fc.integer({ min: 0, max: 10 * MINUTE }),
  skew: fc.integer({ min: -90_000, max: 90_000 }),
});

describe("the next tick", () => {
  test("is the next full minute where nothing is counted down to, or what is has a while to go", () => {
    fc.assert(
      fc.property(times, ({ local, skew }) => {
        const now = { local, server: local + skew, speed: 1 };
        expect(local + waitOf([], now)).toBe((Math.floor(local / MINUTE) + 1) * MINUTE);
        const far = local + skew + 5 * MINUTE;
        expect(waitOf([far], now)).toBeLessThanOrEqual(MINUTE);
      }),
    );
  });

  test("comes within a second while something is in its last minute, and not later than its end", () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 59_999 }), ({ local, skew }, left) => {
        const now = { local, server: local + skew, speed: 1 };
        const wait = waitOf([now.server + left], now);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(Math.min(1000, left));
      }),
    );
  });

  test("comes when an age on screen is another one: by ten seconds in its first minute, and not at all while nothing is late", () => {
    const now = { local: 10 * MINUTE, server: 10 * MINUTE, speed: 1 };
    expect(waitOf([], now, [now.local - 35_000])).toBe(5000);
    expect(waitOf([], now, [now.local - 35_000, now.local - 119_000])).toBe(1000);
    expect(waitOf([], now, [now.local - 90_000])).toBe(30_000);
    expect(waitOf([], now, [])).toBe(MINUTE);
  });

  test("never comes more often than once a second for a clock that runs fast", () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 59_999 }), ({ local, skew }, left) => {
        const now = { local, server: local + skew, speed: 600 };
        const toTheMinute = MINUTE - (local % MINUTE);
        expect(waitOf([now.server + left], now)).toBeGreaterThanOrEqual(Math.min(1000, toTheMinute));
      }),
    );
  });
});
