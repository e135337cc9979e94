/**
 * Time in the hand of a night: `Date.now` and `performance.now` of this thread tell it, and every thread that shares the memory can
 * read it. Timers of the console run at their moment; those of the machine (sockets) go on as they are.
 */
export type NightTime = {
  /** The memory that the time stands in, for another thread. */
  readonly shared: SharedArrayBuffer;
  readonly now: () => number;
  /** Runs something later; gives the way to call it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** The moment of the next timer, or null. */
  readonly next: () => number | null;
  /** Goes to a moment and runs what is due by then. */
  readonly goTo: (moment: number) => void;
};

type Timer = { readonly at: number; readonly run: () => void };

/** What a thread reads the time from. */
export const timeIn = (shared: SharedArrayBuffer): (() => number) => {
  const cell = new Float64Array(shared);
  return () => cell[0] ?? Number.NaN;
};

/** Takes this thread's clocks over. */
export function takeTime(start: number): NightTime {
  const shared = new SharedArrayBuffer(8);
  const cell = new Float64Array(shared);
  cell[0] = start;
  const now = timeIn(shared);
  Date.now = now;
  performance.now = () => now() - start;
  const timers = new Set<Timer>();
  const next = (): number | null =>
    timers.size === 0 ? null : [...timers].reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY);
  return {
    shared,
    now,
    after: (milliseconds, run) => {
      const timer = { at: now() + Math.max(0, milliseconds), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    next,
    goTo: (moment) => {
      cell[0] = Math.max(now(), moment);
      for (const timer of [...timers].filter(({ at }) => at <= moment)) {
        // Called off by one of those before it.
        if (timers.delete(timer)) timer.run();
      }
    },
  };
}
