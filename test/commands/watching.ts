import { type ChildProcess, spawn } from "node:child_process";
import { test as base } from "vitest";
import { programOf } from "../../build.ts";
import { isObject } from "../../src/contract/json/json.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { control } from "../service/support.ts";
import type { Person } from "./person.ts";
import { type Env, type Served, served } from "./served.ts";

/** `sextant watch` beside a service of its own, for tests. */

/** A watch that is under way, with pipes in place of a terminal. */
class Watching {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  stdout = "";
  stderr = "";

  constructor(args: readonly string[], env: Env) {
    const child = spawn(process.execPath, [programOf(), "watch", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.#ended = new Promise((resolve) => child.once("close", resolve));
  }

  /** Waits until it has written what is looked for, to either stream. */
  async until(wanted: RegExp): Promise<void> {
    while (!wanted.test(this.stdout + this.stderr)) {
      const isOver = await Promise.race([
        this.#ended.then(() => true),
        new Promise((resolve) => setTimeout(resolve, 20)),
      ]);
      if (isOver === true && !wanted.test(this.stdout + this.stderr)) {
        throw new Error(`It ended without ${wanted}:\n${this.stdout}${this.stderr}`);
      }
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The exit code. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  get lines(): readonly string[] {
    return linesIn(this.stdout);
  }

  get events(): readonly WatchEvent[] {
    return eventsIn(this.stdout);
  }
}

/** What a watch wrote, without the times before the lines. */
export const linesIn = (stdout: string): readonly string[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/u, ""));

type WatchEvent = Readonly<Record<string, unknown>>;

/** What a watch wrote as JSON. */
export const eventsIn = (stdout: string): readonly WatchEvent[] =>
  stdout
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

type Fixtures = {
  readonly serve: (...flags: readonly string[]) => Promise<Served>;
  readonly watch: (args: readonly string[], env: Env) => Watching;
};

/** A test with services and watches of its own, which end with it, also where tests run beside each other. */
export const test = base.extend<Fixtures>({
  serve: async ({ onTestFinished }, use) => {
    await use((...flags) => served(flags, onTestFinished));
  },
  watch: async ({ onTestFinished }, use) => {
    await use((args, env) => {
      const watching = new Watching(args, env);
      onTestFinished(() => watching.kill("SIGKILL"));
      return watching;
    });
  },
});

/** The environment of a person who watches a service. */
export const envOf = (person: Person, env: Env): Env => ({ PATH: process.env["PATH"] ?? "", ...person.env, ...env });

/** The ids of a list, by the status of its rows. */
export function idsIn(person: Person, env: Env, place: string, status: string): readonly string[] {
  const { stdout } = person.command(["show", place, "--format", "ndjson"], "", env);
  const rows: readonly { readonly id: string; readonly fields: Readonly<Record<string, unknown>> }[] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return rows.filter(({ fields }) => fields["status"] === status).map(({ id }) => id);
}

/** What a watch of a slow machine may take: some wait for the next read of a minute. */
export const PATIENT = { timeout: 300_000 };

/** Resolves when the service was asked for something. */
export async function firstRequest(ready: ServiceReady): Promise<void> {
  for (let hasCome = false; !hasCome; ) {
    const { json } = await control(ready, "GET", "/journal");
    const entries = isObject(json) ? json["entries"] : [];
    hasCome = Array.isArray(entries) && entries.length > 0;
  }
}
