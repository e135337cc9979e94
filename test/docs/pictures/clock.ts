import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** When the pictures are taken. */
const TAKEN = Date.UTC(2026, 10, 21, 14, 6, 12);

const LATER_MS = 2000;
/** The longest that a timer of Node takes. */
const NEVER_MS = 2 ** 31 - 1;
const LOOK_AGAIN_MS = 20;
/** Looks in a row at which no answer is outstanding: by then the console has taken in the last one. */
const QUIET_LOOKS = 3;

/**
 * In every thread of the program, the time is what a file says, and what would be done by itself some seconds later is not. The program takes
 * the next time over only while no answer is outstanding: one that was asked for before and came after would pass for one of a service whose
 * clock is another.
 */
const program = (file: string, next: string): string => `
  import { existsSync, readFileSync, renameSync } from "node:fs";
  import { subscribe } from "node:diagnostics_channel";
  import { isMainThread } from "node:worker_threads";
  const now = () => Number(readFileSync(${JSON.stringify(file)}, "utf8"));
  globalThis.Date = class extends Date {
    constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
    static now() { return now(); }
  };
  const after = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...given) => after(run, ms >= ${LATER_MS} ? ${NEVER_MS} : ms, ...given);
  if (isMainThread) {
    const outstanding = new Set();
    subscribe("undici:request:create", ({ request }) => outstanding.add(request));
    for (const end of ["trailers", "error"]) subscribe("undici:request:" + end, ({ request }) => outstanding.delete(request));
    let looks = 0;
    setInterval(() => {
      looks = outstanding.size === 0 ? looks + 1 : 0;
      if (looks >= ${QUIET_LOOKS} && existsSync(${JSON.stringify(next)})) renameSync(${JSON.stringify(next)}, ${JSON.stringify(file)});
    }, ${LOOK_AGAIN_MS}).unref();
  }
`;

/** A clock in the hand of whoever takes a picture: the program and its service have its time, and it stands still. */
export class Clock {
  readonly #file: string;
  readonly #next: string;
  #now = TAKEN;

  /** @param folder where the time is written */
  constructor(folder: string) {
    this.#file = join(folder, "now");
    this.#next = join(folder, "next");
    writeFileSync(this.#file, String(this.#now));
  }

  /** What Node is started with. */
  get flags(): readonly string[] {
    return ["--import", `data:text/javascript,${encodeURIComponent(program(this.#file, this.#next))}`];
  }

  /** Moves the time on, once no answer is outstanding. @returns it as a title has it, `14:07:12` */
  async forward(milliseconds: number): Promise<string> {
    this.#now += milliseconds;
    const written = `${this.#next}.part`;
    writeFileSync(written, String(this.#now));
    renameSync(written, this.#next);
    while (existsSync(this.#next)) await pause(LOOK_AGAIN_MS);
    return new Date(this.#now).toISOString().slice(11, 19);
  }
}
