/**
 * Requests a report of the terminal's state (DSR 5), which every terminal answers. The answer shows that everything written before has arrived.
 */
const QUESTION = "\u001b[5n";
const ANSWER = "\u001b[0n";

/** Bytes written between two requests. */
const ASK_AFTER = 1024;
/** Upper bound of bytes in transit; beyond it, no new frame is written until an answer comes. A fifth of a second at 20 kB/s. */
const WINDOW = 4096;
/** Longest wait for an answer (ms). */
const LONGEST_WAIT = 3000;

/**
 * Tracks how much of the output may still be in transit to the terminal. A pseudo terminal and a network buffer more than a slow line transmits in
 * many seconds, and only the terminal itself knows what has arrived.
 */
export class Flow {
  readonly #opened: () => void;
  /** Bytes written since the last request, and bytes before it that are not confirmed yet. */
  #since = 0;
  #unanswered = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasEverAnswered = false;
  #isOff = false;
  /** True when other code has sent a query to the terminal since the last request. */
  #hasOtherQuestion = false;
  /** Set while `rest` waits until no answer is outstanding; nothing is requested meanwhile. */
  #rested: (() => void) | undefined;

  /** @param opened called when frames may be written again */
  constructor(opened: () => void) {
    this.#opened = opened;
  }

  /** True when a frame may be written now. */
  get isOpen(): boolean {
    return this.#timer === undefined || this.#unanswered + this.#since < WINDOW;
  }

  /** Records a frame that is about to be written. @returns bytes to write after it: a request, or nothing */
  sent(bytes: number): string {
    this.#since += bytes;
    if (this.#isOff || this.#rested !== undefined || this.#timer !== undefined || this.#since < ASK_AFTER) {
      return "";
    }
    return this.#question();
  }

  /**
   * Records a query of another kind. Not every terminal answers it, but terminals answer in order: when the answer to the next request comes, the
   * other answer has come before or never will.
   */
  noteQuestion(): void {
    this.#hasOtherQuestion = true;
  }

  #question(): string {
    this.#unanswered = this.#since;
    this.#since = 0;
    this.#hasOtherQuestion = false;
    this.#timer = setTimeout(() => this.#giveUp(), LONGEST_WAIT);
    // The timer must not keep the process alive.
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
   * Stops requesting until `stop`, and resolves when no answer is outstanding: an answer that comes while another program has the terminal would be
   * typed into its input.
   *
   * @param ask writes a last request, if one is needed
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

  /** Another program has the terminal from now on: no answer is awaited. */
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
