import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";

/** Who has the terminal in the console's place: the shell while the job is stopped, or a program, an editor for example. */
export type Borrower = "shell" | "program";

/** The longest wait for a program that is to end (ms): longer than its starter gives it. */
const LONGEST_END = 2000;

/** A signal of a key or of `kill %1` goes to several, or comes with another one: each has heard it by then (ms). */
export const SENT_TOGETHER = 200;

/** Lets signals that came already be heard: two turns of the event loop, since a turn may be past its signals. */
export async function hearSignals(): Promise<void> {
  await turn();
  await turn();
}

/** Knows who has the terminal, for what a signal means depends on it: Ctrl-C in an editor is the editor's. */
export class Lending {
  #borrower: Borrower | null = null;
  #returned = Promise.resolve();
  readonly #ending = Promise.withResolvers<void>();
  #isEnding = false;

  /** Null where the console has the terminal itself. */
  get borrower(): Borrower | null {
    return this.#borrower;
  }

  /** The console ends as soon as it can: it does not take the terminal back. */
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

  /** Notes for as long as it runs that somebody else has the terminal. */
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

  /** Resolves when the process can end: the terminal came back, and whoever waited for what was done with it has it. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#ending.resolve();
    await Promise.race([this.#returned, wait(LONGEST_END)]);
    await hearSignals();
  }
}
