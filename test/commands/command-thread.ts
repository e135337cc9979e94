import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { workerData } from "node:worker_threads";
import { builtCommandLine, replaceOfProcess } from "./built-command-line.ts";
import type { CommandCall, CommandEnd, ThreadData } from "./in-thread.ts";

/**
 * The command line of the built program in a thread that stays (`in-thread.ts`). Each command finds the streams, the environment and the
 * listeners of a process that was just started.
 */

/** The end of the command that an exit belongs to: one that was put off may come when the next command runs. */
const ends = new AsyncLocalStorage<(code: number) => void>();

/** What commands listen to. */
const EVENTS = ["SIGINT", "SIGTERM", "SIGHUP", "uncaughtException"];

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

async function run({ args, input, env }: CommandCall): Promise<CommandEnd> {
  const stdout = collect(process.stdout);
  const stderr = collect(process.stderr);
  replaceOfProcess("stdin", Readable.from(input === "" ? [] : [Buffer.from(input)]));
  replaceOfProcess("env", { ...env });
  const began = performance.now();
  replaceOfProcess("uptime", () => (performance.now() - began) / 1000);
  const { promise: exit, resolve } = Promise.withResolvers<number>();
  try {
    const status = await ends.run(resolve, () => Promise.race([exit, runCommandLine(args, [])]));
    return { status, stdout: stdout.join(""), stderr: stderr.join("") };
  } finally {
    for (const event of EVENTS) process.removeAllListeners(event);
  }
}

const { port, ended }: ThreadData = workerData;
replaceOfProcess("exit", (code?: number) => ends.getStore()?.(code ?? 0));
const { runCommandLine } = await builtCommandLine();
port.on("message", (call: CommandCall) => {
  void run(call)
    .catch((error: unknown): CommandEnd => ({ status: null, stdout: "", stderr: String(error) }))
    .then((end) => {
      port.postMessage(end);
      Atomics.store(ended, 0, 1);
      Atomics.notify(ended, 0);
    });
});
