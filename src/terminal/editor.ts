import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, messageOf } from "../text/thrown.ts";
import { makeEditorFolder } from "./editor-folders.ts";
import { SENT_TOGETHER } from "./lending.ts";

/** What came of editing a text in the person's own editor. */
export type EditedText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

type Variables = Readonly<Record<string, string | undefined>>;

/** How an editor ended: why not as it should, and whether that was by a signal. */
type Ending = { readonly why: string | null; readonly isBySignal: boolean };

/** The person's editor: `$VISUAL`, then `$EDITOR`, then `vi`, which every system of this kind has. */
const editorOf = (env: Variables): string => env["VISUAL"] || env["EDITOR"] || "vi";

/** One command and its arguments, without a variable set before it: the shell can become the editor, which signals reach then. */
const ONE_COMMAND = /^\s*["'\w./~$][^;&|(){}\n`#=]*(?:\s[^;&|(){}\n`#]*)?$/u;

const CANNOT_START = { ok: false, why: "the editor cannot be started" } as const;

/** What ends the console, and with it the editor. */
const PASSED_ON = ["SIGTERM", "SIGHUP"] as const;

/** So long has the editor to put the terminal back and to keep what is its own (ms). */
const PATIENCE = 1000;

/** A shell says so of a program that a signal ended. */
const SIGNALLED = 128;

/** Runs the editor on a file. The event loop goes on meanwhile: signals are heard. */
function runEditor(file: string, env: Variables): Promise<Ending> {
  const editor = editorOf(env);
  // The variable may hold arguments (`code --wait`), so that a shell has to read it; the file is an argument of its own.
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
    // A key's signal goes to all who are in the foreground: ours is heard as the editor's before the terminal is the console's again.
    setTimeout(() => resolve({ why, isBySignal }), isBySignal ? SENT_TOGETHER : 0);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    for (const signal of PASSED_ON) process.off(signal, passOn);
    process.off("exit", kill);
  });
}

/** What an editor left. One that gave up says so by its status; what was saved before a signal ended it is kept. */
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
 * Lets a person edit a text in their editor, in a file that only they can read and that is gone afterwards, also when the process ends
 * meanwhile.
 *
 * @param suffix of the file's name, so that the editor knows the language
 * @param lend gives the terminal to somebody else while a function runs
 */
export async function editText(
  text: string,
  suffix: string,
  env: Variables,
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
    // What was edited is not lost because the terminal cannot be taken back.
    return outcome ?? { ok: false, why: `${CANNOT_START.why}: ${messageOf(error)}` };
  } finally {
    process.off("exit", remove);
    remove();
  }
}
