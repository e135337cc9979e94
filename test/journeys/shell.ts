import type { TerminalOptions } from "./terminal.ts";

type Shell = Required<Pick<TerminalOptions, "file" | "args" | "env">>;

/**
 * An interactive shell whose prompt is `shell> `. Programs are given to it as variables (`"$NODE"` is always there), so
 * that a typed command is as long on every machine, wherever Node and the project lie.
 */
export function interactiveShell(variables: NonNullable<TerminalOptions["env"]> = {}): Shell {
  const env = { ...variables, PS1: "shell> ", ENV: undefined, NODE: process.execPath };
  return { file: "sh", args: ["-i"], env };
}
