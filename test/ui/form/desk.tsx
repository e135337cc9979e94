import { Writable } from "node:stream";
import xterm from "@xterm/headless";
import { type Instance, render } from "ink";
import { createStore } from "zustand/vanilla";
import type { Connection } from "../../../src/contract/connection.ts";
import type { Json } from "../../../src/contract/json.ts";
import type { OperationId } from "../../../src/contract/operations.ts";
import type { ConsoleStore } from "../../../src/state/store.ts";
import { createInput } from "../../../src/terminal/input.ts";
import type { KeyName } from "../../../src/terminal/keys.ts";
import { type Console, type CurlRequest, createWorkspace, type Look } from "../../../src/ui/console.ts";
import { createConsole } from "../../../src/ui/create-console.ts";
import { createDispatch, takesOf } from "../../../src/ui/keys/dispatch.ts";
import { Root } from "../../../src/ui/root.tsx";
import { UNICODE } from "../../../src/ui/symbols.ts";
import { loadTheme } from "../../../src/ui/theme.ts";
import { type Layer, type LayerKind, type LayerOf, layerOf, topLayer } from "../../../src/ui/workspace.ts";
import { encodeKey } from "../../journeys/encode-key.ts";
import { readRows } from "../../journeys/screen.ts";
import { testConsole } from "../../state/console.ts";
import type { FakeClient, PendingCall } from "../../state/fake-client.ts";
import type { FakeClock } from "../../state/fake-clock.ts";
import { settle } from "../../state/fake-clock.ts";
import type { MemoryFiles } from "../../state/memory-files.ts";
import { FakeKeyboard } from "../../terminal/fake-terminal.ts";
import { quietHost } from "../quiet-host.ts";

/** Longest wait for something to come on screen. */
const LIMIT_MS = 10_000;

/** A terminal's screen that shows what Ink writes. */
class Screen extends Writable {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;
  readonly terminal: xterm.Terminal;

  constructor(columns: number, rows: number) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.rows = rows;
    this.terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  }

  override _write(chunk: string | Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.terminal.write(chunk, () => {
      this.emit("painted");
      done();
    });
  }
}

export type DeskOptions = {
  readonly columns?: number;
  readonly rows?: number;
  readonly connection?: Partial<Connection>;
  readonly files?: MemoryFiles;
};

/** What the service of a test answers, by operation; what is not named waits until the test answers it. */
export type Answers = Partial<Record<OperationId, (call: PendingCall) => void>>;

/**
 * The whole screen on a real store, with a client, files and a clock in the test's hand: keys go in as bytes and come through the
 * real dispatcher and Ink, frames come out as text.
 */
export class Desk {
  readonly console: Console;
  readonly store: ConsoleStore;
  readonly client: FakeClient;
  readonly clock: FakeClock;
  readonly files: MemoryFiles;
  readonly copied: string[] = [];
  readonly curls: CurlRequest[] = [];
  /** What `$EDITOR` makes of the text that it is given. */
  editor: (text: string) => string | null = () => null;
  readonly #keyboard = new FakeKeyboard();
  readonly #screen: Screen;
  readonly #ink: Instance;

  private constructor({ columns = 80, rows = 24, connection, files }: DeskOptions) {
    const made = testConsole({
      ...(connection === undefined ? {} : { connection }),
      ...(files === undefined ? {} : { files }),
    });
    this.store = made.store;
    this.client = made.client;
    this.clock = made.clock;
    this.files = made.files;
    this.#screen = new Screen(columns, rows);
    const edit = async (text: string) => {
      const edited = this.editor(text);
      return edited === null ? ({ ok: false, why: "no editor" } as const) : ({ ok: true, text: edited } as const);
    };
    this.console = createConsole({
      store: this.store,
      workspace: createWorkspace(columns, rows, this.clock.now()),
      look: createStore<Look>(() => ({ theme: loadTheme("terminal", true), themeName: "terminal", symbols: UNICODE })),
      host: quietHost({
        now: () => this.clock.now(),
        bare: true,
        copy: (text) => {
          this.copied.push(text);
          return "sent to the terminal";
        },
        edit,
        curl: (request) => {
          this.curls.push(request);
          return `curl ${request.operation}`;
        },
      }),
    });
    const active = () => this.console.keys.active();
    const stdin = createInput({
      source: this.#keyboard,
      dispatch: createDispatch(this.console),
      mode: () => (takesOf(active()) === "text" ? "text" : "keys"),
      pasteKind: () => (active().scopes[0]?.lines === true ? "text" : "line"),
      // Nothing of a key comes late here.
      setTimer: (callback) => {
        const timer = setImmediate(callback);
        return () => clearImmediate(timer);
      },
    });
    this.#ink = render(<Root console={this.console} />, {
      stdin,
      stdout: this.#screen,
      incrementalRendering: false,
      patchConsole: false,
      exitOnCtrlC: false,
      interactive: true,
      maxFps: 1000,
    });
  }

  static async open(options: DeskOptions = {}): Promise<Desk> {
    const desk = new Desk(options);
    await settle();
    return desk;
  }

  /** Answers calls from now on, and those that wait. */
  answer(answers: Answers): void {
    const respond = (call: PendingCall): void => {
      for (const [id, answer] of Object.entries(answers)) if (call.operation.id === id) answer(call);
    };
    this.client.respond = respond;
    for (const call of this.client.pending) respond(call);
  }

  /** Presses keys by their names, one after another. */
  async press(...names: readonly KeyName[]): Promise<void> {
    for (const name of names) {
      this.#keyboard.send(encodeKey(name));
      await settle();
      await settle();
    }
  }

  /** Types a text, a character at a time. */
  async type(text: string): Promise<void> {
    for (const character of text) await this.press(character === " " ? "space" : character);
  }

  async paste(text: string): Promise<void> {
    this.#keyboard.send(`\u001b[200~${text}\u001b[201~`);
    await settle();
    await settle();
  }

  /** The layer of a kind, which has to be there. */
  layer<Kind extends LayerKind>(kind: Kind): LayerOf<Kind> {
    const found = layerOf(this.console.workspace.getState(), kind);
    if (found === undefined) throw new Error(`no ${kind} is open\n${this.frame()}`);
    return found;
  }

  get top(): Layer | undefined {
    return topLayer(this.console.workspace.getState());
  }

  /** What was said last. */
  get said(): string {
    return this.store.getState().notices.log.at(-1)?.text ?? "";
  }

  /** Bodies of the writes of an operation, in their order. */
  sent(id: OperationId): readonly unknown[] {
    return this.client.callsOf(id).map(({ args }) => args.body);
  }

  frame(): string {
    return readRows(this.#screen.terminal).join("\n");
  }

  /** Waits until the screen shows something (or shows it no more). */
  async until(pattern: RegExp | string, { gone = false } = {}): Promise<string> {
    const shows = (): boolean => {
      const frame = this.frame();
      return (typeof pattern === "string" ? frame.includes(pattern) : pattern.test(frame)) !== gone;
    };
    if (shows()) return this.frame();
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => {
        this.#screen.off("painted", look);
        reject(new Error(`never on screen: ${pattern}\n${this.frame()}`));
      }, LIMIT_MS);
      const look = (): void => {
        if (!shows()) return;
        clearTimeout(limit);
        this.#screen.off("painted", look);
        resolve();
      };
      this.#screen.on("painted", look);
    });
    return this.frame();
  }

  async close(): Promise<void> {
    this.#ink.unmount();
    for (const call of this.client.pending) call.fail(new Error("the desk is closed"));
    await this.store.stop();
  }
}

/** Answers with a document. */
export const json =
  (answer: Json) =>
  (call: PendingCall): void =>
    call.answer(answer);
