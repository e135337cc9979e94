/**
 * Time and timers. `now` is the wall clock in ms; `elapsed` (ms) is monotonic, and may stand still while the machine sleeps; `after` runs something
 * once and returns a function that cancels it.
 */
export type Clock = {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly after: (milliseconds: number, run: () => void) => () => void;
};

/** Longest delay of a Node timer (ms): a longer one fires after 1 ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The machine's own clock. Timers are unreferenced: they do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (milliseconds, run) => {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      timer =
        left > LONGEST_TIMER
          ? setTimeout(wait, LONGEST_TIMER, left - LONGEST_TIMER)
          : setTimeout(run, Math.max(0, left));
      timer.unref();
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
};
