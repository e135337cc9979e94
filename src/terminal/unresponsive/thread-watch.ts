/**
 * Memory shared by the main thread and a thread that watches it: numbers, and bytes typed meanwhile. Memory instead of messages, so that any thread
 * can watch, also one after the other.
 */

/** Watching thread: that of the embedded service, or a dedicated one. */
export const WATCHER = { service: 0, own: 1 } as const;
export type Watcher = (typeof WATCHER)[keyof typeof WATCHER];

/** Interval of the main thread's beats, and of a watcher's looks (ms). */
export const BEAT = 500;
export const LOOK = 700;

const BEATS = 0;
const IS_OFF = 1;
const CHOSEN = 2;
const SERVICE_LOOKS = 3;
const TYPED = 4;
const NUMBERS = 5;
/** Upper bound of bytes handed over; nobody types more at a program that hangs. */
const MOST_TYPED = 16 * 1024;

/** View of the shared memory, for both sides. */
export class ThreadWatchMemory {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #typed: Uint8Array;

  constructor(buffer = new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT + MOST_TYPED)) {
    this.buffer = buffer;
    this.#numbers = new Int32Array(buffer, 0, NUMBERS);
    this.#typed = new Uint8Array(buffer, NUMBERS * Int32Array.BYTES_PER_ELEMENT);
  }

  /** Call regularly from the main thread. */
  beat(): void {
    Atomics.add(this.#numbers, BEATS, 1);
  }

  get beats(): number {
    return Atomics.load(this.#numbers, BEATS);
  }

  /** True when no watcher may read keys: another program has the terminal, or the console is not running. */
  get isOff(): boolean {
    return Atomics.load(this.#numbers, IS_OFF) !== 0;
  }

  set isOff(isOff: boolean) {
    Atomics.store(this.#numbers, IS_OFF, isOff ? 1 : 0);
  }

  /** The watcher whose turn it is: with two readers, each would get part of the keys. */
  get watcher(): Watcher {
    return Atomics.load(this.#numbers, CHOSEN) === WATCHER.own ? WATCHER.own : WATCHER.service;
  }

  set watcher(watcher: Watcher) {
    Atomics.store(this.#numbers, CHOSEN, watcher);
  }

  /** Call at each look of the service's thread, whether or not it is its turn. */
  lookFromService(): void {
    Atomics.add(this.#numbers, SERVICE_LOOKS, 1);
  }

  get serviceLooks(): number {
    return Atomics.load(this.#numbers, SERVICE_LOOKS);
  }

  /** Stores typed bytes until the main thread takes them. */
  keep(bytes: Uint8Array): void {
    for (;;) {
      const length = Atomics.load(this.#numbers, TYPED);
      const fitting = bytes.subarray(0, MOST_TYPED - length);
      this.#typed.set(fitting, length);
      if (Atomics.compareExchange(this.#numbers, TYPED, length, length + fitting.length) === length) return;
    }
  }

  /** Bytes typed since the last call, for the main thread. */
  take(): Uint8Array {
    for (;;) {
      const length = Atomics.load(this.#numbers, TYPED);
      const bytes = this.#typed.slice(0, length);
      if (Atomics.compareExchange(this.#numbers, TYPED, length, 0) === length) return bytes;
    }
  }
}
