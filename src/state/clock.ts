/** Time that this process has run since a start (ms). */
export type Stopwatch = { readonly read: () => number } & Disposable;

/**
 * Time and timers. `now` is the wall clock in ms; `elapsed` (ms) is monotonic, and may stand still while the machine sleeps; `after` runs something
 * once and returns a function that cancels it; a stopwatch leaves out the time in which the process was stopped (Ctrl-Z) or the machine slept.
 */
export type Clock = {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly startStopwatch: () => Stopwatch;
  readonly after: (milliseconds: number, run: () => void) => () => void;
};

/** Longest delay of a Node timer (ms): a longer one fires after 1 ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Time between two readings of a stopwatch (ms). */
const STEP = 500;
/** Two readings this far apart (ms) mean that the process was stopped between them, most of the time. */
const STOPPED = 4 * STEP;

function startStopwatch(): Stopwatch {
  let [running, last] = [0, performance.now()];
  const read = (): number => {
    const now = performance.now();
    running += now - last < STOPPED ? now - last : STEP;
    last = now;
    return running;
  };
  const timer = setInterval(read, STEP).unref();
  return { read: () => Math.round(read()), [Symbol.dispose]: () => clearInterval(timer) };
}

/** The machine's own clock. Timers are unreferenced: they do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  startStopwatch,
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
