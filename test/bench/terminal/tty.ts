import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import nodePty, { type IPty } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { readRows } from "../../journeys/screen.ts";
import { memoryOf } from "../processes.ts";
import { cellsOf } from "./cells.ts";
import { DIRECT, type Link, type Wire } from "./link.ts";

/** A program for a pseudo terminal. */
export type Program = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cols: number;
  readonly rows: number;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

/** What came to the terminal, and when (ms since the start of the program). */
export type Chunk = { readonly at: number; readonly text: string; readonly bytes: number };

/** What one key brought: milliseconds from the key to the last byte, and the bytes. */
export type Response = { readonly milliseconds: number; readonly bytes: number };

/** Nothing more comes when nothing came for so long (ms). */
const QUIET = 90;
/** What has not come after so long (ms) does not come. */
const LIMIT = 60_000;
const LOOK_EVERY = 3;

/** The unit of processor time in /proc (USER_HZ of every Linux), in milliseconds. */
const TICK = 10;

const environment = (env: Program["env"]): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  TERM: "xterm-256color",
  LANG: "C.UTF-8",
  ...env,
});

/**
 * A program in a pseudo terminal with an emulator behind it, which answers the program's questions. Between them may lie a link: then a
 * moment is when the emulator got something, not when the program wrote it.
 */
export class Tty implements AsyncDisposable {
  readonly #pty: IPty;
  readonly #emulator: InstanceType<typeof xterm.Terminal>;
  readonly #chunks: Chunk[] = [];
  readonly #program: Program;
  readonly #began: number;
  readonly #exit: Promise<void>;
  readonly #toTerminal: Wire;
  readonly #toProgram: Wire;
  #bytes = 0;
  #hasEnded = false;
  #wake: () => void = () => undefined;
  #onChunk: (at: number) => void = () => undefined;

  constructor(program: Program, link: Link = DIRECT) {
    this.#program = program;
    const { file, args, cols, rows, cwd } = program;
    this.#emulator = new xterm.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true });
    this.#began = performance.now();
    this.#pty = nodePty.spawn(file, [...args], {
      name: "xterm-256color",
      cols,
      rows,
      env: environment(program.env),
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#toTerminal = link((text) => this.#arrive(text));
    this.#toProgram = link((text) => {
      if (!this.#hasEnded) this.#pty.write(text);
    });
    this.#emulator.onData((answer) => this.#toProgram.send(answer));
    this.#pty.onData((text) => this.#toTerminal.send(text));
    this.#exit = new Promise((resolve) => {
      this.#pty.onExit(() => {
        this.#hasEnded = true;
        resolve();
      });
    });
  }

  #arrive(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.#bytes += bytes;
    const at = this.now();
    this.#chunks.push({ at, text, bytes });
    this.#emulator.write(text, () => this.#onChunk(at));
    this.#wake();
  }

  /** Milliseconds since the start of the program. */
  now(): number {
    return performance.now() - this.#began;
  }

  /** All bytes that have come so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What has come so far. */
  get chunks(): readonly Chunk[] {
    return this.#chunks;
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** Types something, in one piece. */
  type(keys: string): void {
    this.#toProgram.send(keys);
  }

  /** The screen as text, as far as the emulator has come. */
  screen(): string {
    return readRows(this.#emulator).join("\n");
  }

  /** The screen as a frame: text, line feeds and SGR. */
  async frame(): Promise<string> {
    await new Promise<void>((resolve) => this.#emulator.write("", resolve));
    return cellsOf(this.#emulator);
  }

  /** Takes down every frame that comes from now on, until the function that is returned gives them out. */
  recordFrames(): () => Promise<readonly string[]> {
    const frames: string[] = [];
    this.#onChunk = () => frames.push(cellsOf(this.#emulator));
    return async () => {
      await new Promise<void>((resolve) => this.#emulator.write("", resolve));
      this.#onChunk = () => undefined;
      return frames;
    };
  }

  /** Waits until the screen shows something. @throws when it does not, or the program ends */
  async until(shows: (screen: string) => boolean): Promise<void> {
    const since = this.now();
    while (!shows(this.screen())) {
      if (this.#hasEnded || this.now() - since > LIMIT) throw new Error(`Never on screen:\n${this.screen()}`);
      await pause(LOOK_EVERY);
    }
  }

  /** Waits until nothing has come for a moment; not for ever, because some programs show a clock that goes by the second. */
  async silence(quiet = QUIET): Promise<void> {
    const since = this.now();
    for (;;) {
      const left = Math.max(since, this.#chunks.at(-1)?.at ?? 0) + quiet - this.now();
      if (left <= 0 || this.now() - since > LIMIT) return;
      await pause(left);
    }
  }

  /** Sends a key (its bytes), and waits until all that it brings has come. */
  async press(key: string, quiet = QUIET): Promise<Response> {
    const before = this.#chunks.length;
    const pressed = this.now();
    const first = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.type(key);
    const silent = Symbol("silent");
    const timer = new AbortController();
    const limit = pause(LIMIT, silent, { signal: timer.signal }).catch(() => silent);
    if ((await Promise.race([first, limit])) === silent) throw new Error(`A key brought nothing:\n${this.screen()}`);
    timer.abort();
    await this.silence(quiet);
    const brought = this.#chunks.slice(before);
    return {
      milliseconds: (brought.at(-1)?.at ?? pressed) - pressed,
      bytes: brought.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  /**
   * Sends a key, and waits until something of the screen is other than before: what an answer or a tick brings meanwhile does not count.
   *
   * @returns milliseconds from the key to the last byte that it took
   */
  async pressUntilOther(key: string, of: (rows: readonly string[]) => string): Promise<number> {
    const before = of(readRows(this.#emulator));
    const { promise, resolve } = Promise.withResolvers<number>();
    const pressed = this.now();
    this.#onChunk = (at) => {
      if (of(readRows(this.#emulator)) !== before) resolve(at - pressed);
    };
    this.type(key);
    const timer = new AbortController();
    const never = pause(LIMIT, Number.NaN, { signal: timer.signal }).catch(() => Number.NaN);
    const taken = await Promise.race([promise, never]);
    timer.abort();
    this.#onChunk = () => undefined;
    if (Number.isNaN(taken)) throw new Error(`A key changed nothing:\n${this.screen()}`);
    return taken;
  }

  /** The moments (ms since the start) at which the screen first showed each of some things; null where it never did. */
  async momentsOf(things: readonly ((screen: string) => boolean)[]): Promise<readonly (number | null)[]> {
    const found = things.map((): number | null => null);
    await this.replay(0, (screen, at) => {
      for (const [index, shows] of things.entries()) {
        if (found[index] === null && shows(screen.join("\n"))) found[index] = at;
      }
    });
    return found;
  }

  /**
   * Shows all that came once more, piece by piece, and looks at the rows after each piece from some piece on: not within an update that is
   * marked as one (mode 2026), of which a terminal shows nothing until it has ended.
   */
  async replay(from: number, look: (rows: readonly string[], at: number) => void): Promise<void> {
    const { cols, rows } = this.#program;
    const terminal = new xterm.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true });
    for (const [index, { at, text }] of this.#chunks.entries()) {
      await new Promise<void>((resolve) => terminal.write(text, resolve));
      if (index >= from && !terminal.modes.synchronizedOutputMode) look(readRows(terminal), at);
    }
    terminal.dispose();
  }

  /** Processor time (ms) that the process has used so far, all its threads together, in steps of 10. */
  processor(): number {
    const stat = readFileSync(`/proc/${this.#pty.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  }

  /** Time (ms) that the main thread has had a processor so far, and that it has waited for one. */
  mainThread(): { readonly ran: number; readonly waited: number } {
    const [ran, waited] = readFileSync(`/proc/${this.#pty.pid}/task/${this.#pty.pid}/schedstat`, "utf8").split(" ");
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
  }

  /** When the program was started, in milliseconds since the epoch. */
  get began(): number {
    return performance.timeOrigin + this.#began;
  }

  /** Memory that the process holds (MB). */
  memory(): number {
    return memoryOf(this.#pty.pid);
  }

  /** Ends the program as a person does, with `q`, and by force when that is not enough. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#hasEnded) this.#pty.write("q");
    await Promise.race([this.#exit, pause(3000)]);
    if (!this.#hasEnded) this.#pty.kill("SIGKILL");
    await this.#exit;
    this.#toTerminal.end();
    this.#toProgram.end();
    this.#emulator.dispose();
  }
}
