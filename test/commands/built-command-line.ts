import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { programOf } from "../../build.ts";

type CommandLine = {
  readonly runCommandLine: (argv: readonly string[], warnings: readonly string[]) => Promise<number>;
};

/** The part of the built program that has the command line, under the name by which the built entry loads it. */
export async function builtCommandLine(): Promise<CommandLine> {
  const program = programOf();
  const [name = ""] = /command-line-\w+\.js/u.exec(readFileSync(program, "utf8")) ?? [];
  return import(pathToFileURL(join(dirname(program), name)).href);
}

/** Puts something in the place of a part of `process` in this thread. */
export function replaceOfProcess(name: keyof NodeJS.Process, value: unknown): void {
  Object.defineProperty(process, name, { value, configurable: true });
}
