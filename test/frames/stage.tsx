import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import xterm from "@xterm/headless";
import { type Instance, render } from "ink";
import { vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { createClient } from "../../src/client/client.ts";
import { curlOf } from "../../src/client/curl.ts";
import { connectionOfReady } from "../../src/commands/connect.ts";
import type { Connection } from "../../src/contract/connection.ts";
import { GroupId, OrgId } from "../../src/contract/ids.ts";
import { operations } from "../../src/contract/operations.ts";
import type { ServiceReady } from "../../src/service/ready.ts";
import { startService } from "../../src/service/service.ts";
import { createConsoleStore } from "../../src/state/console-store.ts";
import { systemClock } from "../../src/state/dependencies.ts";
import { diskFiles } from "../../src/state/disk-files.ts";
import { parsePlace } from "../../src/state/place.ts";
import { createInput } from "../../src/terminal/input.ts";
import { type Console, createWorkspace, type Look } from "../../src/ui/console.ts";
import { createConsole } from "../../src/ui/create-console.ts";
import { createDispatch, takesOf } from "../../src/ui/keys/dispatch.ts";
import { Root } from "../../src/ui/root.tsx";
import { startWatching } from "../../src/ui/screen/watching.ts";
import { UNICODE } from "../../src/ui/symbols.ts";
import { loadTheme } from "../../src/ui/theme.ts";
import { encodeKey } from "../journeys/encode-key.ts";
import { readRows } from "../journeys/screen.ts";
import { quietHost } from "../ui/quiet-host.ts";

/** The moment at which every frame is taken. */
export const NOW = Date.UTC(2026, 10, 21, 14, 6, 12);

/** Longest wait for something to come on screen. */
const LIMIT_MS = 30_000;

class FakeKeyboard extends EventEmitter {
  readonly isTTY = true;
  setRawMode(): this {
    return this;
  }
  resume(): this {
    return this;
  }
  pause(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}

class FakeScreen extends Writable {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;
  readonly terminal: xterm.Terminal;
  readonly #onPaint: () => void;

  constructor(columns: number, rows: number, onPaint: () => void) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.rows = rows;
    this.#onPaint = onPaint;
    this.terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  }

  override _write(chunk: string | Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.terminal.write(chunk, () => {
      this.#onPaint();
      done();
    });
  }
}

export type StageOptions = {
  readonly columns: number;
  readonly rows: number;
  readonly place?: string;
  /** Below this directory the console keeps its state. */
  readonly state: string;
  readonly change?: (connection: Connection) => Connection;
  readonly bare?: boolean;
  /** What stands on the screen when everything is there. */
  readonly shown?: string;
};

/**
 * The console on a screen of any size at a fixed moment, against the real service over HTTP: for frames as text. Only `Date` is
 * faked; a person who presses keys and a terminal that shows what was painted are played by the test.
 */
export class Stage {
  readonly console: Console;
  /** What there is at the service: its projects and migrations. */
  readonly ready: ServiceReady;
  readonly #screen: FakeScreen;
  readonly #keyboard: FakeKeyboard;
  readonly #ink: Instance;
  readonly #end: () => Promise<void>;
  readonly #painted: EventEmitter;

  private constructor(parts: {
    console: Console;
    ready: ServiceReady;
    screen: FakeScreen;
    keyboard: FakeKeyboard;
    ink: Instance;
    end: () => Promise<void>;
    painted: EventEmitter;
  }) {
    this.console = parts.console;
    this.ready = parts.ready;
    this.#screen = parts.screen;
    this.#keyboard = parts.keyboard;
    this.#ink = parts.ink;
    this.#end = parts.end;
    this.#painted = parts.painted;
  }

  /** Sets the stage. The moment stands still until it is ended. */
  static async open({
    columns,
    rows,
    place = "alerts",
    state,
    change = (same) => same,
    bare = false,
    shown = "as of 14:06:12",
  }: StageOptions): Promise<Stage> {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const service = await startService({ place: ":memory:", quiet: true });
    const connection = change(connectionOfReady(service.ready, null));
    const client = createClient(connection);
    const parsed = parsePlace(place);
    if (!parsed.ok) throw new Error(parsed.message);
    const profile = {
      connection,
      client,
      groupId: GroupId.parse(service.ready.groupId),
      orgId: OrgId.parse(service.ready.orgId),
      projects: [],
    };
    const dependencies = { profile, files: diskFiles(state), clock: systemClock, random: () => 0.5, process: "frames" };
    const store = createConsoleStore(dependencies, parsed.place);
    store.session.setZone("utc");
    const painted = new EventEmitter();
    const screen = new FakeScreen(columns, rows, () => painted.emit("painted"));
    const keyboard = new FakeKeyboard();
    const console = createConsole({
      store,
      workspace: createWorkspace(columns, rows, NOW),
      look: createStore<Look>(() => ({ theme: loadTheme("terminal", true), themeName: "terminal", symbols: UNICODE })),
      host: quietHost({
        bare,
        curl: ({ operation, params, query = {}, body }) =>
          curlOf(connection, operations[operation], { params, query, ...(body === null ? {} : { body }) }),
      }),
    });
    const stdin = createInput({
      source: keyboard,
      dispatch: createDispatch(console),
      mode: () => (takesOf(console.keys.active()) === "text" ? "text" : "keys"),
    });
    const stopWatching = startWatching(console, (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    });
    const ink = render(<Root console={console} />, {
      stdin,
      stdout: screen,
      incrementalRendering: false,
      patchConsole: false,
      exitOnCtrlC: false,
      interactive: true,
    });
    await store.start();
    const end = async (): Promise<void> => {
      stopWatching();
      await store.stop();
      await client.close();
      await service.stop();
    };
    const stage = new Stage({ console, ready: service.ready, screen, keyboard, ink, end, painted });
    // Names and answers arrive in any order; a frame is taken when all are there.
    await stage.until(bare ? /Payments|Search/u : /Acme › \w+/u);
    await stage.until(shown);
    return stage;
  }

  /** The rows on screen, spaces at their ends removed. */
  frame(): string {
    return `${readRows(this.#screen.terminal).join("\n")}\n`;
  }

  /** Waits until the screen shows something. */
  async until(pattern: RegExp | string): Promise<void> {
    const shows = (): boolean =>
      typeof pattern === "string" ? this.frame().includes(pattern) : pattern.test(this.frame());
    if (shows()) return;
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => {
        this.#painted.off("painted", look);
        reject(new Error(`never on screen: ${pattern}\n${this.frame()}`));
      }, LIMIT_MS);
      const look = (): void => {
        if (!shows()) return;
        clearTimeout(limit);
        this.#painted.off("painted", look);
        resolve();
      };
      this.#painted.on("painted", look);
    });
  }

  /** Presses the first key of a binding, by its id. */
  press(id: string): void {
    const binding = this.console.keys.all.find((candidate) => candidate.id === id);
    const key = binding?.keys[0];
    if (key === undefined) throw new Error(`no binding ${id}`);
    this.#keyboard.emit("data", encodeKey(key));
  }

  /** Types a text. */
  type(text: string): void {
    this.#keyboard.emit("data", text);
  }

  async close(): Promise<void> {
    this.#ink.unmount();
    await this.#end();
    vi.useRealTimers();
  }
}
