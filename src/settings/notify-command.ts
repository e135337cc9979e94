import { spawn } from "node:child_process";
import { childEnvironment } from "./child-environment.ts";
import type { Variables } from "./paths.ts";

/** Runs a user's own command for notifications. */

/** Timeout of the command (ms). */
const LONGEST = 10_000;

/** Arguments with the text in place of `{text}`, or else appended. The text begins with a word, so that no program takes it for an option. */
function argumentsWith(command: readonly string[], text: string): readonly string[] {
  const words = `Sextant: ${text}`;
  const [, ...given] = command;
  const filled = given.map((each) => each.replaceAll("{text}", () => words));
  return given.some((each) => each.includes("{text}")) ? filled : [...filled, words];
}

/**
 * Starts the command, without a shell and without this program's keys. Its output is not read; it is killed after 10 s.
 *
 * @param command the program and its arguments
 * @returns why it failed; null if it succeeded
 */
export async function runNotifyCommand(
  command: readonly string[],
  text: string,
  env: Variables,
): Promise<string | null> {
  const [program] = command;
  if (program === undefined) return null;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const child = spawn(program, argumentsWith(command, text), {
    stdio: "ignore",
    env: childEnvironment(env),
    timeout: LONGEST,
    killSignal: "SIGKILL",
  });
  child.once("error", (error) => resolve(error.message));
  child.once("exit", (code, signal) => {
    if (code === 0) resolve(null);
    else resolve(signal === null ? `it ended with ${code}` : `it was ended by ${signal}`);
  });
  return promise;
}
