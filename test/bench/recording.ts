import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { IPty } from "@lydell/node-pty";
import nodePty from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { readRows } from "../journeys/screen.ts";

/** What came from the program, and when (ms since it was started). */
type Chunk = { readonly at: number; readonly data: string; readonly bytes: number };

export type Program = {
  readonly args: readonly string[];
  readonly cols: number;
  readonly rows: number;
  readonly env: Readonly<Record<string, string>>;
};

/** What one key brought: milliseconds from the key to the last byte, and how many bytes. */
export type Response = { readonly milliseconds: number; readonly bytes: number };

/** Nothing more comes when nothing came for so long (ms). */
const QUIET = 90;
/** A program that writes nothing for so long has failed (ms). */
const LIMIT = 30_000;
const LOOK_EVERY = 2;

const environment = (env: Program["env"]): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  TERM: "xterm-256color",
  LANG: "C.UTF-8",
  ...env,
});

/**
 * A Node program in a pseudo terminal, with everything that it writes and the moment of each piece. An emulator answers the
 * program's questions meanwhile; what stood on the screen at which moment is found out afterwards, so that measuring does not
 * share the processor with what is measured.
 */
export class Recording {
  readonly #pty: IPty;
  readonly #emulator: InstanceType<typeof xterm.Terminal>;
  readonly #chunks: Chunk[] = [];
  readonly #program: Program;
  readonly #began: number;
  readonly #exit: Promise<void>;
  #hasEnded = false;

  constructor(program: Program) {
    this.#program = program;
    const { cols, rows } = program;
    this.#emulator = new xterm.Terminal({ cols, rows, allowProposedApi: true });
    this.#began = performance.now();
    this.#pty = nodePty.spawn(process.execPath, [...program.args], {
      name: "xterm-256color",
      cols,
      rows,
      env: environment(program.env),
    });
    this.#emulator.onData((answer) => this.#pty.write(answer));
    this.#pty.onData((data) => {
      this.#chunks.push({ at: this.#now(), data, bytes: Buffer.byteLength(data) });
      this.#emulator.write(data);
    });
    this.#exit = new Promise((resolve) => {
      this.#pty.onExit(() => {
        this.#hasEnded = true;
        resolve();
      });
    });
  }

  #now(): number {
    return performance.now() - this.#began;
  }

  /** All bytes that the program has written so far. */
  get bytes(): number {
    return this.#chunks.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Waits until the screen shows something. @throws when it does not, or the program ends */
  async until(shows: (screen: string) => boolean): Promise<void> {
    while (!shows(this.screen())) {
      if (this.#hasEnded || this.#now() > LIMIT) throw new Error(`Never on screen:\n${this.screen()}`);
      await pause(LOOK_EVERY);
    }
  }

  /** The screen as text, as far as the emulator has come. */
  screen(): string {
    return readRows(this.#emulator).join("\n");
  }

  /** The first moment (ms since the start) at which the screen showed each of some things; null where it never did. */
  async momentsOf(things: readonly ((screen: string) => boolean)[]): Promise<readonly (number | null)[]> {
    const { cols, rows } = this.#program;
    const replay = new xterm.Terminal({ cols, rows, allowProposedApi: true });
    const found = things.map((): number | null => null);
    for (const { at, data } of this.#chunks) {
      await new Promise<void>((resolve) => replay.write(data, resolve));
      const screen = readRows(replay).join("\n");
      things.forEach((shows, index) => {
        if (found[index] === null && shows(screen)) found[index] = at;
      });
    }
    replay.dispose();
    return found;
  }

  /** Waits until the program has been silent for a moment. */
  async silence(quiet = QUIET): Promise<void> {
    const since = this.#now();
    while (this.#now() - Math.max(since, this.#chunks.at(-1)?.at ?? 0) < quiet) await pause(LOOK_EVERY);
  }

  /** Sends a key (its bytes), and waits until all that it brings has come. */
  async press(key: string): Promise<Response> {
    const before = this.#chunks.length;
    const pressed = this.#now();
    this.#pty.write(key);
    while (this.#chunks.length === before) {
      if (this.#now() - pressed > LIMIT) throw new Error(`A key brought nothing:\n${this.screen()}`);
      await pause(1);
    }
    await this.silence();
    const brought = this.#chunks.slice(before);
    return {
      milliseconds: (brought.at(-1)?.at ?? pressed) - pressed,
      bytes: brought.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  /** Memory that the process holds, in MB. */
  memory(): number {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(this.#pty.pid)], { encoding: "utf8" })) / 1024;
  }

  /** Ends the program as a person does, with `q`, and by force when that is not enough. */
  async close(): Promise<void> {
    if (!this.#hasEnded) this.#pty.write("q");
    await Promise.race([this.#exit, pause(3000)]);
    if (!this.#hasEnded) this.#pty.kill("SIGKILL");
    await this.#exit;
    this.#emulator.dispose();
  }
}
