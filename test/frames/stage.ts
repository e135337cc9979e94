import type { Instance } from "ink";
import { vi } from "vitest";
import type { App } from "../../src/app/app.ts";
import { startWatching } from "../../src/app/screen/watching.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import { curlOf } from "../../src/client/curl.ts";
import { connectionOfReady } from "../../src/commands/connect.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import type { Connection } from "../../src/contract/wire/connection.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { startService } from "../../src/service/service.ts";
import { systemClock } from "../../src/state/clock.ts";
import { encodeKey } from "../journeys/encode-key.ts";
import { profileOf, storeAt } from "../state/on-service.ts";
import type { FakeKeyboard } from "../terminal/fake-terminal.ts";
import { EmulatedScreen } from "../ui/emulated-screen.ts";
import { played, type Size } from "../ui/played.tsx";

/** The moment at which every frame is taken. */
export const NOW = Date.UTC(2026, 10, 21, 14, 6, 12);

export type StageOptions = Size & {
  readonly place?: string;
  /** Below this directory the console keeps its state. */
  readonly state: string;
  readonly change?: (connection: Connection) => Connection;
  readonly hideSidebar?: boolean;
  /** Puts into that directory what an earlier console left. */
  readonly before?: (state: string) => void;
  /** How many projects the service has; as many as by itself where it is left out. */
  readonly projects?: number;
  /** What stands on the screen when everything is there. */
  readonly shown?: string;
  /** An operation whose answers come last: when nothing else is to come any more. */
  readonly last?: OperationId;
};

/** The requests that are under way, and the answers that are kept back for the end. */
class Traffic {
  readonly #underWay = new Set<unknown>();
  readonly #last: OperationId | undefined;
  #release = (): void => undefined;
  #released: Promise<void>;

  constructor(last: OperationId | undefined) {
    this.#last = last;
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** The same client, whose calls are counted. */
  counted(client: Client): Client {
    return {
      ...client,
      call: (id, args, options) => this.#count(id, client.call(id, args, options)),
      callOperation: (operation, args, options) => this.#count(null, client.callOperation(operation, args, options)),
    };
  }

  async #count<Answer>(id: OperationId | null, answer: Promise<Answer>): Promise<Answer> {
    const isLast = id !== null && id === this.#last;
    const key = {};
    if (!isLast) this.#underWay.add(key);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(key);
      if (isLast) await this.#released;
    }
  }

  get isQuiet(): boolean {
    return this.#underWay.size === 0;
  }

  release(): void {
    this.#release();
  }
}

/** Turns of the program without a request after which none follows from an answer any more. */
const QUIET_TURNS = 5;

/**
 * The console on a screen of any size at a fixed moment, against the real service over HTTP: for frames as text. Only `Date` is
 * faked; a person who presses keys and a terminal that shows what was painted are played by the test.
 */
export class Stage {
  readonly app: App;
  /** What there is at the service: its projects and migrations. */
  readonly ready: ServiceReady;
  readonly #screen: EmulatedScreen;
  readonly #keyboard: FakeKeyboard;
  readonly #ink: Instance;
  readonly #traffic: Traffic;
  readonly #end: () => Promise<void>;

  private constructor(parts: {
    app: App;
    ready: ServiceReady;
    screen: EmulatedScreen;
    keyboard: FakeKeyboard;
    ink: Instance;
    traffic: Traffic;
    end: () => Promise<void>;
  }) {
    this.app = parts.app;
    this.ready = parts.ready;
    this.#screen = parts.screen;
    this.#keyboard = parts.keyboard;
    this.#ink = parts.ink;
    this.#traffic = parts.traffic;
    this.#end = parts.end;
  }

  /** Sets the stage. The moment stands still until it is ended. */
  static async open({
    columns,
    rows,
    place = "alerts",
    state,
    change = (same) => same,
    hideSidebar = false,
    projects = 3,
    shown = "as of 14:06:12",
    before,
    last,
  }: StageOptions): Promise<Stage> {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    before?.(state);
    const service = await startService({ place: ":memory:", quiet: true, size: { projects } });
    const connection = change(connectionOfReady(service.ready, null));
    const traffic = new Traffic(last);
    const client = traffic.counted(createClient(connection));
    const store = storeAt(place, profileOf(service.ready, connection, client), state);
    store.session.setZone("utc");
    const { app, keyboard, mount } = played(
      store,
      { columns, rows },
      {
        curl: ({ operation, params, query = {}, body }) =>
          curlOf(connection, operations[operation], { params, query, ...(body === null ? {} : { body }) }),
      },
      undefined,
      { hideSidebar },
    );
    const stopWatching = startWatching(app, systemClock.after);
    const screen = new EmulatedScreen({ columns, rows });
    const ink = mount(screen);
    await store.start();
    const end = async (): Promise<void> => {
      stopWatching();
      await store.stop();
      await client.close();
      await service.stop();
    };
    const stage = new Stage({ app, ready: service.ready, screen, keyboard, ink, traffic, end });
    // Names and answers arrive in any order; a frame is taken when all are there.
    await stage.until(hideSidebar ? /Payments|Search/u : /Acme › \w+/u);
    await stage.until(shown);
    return stage;
  }

  get size(): Size {
    const { columns, rows } = this.#screen;
    return { columns, rows };
  }

  /** Waits until no answer is to come any more that nothing keeps back, and what came is painted. */
  async settled(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns = this.#traffic.isQuiet ? turns + 1 : 0) {
      await this.#ink.waitUntilRenderFlush();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  /** Lets the answers through that were to come last, and waits for them. */
  async released(): Promise<void> {
    this.#traffic.release();
    await this.settled();
  }

  /** The rows on screen, spaces at their ends removed. */
  frame(): string {
    return `${this.#screen.text()}\n`;
  }

  /** Waits until the screen shows something. */
  until(pattern: RegExp | string): Promise<void> {
    return this.#screen.until(pattern);
  }

  /** Waits until the screen shows something no more. */
  untilAbsent(pattern: RegExp | string): Promise<void> {
    return this.#screen.until(pattern, { absent: true });
  }

  /** Presses the first key of a binding, by its id. */
  press(id: string): void {
    const binding = this.app.keys.all.find((candidate) => candidate.id === id);
    const key = binding?.keys[0];
    if (key === undefined) throw new Error(`no binding ${id}`);
    this.#keyboard.send(encodeKey(key));
  }

  /** Presses the first key of a binding, and waits for what it changes on screen. */
  async pressed(id: string): Promise<void> {
    const before = this.#screen.text();
    this.press(id);
    await this.#screen.untilOther(before);
  }

  /** Types a text. */
  type(text: string): void {
    this.#keyboard.send(text);
  }

  async close(): Promise<void> {
    this.#ink.unmount();
    await this.#end();
    vi.useRealTimers();
  }
}
