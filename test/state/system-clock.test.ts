import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "../../src/state/clock.ts";
import { DAY } from "../../src/text/durations.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("waits longer than one timer of Node can", () => {
  const run = vi.fn();
  systemClock.after(60 * DAY, run);
  vi.advanceTimersByTime(60 * DAY - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});

it("is called off however long it has waited", () => {
  const run = vi.fn();
  const callOff = systemClock.after(60 * DAY, run);
  vi.advanceTimersByTime(40 * DAY);
  callOff();
  vi.advanceTimersByTime(40 * DAY);
  expect([run.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
});

it("counts no time in which the process is stopped", () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const pass = (milliseconds: number): void => {
    for (const end = now + milliseconds; now < end; now += 100) vi.advanceTimersByTime(100);
  };
  using stopwatch = systemClock.startStopwatch();
  pass(1200);
  now += 60_000;
  pass(500);
  expect(stopwatch.read()).toBeLessThan(3000);
  pass(10_000);
  expect(stopwatch.read()).toBeGreaterThan(10_000);
  vi.restoreAllMocks();
});
