import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, messageOf } from "../text/thrown.ts";
import type { EnvironmentVariables } from "./capabilities.ts";
import { makeEditorFolder } from "./editor-folders.ts";
import { SENT_TOGETHER } from "./lending.ts";

/** Result of editing a text in the person's own editor. */
type EditedText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

/** End of an editor: the reason if it failed, and whether a signal ended it. */
type Ending = { readonly why: string | null; readonly isBySignal: boolean };

/** The person's editor: `$VISUAL`, then `$EDITOR`, then `vi`, which every Unix system has. */
const editorOf = (env: EnvironmentVariables): string => env["VISUAL"] || env["EDITOR"] || "vi";

/** A single command with arguments, without a leading variable assignment: `exec` can replace the shell by the editor, so that signals reach it. */
const ONE_COMMAND = /^\s*["'\w./~$][^;&|(){}\n`#=]*(?:\s[^;&|(){}\n`#]*)?$/u;

const CANNOT_START = { ok: false, why: "the editor cannot be started" } as const;

/** Signals that end the console and are passed on to the editor. */
const PASSED_ON = ["SIGTERM", "SIGHUP"] as const;

/** Time for the editor to restore the terminal and save its files (ms). */
const PATIENCE = 1000;

/** Exit codes of a shell above this mean that a signal ended the program. */
const SIGNALLED = 128;

/** Runs the editor on a file. The event loop continues meanwhile, so signals are handled. */
function runEditor(file: string, env: EnvironmentVariables): Promise<Ending> {
  const editor = editorOf(env);
  // The variable may contain arguments (`code --wait`), so a shell must parse it; the file is a separate argument.
  const command = `${ONE_COMMAND.test(editor) ? "exec " : ""}${editor} "$1"`;
  const run = spawn("sh", ["-c", command, "sh", file], { stdio: "inherit", env: { ...env } });
  const kill = (): void => void run.kill("SIGKILL");
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;
  const passOn = (signal: NodeJS.Signals): void => {
    isEnding = true;
    run.kill(signal);
    // It may be stopped.
    run.kill("SIGCONT");
    timer ??= setTimeout(kill, PATIENCE);
  };
  for (const signal of PASSED_ON) process.on(signal, passOn);
  process.on("exit", kill);
  const { promise, resolve } = Promise.withResolvers<Ending>();
  run.once("error", (error) => resolve({ why: error.message, isBySignal: false }));
  run.once("exit", (code, signal) => {
    const why = code === 0 ? null : `the editor ended with ${code ?? signal ?? "an error"}`;
    const isBySignal = isEnding || signal !== null || (code ?? 0) > SIGNALLED;
    // A key's signal goes to the whole foreground group: the console must handle its own copy before it takes back the
    // terminal.
    setTimeout(() => resolve({ why, isBySignal }), isBySignal ? SENT_TOGETHER : 0);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    for (const signal of PASSED_ON) process.off(signal, passOn);
    process.off("exit", kill);
  });
}

/** Text after editing. An editor that gave up reports that by its status; text saved before a signal ended it is kept. */
function leftBy({ why, isBySignal }: Ending, file: string, given: string): EditedText {
  if (why !== null && !isBySignal) return { ok: false, why };
  try {
    const text = readFileSync(file, "utf8");
    return why !== null && text === given ? { ok: false, why } : { ok: true, text };
  } catch (error) {
    const code = codeOf(error) || messageOf(error);
    return { ok: false, why: why ?? `the editor left no file that can be read (${code}); the form is as it was` };
  }
}

/**
 * Lets a person edit a text in their editor, in a file that only they can read and that is removed afterwards, also when the process ends meanwhile.
 *
 * @param suffix of the file name, so that the editor knows the language
 * @param lend lends the terminal while a function runs
 */
export async function editText(
  text: string,
  suffix: string,
  env: EnvironmentVariables,
  lend: (during: () => Promise<void>) => Promise<void>,
): Promise<EditedText> {
  let folder: string | undefined;
  let outcome: EditedText | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  process.on("exit", remove);
  try {
    folder = makeEditorFolder();
    const file = join(folder, `edit${suffix}`);
    writeFileSync(file, text, { mode: 0o600 });
    await lend(async () => {
      outcome = leftBy(await runEditor(file, env), file, text);
    });
    return outcome ?? CANNOT_START;
  } catch (error) {
    // The edited text is returned even if the terminal cannot be taken back.
    return outcome ?? { ok: false, why: `${CANNOT_START.why}: ${messageOf(error)}` };
  } finally {
    process.off("exit", remove);
    remove();
  }
}
