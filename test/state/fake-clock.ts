import type { Clock, Stopwatch } from "../../src/state/clock.ts";

type Timer = { readonly at: number; readonly run: () => void };

/**
 * A clock in the test's hand. Timers follow a clock of their own that only `advance` moves, as a machine's timers do: while it
 * sleeps, the wall clock goes on and they do not.
 */
export class FakeClock implements Clock {
  #elapsed = 0;
  #wall: number;
  #timers: readonly Timer[] = [];

  constructor(start = Date.parse("2025-11-21T14:06:00Z")) {
    this.#wall = start;
  }

  readonly now = (): number => this.#wall + this.#elapsed;

  readonly elapsed = (): number => this.#elapsed;

  readonly startStopwatch = (): Stopwatch => {
    const start = this.#elapsed;
    return { read: () => this.#elapsed - start, [Symbol.dispose]: () => undefined };
  };

  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    const timer: Timer = { at: this.#elapsed + Math.max(0, milliseconds), run };
    this.#timers = [...this.#timers, timer];
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  get timers(): number {
    return this.#timers.length;
  }

  /** Lets time pass: every timer runs at its moment, and what follows from it before the next one. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    await settle();
    for (;;) {
      const next = this.#timers
        .filter(({ at }) => at <= end)
        .reduce<Timer | undefined>(
          (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
          undefined,
        );
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.run();
      await settle();
    }
    this.#elapsed = end;
  }

  /** The machine sleeps: the wall clock goes on, timers stand still. Negative: somebody sets the clock back. */
  sleep(milliseconds: number): void {
    this.#wall += milliseconds;
  }
}

/** Lets everything that is ready to go on go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
