import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "vitest";

/** Real programs that somebody may have: a test with one is skipped, with a word, where it is not there. */

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of a program.
 *
 * @param variable an environment variable that may name it
 */
export function findProgram(name: string, variable: string): string | undefined {
  const named = process.env[variable];
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...(named === undefined ? [] : [named]), ...folders.map((folder) => join(folder, name))].find(isExecutable);
}

/** The program, or the end of the test with a word that says what was not tried and how it can be. */
export function programOrSkip(context: TestContext, name: string, variable: string): string {
  const found = findProgram(name, variable);
  if (found !== undefined) return found;
  const word = `${name} is not installed: install it, or say in ${variable} where it is`;
  process.stdout.write(`skipped "${context.task.name}": ${word}\n`);
  return context.skip(word);
}
