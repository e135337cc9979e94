import type { IPty } from "@lydell/node-pty";
import nodePty from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { WAIT_LIMIT } from "../extent.ts";
import { encodeKey } from "./encode-key.ts";
import { type Cell, readCell, readRows, readWholeRows } from "./screen.ts";
import { terminalEnvironment } from "./terminal-environment.ts";

/** What a program left the terminal in, read back from the emulator. */
export interface Modes {
  readonly alternateScreen: boolean;
  readonly cursorVisible: boolean;
  readonly bracketedPaste: boolean;
  readonly mouseTracking: "none" | "x10" | "vt200" | "drag" | "any";
  readonly focusReports: boolean;
  readonly applicationCursorKeys: boolean;
  readonly autoWrap: boolean;
  /** Whether a frame was begun (DEC mode 2026) and not ended. */
  readonly synchronizedOutput: boolean;
  /** How many times the kitty keyboard protocol was turned on and not off again. */
  readonly kittyKeyboard: number;
}

export interface TerminalOptions {
  /** The program; the Node that runs this test when left out. */
  readonly file?: string;
  /** Its arguments; `["dist/main.js"]` when left out. */
  readonly args?: readonly string[];
  readonly cols?: number;
  readonly rows?: number;
  readonly cwd?: string;
  /** Added to a plain environment of a terminal; undefined takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Keys by action: what `press` is given, and the canonical name of the key for it. */
  readonly keys?: Readonly<Record<string, string>>;
  /** How long anything is waited for before the test fails, in milliseconds; as long as all tests do when left out. */
  readonly limitMs?: number;
  /** The colour that the terminal says it has behind its text (`rgb:ffff/ffff/ffff`); it does not answer when left out. */
  readonly background?: string;
  /** How late the terminal's own answers come, in milliseconds, as over a long line. */
  readonly answersAfter?: number;
}

/** How a program ended. `signal` is a number, 0 when it was none. */
export interface Exit {
  readonly code: number;
  readonly signal: number;
}

/**
 * What is looked for: a text in a row, a pattern in a row, what the rightmost pane says however it is wrapped, or anything that can be said of
 * the screen's rows.
 */
export type Condition = string | RegExp | { readonly said: RegExp } | ((screen: readonly string[]) => boolean);

interface Waiter {
  readonly check: () => void;
  readonly fail: (reason: string) => void;
}

/**
 * A real pseudo terminal with a real emulator behind it: starts a program, shows what a person would see, and sends what
 * a person's terminal would send, answers to its queries included.
 *
 * Waiting is on what the screen says. Two keys that are sent without waiting in between may reach the program in one
 * chunk, as they do on a slow line: text, Enter and more text then count as a paste (see `src/terminal/input/paste.ts`), so
 * wait for what an Enter brings before typing on.
 *
 * `@lydell/node-pty` brings its binary inside an optional npm package for each platform: nothing is compiled, and npm has
 * to install optional dependencies. On macOS it also uses a `spawn-helper` beside the binary, which has to have kept its
 * permission to be executed; on Linux there is none.
 */
export class Terminal {
  readonly #pty: IPty;
  readonly #emulator: InstanceType<typeof xterm.Terminal>;
  readonly #keys: Readonly<Record<string, string>>;
  readonly #limitMs: number;
  readonly #waiters = new Set<Waiter>();
  readonly #exit: Promise<Exit>;
  #exited: Exit | undefined;
  #bytes = 0;
  #owed = 0;
  #copied: string | undefined;
  #title = "";
  #cursorVisible = true;
  #kittyKeyboard = 0;

  constructor({
    file = process.execPath,
    args = ["dist/main.js"],
    cols = 80,
    rows = 24,
    cwd = process.cwd(),
    env = {},
    keys = {},
    limitMs = WAIT_LIMIT,
    background,
    answersAfter = 0,
  }: TerminalOptions = {}) {
    this.#keys = keys;
    this.#limitMs = limitMs;
    this.#emulator = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 1000 });
    this.#watchModes();
    this.#pty = nodePty.spawn(file, [...args], {
      // It sets TERM to this, whatever the environment says.
      name: env["TERM"] ?? "xterm-256color",
      cols,
      rows,
      cwd,
      env: terminalEnvironment(env),
    });
    const answer = (bytes: string): void => this.#answer(bytes, answersAfter);
    this.#emulator.onData(answer);
    this.#emulator.onBinary(answer);
    this.#emulator.onTitleChange((title) => {
      this.#title = title;
    });
    this.#emulator.parser.registerOscHandler(11, (payload) => {
      if (payload === "?" && background !== undefined) answer(`\u001b]11;${background}\u001b\\`);
      return true;
    });
    this.#emulator.parser.registerOscHandler(52, (payload) => {
      this.#copied = Buffer.from(payload.slice(payload.indexOf(";") + 1), "base64").toString("utf8");
      return true;
    });
    this.#pty.onData((output) => {
      this.#bytes += Buffer.byteLength(output);
      this.#emulator.write(output, () => this.#notify());
    });
    this.#exit = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        // What the program wrote last is still on its way through the emulator.
        this.#emulator.write("", () => {
          this.#exited = { code: exitCode, signal: signal ?? 0 };
          resolve(this.#exited);
          this.#notify();
        });
      });
    });
  }

  /** Gives the program an answer of the terminal: to whatever reads the keys by then. */
  #answer(bytes: string, later: number): void {
    if (later === 0) {
      this.#pty.write(bytes);
      return;
    }
    this.#owed += 1;
    setTimeout(() => {
      this.#owed -= 1;
      if (this.#exited === undefined) this.#pty.write(bytes);
      this.#notify();
    }, later);
  }

  /** Waits until the terminal has given every answer that it was asked for. */
  answered(): Promise<void> {
    return this.#until(() => this.#owed === 0, "the terminal's last answer");
  }

  /** The emulator tells most modes; the cursor's and kitty's are read from what it parses. */
  #watchModes(): void {
    const { parser } = this.#emulator;
    const setCursor = (isVisible: boolean) => (parameters: (number | number[])[]) => {
      if (parameters.includes(25)) {
        this.#cursorVisible = isVisible;
      }
      return false;
    };
    parser.registerCsiHandler({ prefix: "?", final: "h" }, setCursor(true));
    parser.registerCsiHandler({ prefix: "?", final: "l" }, setCursor(false));
    parser.registerCsiHandler({ prefix: ">", final: "u" }, () => {
      this.#kittyKeyboard += 1;
      return false;
    });
    parser.registerCsiHandler({ prefix: "<", final: "u" }, ([count]) => {
      const popped = typeof count === "number" && count > 0 ? count : 1;
      this.#kittyKeyboard = Math.max(0, this.#kittyKeyboard - popped);
      return false;
    });
  }

  #notify(): void {
    for (const waiter of [...this.#waiters]) {
      waiter.check();
    }
  }

  /** The program's process id. */
  get pid(): number {
    return this.#pty.pid;
  }

  get cols(): number {
    return this.#emulator.cols;
  }

  get rows(): number {
    return this.#emulator.rows;
  }

  /** How many bytes the program has written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What the program last put on the clipboard (OSC 52). */
  get copied(): string | undefined {
    return this.#copied;
  }

  /** The window's title as the program last set it. */
  get title(): string {
    return this.#title;
  }

  /** Waits until the window's title says something. */
  waitForTitle(pattern: RegExp): Promise<void> {
    return this.#until(() => pattern.test(this.#title), `the title ${String(pattern)}`);
  }

  /** The rows that are shown, spaces at their ends removed. */
  screen(): string[] {
    return readRows(this.#emulator);
  }

  /** The rows that are shown as one text. */
  text(): string {
    return this.screen().join("\n");
  }

  /** Everything on the normal screen, what has scrolled off its top included. */
  history(): string[] {
    return readWholeRows(this.#emulator);
  }

  /** The first row that has the text or matches the pattern, and which one it is (from 0). */
  row(pattern: string | RegExp): { readonly y: number; readonly text: string } | undefined {
    const rows = this.screen();
    const y = rows.findIndex((row) => (typeof pattern === "string" ? row.includes(pattern) : pattern.test(row)));
    return y === -1 ? undefined : { y, text: rows[y] ?? "" };
  }

  /** The rightmost pane as one line, so that what it says can be found however it is wrapped. */
  rightmost(): string {
    return this.screen()
      .map((row) => row.slice(row.lastIndexOf("│") + 1))
      .join(" ")
      .replace(/ +/gu, " ");
  }

  /** One cell of the screen, counted from 0. */
  cell(x: number, y: number): Cell {
    return readCell(this.#emulator, x, y);
  }

  /** Where the cursor is, counted from 0. */
  cursor(): { readonly x: number; readonly y: number } {
    const { cursorX, cursorY } = this.#emulator.buffer.active;
    return { x: cursorX, y: cursorY };
  }

  modes(): Modes {
    const { modes, buffer } = this.#emulator;
    return {
      alternateScreen: buffer.active.type === "alternate",
      cursorVisible: this.#cursorVisible,
      bracketedPaste: modes.bracketedPasteMode,
      mouseTracking: modes.mouseTrackingMode,
      focusReports: modes.sendFocusMode,
      applicationCursorKeys: modes.applicationCursorKeysMode,
      autoWrap: modes.wraparoundMode,
      synchronizedOutput: modes.synchronizedOutputMode,
      kittyKeyboard: this.#kittyKeyboard,
    };
  }

  /**
   * Waits until the screen says something. Looks each time that the program has written, but not in the middle of a frame
   * (between the marks of DEC mode 2026), which a person would not see either.
   *
   * @throws when the program ended or the limit passed without it; the message has the whole screen
   */
  waitFor(condition: Condition, { what = describe(condition) }: { readonly what?: string } = {}): Promise<void> {
    return this.#until(() => this.#isWhole() && this.#holds(condition), what);
  }

  /** Waits until the screen no longer says something. */
  waitUntilAbsent(condition: Condition, { what = `gone: ${describe(condition)}` } = {}): Promise<void> {
    return this.#until(() => this.#isWhole() && !this.#holds(condition), what);
  }

  /** Waits until the modes are as said. */
  waitForModes(wanted: Partial<Modes>): Promise<void> {
    const isSo = (modes: Modes) => Object.entries(wanted).every(([name, value]) => Reflect.get(modes, name) === value);
    return this.#until(() => isSo(this.modes()), `modes ${JSON.stringify(wanted)}`);
  }

  #isWhole(): boolean {
    return !this.#emulator.modes.synchronizedOutputMode;
  }

  #holds(condition: Condition): boolean {
    if (typeof condition === "function") return condition(this.screen());
    if (typeof condition === "string" || condition instanceof RegExp) return this.row(condition) !== undefined;
    return condition.said.test(this.rightmost());
  }

  #until(isSo: () => boolean, what: string): Promise<void> {
    // Made here, so that the failure points at the line of the test that waits.
    const failure = new Error();
    return new Promise((resolve, reject) => {
      const finish = (reason?: string) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        if (reason === undefined) {
          resolve();
          return;
        }
        failure.message = `Waited for ${what}, ${reason}.\n${this.describe()}`;
        reject(failure);
      };
      const waiter: Waiter = {
        check: () => {
          if (isSo()) {
            finish();
          } else if (this.#exited !== undefined) {
            const { code, signal } = this.#exited;
            finish(`but the program ended with code ${code}, signal ${signal}`);
          }
        },
        fail: finish,
      };
      const timer = setTimeout(() => waiter.fail(`but not within ${this.#limitMs} ms`), this.#limitMs);
      this.#waiters.add(waiter);
      waiter.check();
    });
  }

  /** The screen in a frame, with the cursor and the modes: for messages. */
  describe(): string {
    const edge = `+${"-".repeat(this.cols)}+`;
    const rows = this.screen().map((row) => `|${row.padEnd(this.cols)}|`);
    const { x, y } = this.cursor();
    return [edge, ...rows, edge, `cursor ${x},${y}; ${JSON.stringify(this.modes())}`].join("\n");
  }

  /** Sends bytes as they are. */
  send(bytes: string): void {
    this.#pty.write(bytes);
  }

  /** Sends text as typed very fast: in one chunk. */
  type(text: string): void {
    this.send(text);
  }

  /** Does something with the mouse at a cell, as a terminal reports it (SGR); one that does not report it sends nothing. */
  mouse(what: "click" | "wheel-up" | "wheel-down", x: number, y: number): void {
    if (this.modes().mouseTracking === "none") return;
    const at = `${x + 1};${y + 1}`;
    if (what === "click") this.send(`\u001b[<0;${at}M\u001b[<0;${at}m`);
    else this.send(`\u001b[<${what === "wheel-up" ? 64 : 65};${at}M`);
  }

  /** Sends one key by its canonical name, as xterm sends it. */
  key(name: string): void {
    this.send(encodeKey(name, { applicationCursor: this.modes().applicationCursorKeys }));
  }

  /** Sends the key for an action, by the keys that the constructor was given. */
  press(action: string): void {
    const name = this.#keys[action];
    if (name === undefined) {
      throw new Error(`No key is known for the action "${action}". Known: ${Object.keys(this.#keys).join(", ")}.`);
    }
    this.key(name);
  }

  /**
   * Pastes as a terminal does: line breaks as carriage returns, and brackets around it when the program has asked for
   * them (or as `bracketed` says).
   */
  paste(text: string, { bracketed = this.modes().bracketedPaste }: { readonly bracketed?: boolean } = {}): void {
    const body = text.replace(/\r?\n/g, "\r");
    this.send(bracketed ? `\u001b[200~${body}\u001b[201~` : body);
  }

  /** Changes the size of the terminal; the program is told by SIGWINCH. */
  resize(cols: number, rows: number): void {
    this.#emulator.resize(cols, rows);
    this.#pty.resize(cols, rows);
  }

  /** Sends the program a signal ("SIGTERM", "SIGHUP", "SIGKILL" …). */
  kill(signal: NodeJS.Signals = "SIGTERM"): void {
    process.kill(this.#pty.pid, signal);
  }

  /** Resolves when the program has ended and all that it wrote is on screen. */
  async exit(): Promise<Exit> {
    await this.#until(() => this.#exited !== undefined, "the program's end");
    return this.#exit;
  }

  /** Ends the program if it still runs, and frees the emulator. For the end of every test. */
  async close(): Promise<void> {
    if (this.#exited === undefined) {
      this.#pty.kill("SIGKILL");
      await this.#exit;
    }
    this.#emulator.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function describe(condition: Condition): string {
  if (typeof condition === "function") return "a condition of the screen";
  if (typeof condition === "string") return JSON.stringify(condition);
  return condition instanceof RegExp ? String(condition) : `${String(condition.said)} in the rightmost pane`;
}
