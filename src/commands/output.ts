import { fstatSync, writeSync } from "node:fs";
import { fileFailure } from "../settings/file-errors.ts";
import { printableLines } from "../text/printable.ts";
import { codeOf } from "../text/thrown.ts";
import { type Command, commandText } from "./table/command.ts";

/** Output stream of a command: standard output, except in tests. */
export type Output = NodeJS.WritableStream & { readonly fd?: number; readonly isTTY?: boolean };

/** The output of a command could not be written completely: the disk is full. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  constructor(cause: unknown) {
    super(`Cannot write all of the output: ${fileFailure(cause)}.`, { cause });
  }
}

const hasNoReader = (error: Error): boolean => ["EPIPE", "ERR_STREAM_DESTROYED"].includes(codeOf(error));

/** A failed write is reported by its callback: a reader that closed the pipe (`| head`) must not end a program that continues. */
export function ignoreErrors(stream: NodeJS.EventEmitter): void {
  if (stream.listenerCount("error") === 0) stream.on("error", () => undefined);
}

/** The file descriptor of an output that is a file; null for others. */
function fileOf({ fd, isTTY = false }: Output): number | null {
  if (fd === undefined || isTTY) return null;
  const stats = fstatSync(fd);
  return stats.isFile() || stats.isCharacterDevice() ? fd : null;
}

/** Writes everything: Node's own stream to a file takes a partial write (disk full) for a complete one. */
function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}

/**
 * Writes a whole text to standard output.
 *
 * @returns true while the output is still read: `| head` closes it early, which is no error
 * @throws OutputError where not all of it could be written
 */
export async function print(text: string, output: Output = process.stdout): Promise<boolean> {
  try {
    const file = fileOf(output);
    if (file === null) await written(text, output);
    else writeWhole(file, text);
    return true;
  } catch (error) {
    if (error instanceof Error && hasNoReader(error)) return false;
    // An error without a system code is a bug of this program.
    throw codeOf(error) === "" ? error : new OutputError(error);
  }
}

function written(text: string, output: Output): Promise<void> {
  ignoreErrors(output);
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}

/** From this length on, a word is no name that anybody could read: it is cut (characters). */
const LONGEST_WORD = 500;

const shortened = (text: string): string =>
  text.replaceAll(/\S+/gu, (word) => (word.length < LONGEST_WORD ? word : `${word.slice(0, 100)}…`));

/** Writes a line about a file to standard error; it begins with the name of the file, as those of compilers do. */
export const printFileProblem = (line: string): void => {
  process.stderr.write(`${printableLines(shortened(line))}\n`);
};

/** Returns the function that writes a command's error messages to standard error. */
export const errorPrinter =
  (command: Pick<Command, "name">, stderr: NodeJS.WritableStream = process.stderr) =>
  (words: string): void => {
    stderr.write(`${commandText(command)}: ${printableLines(shortened(words))}\n`);
  };
