/**
 * What the main thread and a thread that watches it share: numbers, and the bytes that were typed meanwhile. Memory and no messages, so
 * that any thread of the program can watch, and one after the other.
 */

/** Who watches: the thread of the embedded service, or one that is there for nothing else. */
export const WATCHER = { service: 0, own: 1 } as const;
export type Watcher = (typeof WATCHER)[keyof typeof WATCHER];

/** How often the main thread says that it lives, and how often a watcher looks (ms). */
export const BEAT = 500;
export const LOOK = 700;

const BEATS = 0;
const IS_OFF = 1;
const CHOSEN = 2;
const SERVICE_LOOKS = 3;
const TYPED = 4;
const NUMBERS = 5;
/** So many bytes are handed over at most; a person who hits keys at a program that hangs types fewer. */
const MOST_TYPED = 16 * 1024;

/** The memory that is shared, as both sides see it. */
export class ThreadWatchMemory {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #typed: Uint8Array;

  constructor(buffer = new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT + MOST_TYPED)) {
    this.buffer = buffer;
    this.#numbers = new Int32Array(buffer, 0, NUMBERS);
    this.#typed = new Uint8Array(buffer, NUMBERS * Int32Array.BYTES_PER_ELEMENT);
  }

  /** The main thread lives. */
  beat(): void {
    Atomics.add(this.#numbers, BEATS, 1);
  }

  get beats(): number {
    return Atomics.load(this.#numbers, BEATS);
  }

  /** Nobody is to read keys: the terminal is another program's, or the console is not there. */
  get isOff(): boolean {
    return Atomics.load(this.#numbers, IS_OFF) !== 0;
  }

  set isOff(isOff: boolean) {
    Atomics.store(this.#numbers, IS_OFF, isOff ? 1 : 0);
  }

  /** Which of the two watches: keys that two read would be half heard by each. */
  get watcher(): Watcher {
    return Atomics.load(this.#numbers, CHOSEN) === WATCHER.own ? WATCHER.own : WATCHER.service;
  }

  set watcher(watcher: Watcher) {
    Atomics.store(this.#numbers, CHOSEN, watcher);
  }

  /** The service's thread lives and looks, whether or not it is its turn. */
  lookFromService(): void {
    Atomics.add(this.#numbers, SERVICE_LOOKS, 1);
  }

  get serviceLooks(): number {
    return Atomics.load(this.#numbers, SERVICE_LOOKS);
  }

  /** Keeps what was typed until the main thread takes it. */
  keep(bytes: Uint8Array): void {
    for (;;) {
      const length = Atomics.load(this.#numbers, TYPED);
      const fitting = bytes.subarray(0, MOST_TYPED - length);
      this.#typed.set(fitting, length);
      if (Atomics.compareExchange(this.#numbers, TYPED, length, length + fitting.length) === length) return;
    }
  }

  /** What was typed since the last time, for the main thread. */
  take(): Uint8Array {
    for (;;) {
      const length = Atomics.load(this.#numbers, TYPED);
      const bytes = this.#typed.slice(0, length);
      if (Atomics.compareExchange(this.#numbers, TYPED, length, 0) === length) return bytes;
    }
  }
}
