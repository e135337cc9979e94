import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** Present user of the terminal other than the console: the shell while the job is stopped, or a program, for example an editor. */
export type Borrower = "shell" | "program";

/** Longest wait for a program that is to end (ms): longer than its starter gives it. */
const LONGEST_END = 2000;

/** Time within which related signals arrive (ms): a key's signal goes to several processes, and `kill %1` sends two. */
export const SENT_TOGETHER = 200;

/** Lets pending signals be handled: two turns of the event loop, since the current turn may be past its signals. */
export async function hearSignals(): Promise<void> {
  await turn();
  await turn();
}

/** Tracks who has the terminal, because the meaning of a signal depends on it: Ctrl-C in an editor belongs to the editor. */
export class Lending {
  #borrower: Borrower | null = null;
  #returned = Promise.resolve();
  readonly #ending = Promise.withResolvers<void>();
  #isEnding = false;

  /** Null while the console itself has the terminal. */
  get borrower(): Borrower | null {
    return this.#borrower;
  }

  /** True when the console ends as soon as possible: it does not take the terminal back. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Resolves when `isEnding` becomes true. */
  get ending(): Promise<void> {
    return this.#ending.promise;
  }

  /** Resolves when the console has the terminal, or nobody has it any more. */
  get returned(): Promise<void> {
    return this.#returned;
  }

  /** Marks the terminal as lent while `during` runs. */
  async run(borrower: Borrower, during: () => Promise<void>): Promise<void> {
    const returned = Promise.withResolvers<void>();
    this.#borrower = borrower;
    this.#returned = returned.promise;
    try {
      await during();
    } finally {
      this.#borrower = null;
      returned.resolve();
    }
  }

  /** Resolves when the process can end: the terminal is back, and its borrower's result was delivered. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#ending.resolve();
    await Promise.race([this.#returned, wait(LONGEST_END)]);
    await hearSignals();
  }
}
