import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";
import { programOf } from "../../build.ts";
import type { CommandCall, CommandEnd, ThreadData } from "./in-thread.ts";

/**
 * The command line of the built program in a thread that stays (`in-thread.ts`). Each command finds the streams, the environment and the
 * listeners of a process that was just started.
 */

type CommandLine = {
  readonly runCommandLine: (argv: readonly string[], warnings: readonly string[]) => Promise<number>;
};

/** The part that has the command line, under the name by which the built entry loads it. */
async function commandLine(): Promise<CommandLine> {
  const program = programOf();
  const [name = ""] = /command-line-\w+\.js/u.exec(readFileSync(program, "utf8")) ?? [];
  return import(pathToFileURL(join(dirname(program), name)).href);
}

/** The end of the command that an exit belongs to: one that was put off may come when the next command runs. */
const ends = new AsyncLocalStorage<(code: number) => void>();

/** What commands listen to. */
const EVENTS = ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtException"];

function replace(name: keyof NodeJS.Process, value: unknown): void {
  Object.defineProperty(process, name, { value, configurable: true });
}

/** What is written to a stream of the thread, in place of going on to that of the process. */
function collect(stream: NodeJS.WriteStream): string[] {
  const texts: string[] = [];
  stream.write = (text: string | Uint8Array, ...rest: readonly unknown[]) => {
    texts.push(typeof text === "string" ? text : Buffer.from(text).toString("utf8"));
    const done = rest.at(-1);
    if (typeof done === "function") process.nextTick(done, null);
    return true;
  };
  return texts;
}

async function run({ runCommandLine }: CommandLine, { args, input, env }: CommandCall): Promise<CommandEnd> {
  const stdout = collect(process.stdout);
  const stderr = collect(process.stderr);
  replace("stdin", Readable.from(input === "" ? [] : [Buffer.from(input)]));
  replace("env", { ...env });
  const began = performance.now();
  replace("uptime", () => (performance.now() - began) / 1000);
  const { promise: exit, resolve } = Promise.withResolvers<number>();
  try {
    const status = await ends.run(resolve, () => Promise.race([exit, runCommandLine(args, [])]));
    return { status, stdout: stdout.join(""), stderr: stderr.join("") };
  } finally {
    for (const event of EVENTS) process.removeAllListeners(event);
  }
}

const { port, ended }: ThreadData = workerData;
replace("exit", (code?: number) => ends.getStore()?.(code ?? 0));
const loaded = await commandLine();
port.on("message", (call: CommandCall) => {
  void run(loaded, call)
    .catch((error: unknown): CommandEnd => ({ status: null, stdout: "", stderr: String(error) }))
    .then((end) => {
      port.postMessage(end);
      Atomics.store(ended, 0, 1);
      Atomics.notify(ended, 0);
    });
});
