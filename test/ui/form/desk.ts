import type { Instance } from "ink";
import { onTestFinished } from "vitest";
import type { App, CurlRequest } from "../../../src/app/app.ts";
import type { AppStore } from "../../../src/app/store.ts";
import { type Layer, type LayerKind, type LayerOf, layerOf, topLayer } from "../../../src/app/workspace.ts";
import type { Json } from "../../../src/contract/json/json.ts";
import type { OperationId } from "../../../src/contract/operations.ts";
import type { Connection } from "../../../src/contract/wire/connection.ts";
import type { KeyName } from "../../../src/terminal/input/keys.ts";
import { encodeKey } from "../../journeys/encode-key.ts";
import { testConsole } from "../../state/console.ts";
import type { FakeClient, PendingCall } from "../../state/fake-client.ts";
import { type FakeClock, settle } from "../../state/fake-clock.ts";
import type { MemoryFiles } from "../../state/memory-files.ts";
import type { FakeKeyboard } from "../../terminal/fake-terminal.ts";
import { EmulatedScreen } from "../emulated-screen.ts";
import { played, type Size } from "../played.tsx";

export type DeskOptions = Partial<Size> & {
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
  readonly app: App;
  readonly store: AppStore;
  readonly client: FakeClient;
  readonly clock: FakeClock;
  readonly files: MemoryFiles;
  readonly copied: string[] = [];
  readonly curls: CurlRequest[] = [];
  /** How often the console was quit. */
  quits = 0;
  /** What `$EDITOR` makes of the text that it is given. */
  editor: (text: string) => string | null = () => null;
  readonly #keyboard: FakeKeyboard;
  readonly #screen: EmulatedScreen;
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
    const edit = async (text: string) => {
      const edited = this.editor(text);
      return edited === null ? ({ ok: false, why: "no editor" } as const) : ({ ok: true, text: edited } as const);
    };
    const { app, keyboard, mount } = played(
      this.store,
      { columns, rows },
      {
        now: () => this.clock.now(),
        copy: (text) => {
          this.copied.push(text);
          return "sent to the terminal";
        },
        edit,
        quit: () => {
          this.quits += 1;
        },
        curl: (request) => {
          this.curls.push(request);
          return `curl ${request.operation}`;
        },
      },
      // Nothing of a key comes late here.
      (callback) => {
        const timer = setImmediate(callback);
        return () => clearImmediate(timer);
      },
      { hideSidebar: true },
    );
    this.app = app;
    this.#keyboard = keyboard;
    this.#screen = new EmulatedScreen({ columns, rows });
    this.#ink = mount(this.#screen, { maxFps: 1000 });
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

  /** Sends bytes that the terminal hands over in one read. */
  async send(bytes: string): Promise<void> {
    this.#keyboard.send(bytes);
    for (let turns = 0; turns < bytes.length + 2; turns++) await settle();
  }

  async paste(text: string): Promise<void> {
    this.#keyboard.send(`\u001b[200~${text}\u001b[201~`);
    await settle();
    await settle();
  }

  /** Whether what is typed now goes into a text. */
  takesText(): boolean {
    return this.app.keys.active().scopes[0]?.takes === "text";
  }

  /** Somebody makes the terminal larger or smaller; no larger than the desk. */
  resize(columns: number, rows: number): void {
    this.store.setState({ columns, rows });
  }

  /** The layer of a kind, which has to be there. */
  layer<Kind extends LayerKind>(kind: Kind): LayerOf<Kind> {
    const found = layerOf(this.app.store.getState(), kind);
    if (found === undefined) throw new Error(`no ${kind} is open\n${this.frame()}`);
    return found;
  }

  get top(): Layer | undefined {
    return topLayer(this.app.store.getState());
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
    return this.#screen.text();
  }

  /** Waits until the screen shows something (or shows it no more), and gives what it shows then. */
  async until(pattern: RegExp | string, { absent = false } = {}): Promise<string> {
    await this.#screen.until(pattern, { absent });
    return this.frame();
  }

  async close(): Promise<void> {
    this.#ink.unmount();
    for (const call of this.client.pending) call.fail(new Error("the desk is closed"));
    await this.store.stop();
  }
}

/** A desk for as long as a test runs. */
export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const desk = await Desk.open(options);
  onTestFinished(() => desk.close());
  return desk;
}

/** Answers with a document. */
export const json =
  (answer: Json) =>
  (call: PendingCall): void =>
    call.answer(answer);
