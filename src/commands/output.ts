import { printableLines } from "../text/printable.ts";
import { type Command, calledAs } from "./table/command.ts";

const hasNoReader = (error: Error): boolean =>
  "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED");

/**
 * Writes a text to standard output, all of it.
 *
 * @returns whether it is still read: `| head` closes it early, which is no error
 */
export function print(text: string): Promise<boolean> {
  const { stdout } = process;
  // Whoever writes is told by the callback.
  if (stdout.listenerCount("error") === 0) stdout.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => {
      if (error === null || error === undefined) resolve(true);
      else if (hasNoReader(error)) resolve(false);
      else reject(error);
    });
  });
}

/** How a command says on standard error what is wrong. */
export const complaintsOf =
  (command: Pick<Command, "name">, stderr: NodeJS.WritableStream = process.stderr) =>
  (words: string): void => {
    stderr.write(`${calledAs(command)}: ${printableLines(words)}\n`);
  };
