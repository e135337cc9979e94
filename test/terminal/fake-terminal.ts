import { EventEmitter } from "node:events";
import type { SetTimer } from "../../src/terminal/input/input.ts";

/** A terminal's keyboard, as `process.stdin` is to its reader. */
export class FakeKeyboard extends EventEmitter {
  readonly isTTY = true;
  isRaw = false;
  isReferenced = false;
  isFlowing = false;

  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw;
    return this;
  }

  ref(): this {
    this.isReferenced = true;
    return this;
  }

  unref(): this {
    this.isReferenced = false;
    return this;
  }

  resume(): this {
    this.isFlowing = true;
    return this;
  }

  pause(): this {
    this.isFlowing = false;
    return this;
  }

  /** What the terminal sends, in one chunk. */
  send(text: string | Uint8Array): void {
    this.emit("data", typeof text === "string" ? Buffer.from(text) : text);
  }
}

/** A terminal's screen, as `process.stdout` is to its writer. Keeps what was written. */
export class FakeScreen extends EventEmitter {
  readonly isTTY = true;
  columns = 80;
  rows = 24;
  written = "";
  isFull = false;

  write(bytes: string | Uint8Array): boolean {
    this.written += typeof bytes === "string" ? bytes : Buffer.from(bytes).toString();
    return !this.isFull;
  }
}

/** Timers on a clock that a test moves. */
export class FakeClock {
  #now = 0;
  #timers: { readonly due: number; readonly callback: () => void }[] = [];

  readonly setTimer: SetTimer = (callback, milliseconds) => {
    const timer = { due: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Moves the clock; timers that come due are run in their order, with a turn of the event loop after each. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) {
        this.#now = end;
        return;
      }
      this.#now = next.due;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.callback();
      await turn();
    }
  }

  /** Lets the timers that are due run without a turn of the event loop after them. */
  fire(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter((timer) => timer.due <= this.#now);
    this.#timers = this.#timers.filter((timer) => timer.due > this.#now);
    for (const timer of due) {
      timer.callback();
    }
  }
}

/** One turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
