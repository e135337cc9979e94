import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** When the pictures are taken. */
const TAKEN = Date.UTC(2026, 10, 21, 14, 6, 12);

const LATER_MS = 2000;
/** The longest that a timer of Node takes. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * In every thread of the program, the time is what a file says, and what would be done by itself some seconds later is not: an answer
 * that was asked for before the time was moved on and comes after it would pass for one of a service whose clock is another.
 */
const program = (file: string): string => `
  import { readFileSync } from "node:fs";
  const now = () => Number(readFileSync(${JSON.stringify(file)}, "utf8"));
  globalThis.Date = class extends Date {
    constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
    static now() { return now(); }
  };
  const after = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...given) => after(run, ms >= ${LATER_MS} ? ${NEVER_MS} : ms, ...given);
`;

/** A clock in the hand of whoever takes a picture: the program and its service have its time, and it stands still. */
export class Clock {
  readonly #file: string;
  #now = TAKEN;

  /** @param folder where the time is written */
  constructor(folder: string) {
    this.#file = join(folder, "now");
    writeFileSync(this.#file, String(this.#now));
  }

  /** What Node is started with. */
  get flags(): readonly string[] {
    return ["--import", `data:text/javascript,${encodeURIComponent(program(this.#file))}`];
  }

  /** Moves the time on. @returns it as a title has it, `14:07:12` */
  forward(milliseconds: number): string {
    this.#now += milliseconds;
    writeFileSync(this.#file, String(this.#now));
    return new Date(this.#now).toISOString().slice(11, 19);
  }
}
