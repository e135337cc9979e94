import { spawn } from "node:child_process";
import { childEnvironment } from "./child-environment.ts";
import type { Variables } from "./paths.ts";

/** A person's own command that is told what they wanted to be notified of. */

/** It is ended after so long (ms). */
const LONGEST = 10_000;

/** The text as one argument: in place of `{text}`, else behind the others. It begins with a word, so that no program takes it for an option. */
function argumentsWith(command: readonly string[], text: string): readonly string[] {
  const words = `Sextant: ${text}`;
  const [, ...given] = command;
  const filled = given.map((each) => each.replaceAll("{text}", () => words));
  return given.some((each) => each.includes("{text}")) ? filled : [...filled, words];
}

/**
 * Starts the command, without a shell and without the keys of this program. What it writes is not read; it is ended after 10 s.
 *
 * @param command the program and its arguments
 * @returns why it failed, in words; null where it did not
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
