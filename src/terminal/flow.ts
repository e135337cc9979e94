/**
 * Asks for a report of the terminal's state (DSR 5), which every terminal answers. The answer says that all that was written
 * before has arrived there.
 */
const QUESTION = "\u001b[5n";
const ANSWER = "\u001b[0n";

/** So many bytes are written between two questions. */
const ASK_AFTER = 1024;
/** So many bytes may be on their way; then no new frame is written until an answer has come. A fifth of a second at 20 kB/s. */
const WINDOW = 4096;
/** An answer that has not come after so long (ms) is not coming. */
const LONGEST_WAIT = 3000;

/**
 * Knows how much of what was written may still be on its way to the terminal. A pseudo terminal and a network hold more than
 * a slow line carries in many seconds, and nothing but the terminal itself knows what has arrived.
 */
export class Flow {
  readonly #opened: () => void;
  /** Bytes written since the last question, and those before it that no answer has come for. */
  #since = 0;
  #unanswered = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasEverAnswered = false;
  #isOff = false;
  /** Whether somebody else asked the terminal something since the last question of these. */
  #hasOtherQuestion = false;
  /** Waits until no answer is owed any more; nothing is asked meanwhile. */
  #rested: (() => void) | undefined;

  /** @param opened called when frames may be written again */
  constructor(opened: () => void) {
    this.#opened = opened;
  }

  /** Whether a frame may be written now. */
  get isOpen(): boolean {
    return this.#timer === undefined || this.#unanswered + this.#since < WINDOW;
  }

  /** Takes note of a frame that is about to be written. @returns what to write after it: a question, or nothing */
  sent(bytes: number): string {
    this.#since += bytes;
    if (this.#isOff || this.#rested !== undefined || this.#timer !== undefined || this.#since < ASK_AFTER) {
      return "";
    }
    return this.#question();
  }

  /**
   * Takes note of a question of another kind. Not every terminal answers those, but each answers in the order in which it was asked: with the
   * answer to the next question of these, theirs is here or will not come.
   */
  noteQuestion(): void {
    this.#hasOtherQuestion = true;
  }

  #question(): string {
    this.#unanswered = this.#since;
    this.#since = 0;
    this.#hasOtherQuestion = false;
    this.#timer = setTimeout(() => this.#giveUp(), LONGEST_WAIT);
    // The console must be able to end meanwhile.
    this.#timer.unref();
    return QUESTION;
  }

  /** Takes an answer of the terminal. */
  take(sequence: string): void {
    if (sequence === ANSWER && this.#timer !== undefined) {
      this.#hasEverAnswered = true;
      this.#settle();
    }
  }

  #giveUp(): void {
    this.#isOff = !this.#hasEverAnswered;
    this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unanswered = 0;
    this.#rested?.();
    this.#opened();
  }

  /**
   * Asks nothing more until `stop`, and resolves when no answer is on its way: one that comes when the terminal is somebody else's would be
   * typed into their line.
   *
   * @param ask writes a last question, where that is how to know
   */
  rest(ask: (question: string) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#rested = () => {
        if (this.#hasOtherQuestion && !this.#isOff) ask(this.#question());
        else resolve();
      };
      if (this.#timer === undefined) this.#rested();
    });
  }

  /** The terminal is somebody else's from now on: nothing is waited for. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unanswered = 0;
    this.#since = 0;
    this.#hasOtherQuestion = false;
    this.#rested?.();
    this.#rested = undefined;
  }
}
