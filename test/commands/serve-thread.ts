import { parentPort } from "node:worker_threads";
import { builtCommandLine, replaceOfProcess } from "./built-command-line.ts";

/**
 * `sextant serve` of the built program in a thread that stays (`served.ts`), for one service beside the other. A message with the arguments
 * starts one, and is answered with its line; one without ends them all.
 */

const { runCommandLine } = await builtCommandLine();
replaceOfProcess("env", {});
// Each service listens for the end.
process.setMaxListeners(0);

/** Starts a service. @returns the line that it prints when it is ready, or what it says in place of it */
function lineOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const take = (text: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      resolve(String(text));
      const done = rest.at(-1);
      if (typeof done === "function") process.nextTick(done, null);
      return true;
    };
    process.stdout.write = take;
    process.stderr.write = take;
    void runCommandLine(["serve", ...args], []);
  });
}

let last: Promise<unknown> = Promise.resolve();

parentPort?.on("message", (args: readonly string[] | null) => {
  if (args === null) {
    process.emit("SIGTERM");
    return;
  }
  // What one prints is not taken for what another does.
  last = last.then(async () => parentPort?.postMessage(await lineOf(args)));
});
