import { readFiles, STANDARD_INPUT } from "../../app/settings-files/files.ts";
import type { ReadFile } from "../../forms/settings-file/read-documents.ts";
import { WrongUse } from "../wrong-use.ts";

/**
 * Reads the files and folders of a command line; `-` is standard input.
 *
 * @throws WrongUse where nothing can come from standard input
 */
export function readNamedFiles(words: readonly string[]): Promise<ReadFile> {
  const count = words.filter((word) => word === STANDARD_INPUT.path).length;
  if (count > 1) throw new WrongUse("- is given twice: standard input is read once.");
  if (count === 1 && process.stdin.isTTY) {
    throw new WrongUse("- reads settings from standard input, which is a terminal: pipe a file into it.");
  }
  return readFiles(words, process.env, count === 1 ? process.stdin : undefined);
}
