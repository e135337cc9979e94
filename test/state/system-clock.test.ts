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
