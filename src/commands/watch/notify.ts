import { spawn } from "node:child_process";
import { childEnvironment } from "../../settings/child-environment.ts";
import { capabilitiesOf } from "../../terminal/capabilities.ts";
import { notificationBytes, notificationKind } from "../../terminal/notification.ts";
import { SECOND } from "../../text/durations.ts";
import { printable } from "../../text/printable.ts";

/** How a watch tells its end: by the bell, by a notification of the terminal, by a command. */

export type Notify = {
  readonly bell: boolean;
  readonly osc: boolean;
  /** A program and its arguments; null: none. */
  readonly command: readonly string[] | null;
};

/** What is told. */
export type Told = { readonly text: string; readonly result: string; readonly place: string };

/** How long a command may take. */
const COMMAND_TIME = 30 * SECOND;

/** Runs a command without a shell, and without the keys of this program. What it prints goes nowhere. @returns what went wrong, or null */
function runCommand(command: readonly string[], { text, result, place }: Told): Promise<string | null> {
  const [program = "", ...args] = command;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const child = spawn(program, args, {
    stdio: "ignore",
    shell: false,
    windowsHide: true,
    timeout: COMMAND_TIME,
    killSignal: "SIGKILL",
    env: {
      ...childEnvironment(process.env),
      SEXTANT_WATCH_TEXT: text,
      SEXTANT_WATCH_RESULT: result,
      SEXTANT_WATCH_PLACE: place,
    },
  });
  child.once("error", (error) => resolve("code" in error && error.code === "ENOENT" ? "was not found" : error.message));
  child.once("exit", (code, signal) => {
    if (code === 0) resolve(null);
    else if (signal === "SIGKILL") resolve(`did not end within ${COMMAND_TIME / SECOND} s`);
    else resolve(code === null ? `was ended by ${signal}` : `failed with exit code ${code}`);
  });
  return promise;
}

/** Tells the end in all ways that are wanted. A pipe gets no bell: what reads it wants the lines alone. */
export async function notifyEnd(
  { bell, osc, command }: Notify,
  told: Told,
  complain: (words: string) => void,
): Promise<void> {
  const terminal = [process.stdout, process.stderr].find(({ isTTY }) => isTTY === true);
  const { env } = process;
  const text = printable(told.text);
  if (bell) terminal?.write("\u0007");
  if (osc) terminal?.write(notificationBytes(text, notificationKind(env), capabilitiesOf(env).multiplexer));
  const trouble = command === null ? null : await runCommand(command, { ...told, text });
  if (trouble !== null) complain(`The command of --notify (${command?.[0]}) ${trouble}.`);
}
