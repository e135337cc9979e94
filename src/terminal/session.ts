import { constants } from "node:os";
import { printableLines } from "../text/printable.ts";
import { isDumb } from "./capabilities.ts";
import { ENDING_SIGNALS, type EndingSignal } from "./ending-signals.ts";
import { isInForeground } from "./foreground.ts";
import type { Lending } from "./lending.ts";

/** What a session puts back: the screen and its modes, and the input's raw mode. */
export interface SessionOptions {
  readonly output: { close(): void };
  readonly input: { setRawMode(isRaw: boolean): unknown };
  /** Who has the terminal: shared with `installJobControl`. */
  readonly lending: Lending;
  /** What must not be lost: drafts to the disk. Called once, synchronously, before the terminal is restored. */
  readonly beforeExit: () => void;
  /** What to say, on the restored terminal, about an error that nobody caught. */
  readonly describeCrash: (error: unknown) => string;
  /** Told of work that failed where nobody waited for it: the program goes on. Without it, that ends the process. */
  readonly onRejection?: (error: unknown) => void;
  /** Told of what Node warns of, which would be written over the screen. Without it, that is on standard error. */
  readonly onWarning?: (warning: Error) => void;
}

/** In the background that would stop the process, and the shell has set the terminal for itself meanwhile. */
export function leaveRawMode(input: SessionOptions["input"]): void {
  if (isInForeground()) input.setRawMode(false);
}

/**
 * Ends the process by a signal that was heard.
 *
 * @param isLent an editor may still be there, and ends with the process
 */
export function endProcess(signal: EndingSignal, isLent = false): void {
  const code = 128 + constants.signals[signal];
  if (isInForeground()) process.exit(code);
  // At an exit Node sets the terminal as it was, and Ink too where it has it, which stops a process in the background: the signal itself ends it.
  if (isLent) process.emit("exit", code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/**
 * Sees to it that, however the process ends, drafts are written first and the terminal is left as it was: at an exit, at
 * SIGTERM, SIGHUP and SIGINT (exit code 128 and the signal's number), and at an error that nobody caught (exit code 1, the
 * error said on standard error).
 *
 * While a program has the terminal, SIGINT is that program's alone, and the process ends after it: what was edited is a draft by then.
 *
 * @returns a function that takes the handlers away again
 */
export function installRestore({
  output,
  input,
  lending,
  beforeExit,
  describeCrash,
  onRejection,
  onWarning,
}: SessionOptions): () => void {
  let isDone = false;
  const leave = (): string[] => {
    if (isDone) {
      return [];
    }
    isDone = true;
    const steps = [beforeExit, () => output.close(), () => leaveRawMode(input)];
    return steps.flatMap((step) => {
      try {
        step();
        return [];
      } catch (error) {
        // One step that fails must not keep the others from being done.
        return [describeCrash(error)];
      }
    });
  };
  const say = (sentences: readonly string[]) => {
    for (const sentence of sentences) {
      process.stderr.write(`${printableLines(sentence)}\n`);
    }
  };
  const endBySignal = (signal: EndingSignal) => {
    const end = () => {
      say(leave());
      endProcess(signal, lending.borrower !== null);
    };
    if (lending.borrower === null) end();
    else if (signal !== "SIGINT" || lending.borrower === "shell") void lending.end().then(end);
  };
  const endByError = (error: unknown) => {
    const failures = leave();
    say([describeCrash(error), ...failures]);
    process.exit(1);
  };
  const rejected = onRejection ?? endByError;
  const atExit = () => say(leave());

  for (const signal of ENDING_SIGNALS) {
    process.on(signal, endBySignal);
  }
  process.on("uncaughtException", endByError);
  process.on("unhandledRejection", rejected);
  process.on("exit", atExit);
  const ofNode = onWarning === undefined ? [] : process.listeners("warning");
  for (const listener of ofNode) process.off("warning", listener);
  if (onWarning !== undefined) process.on("warning", onWarning);
  return () => {
    for (const signal of ENDING_SIGNALS) {
      process.off(signal, endBySignal);
    }
    process.off("uncaughtException", endByError);
    process.off("unhandledRejection", rejected);
    process.off("exit", atExit);
    if (onWarning !== undefined) process.off("warning", onWarning);
    for (const listener of ofNode) process.on("warning", listener);
  };
}

/** What of the streams and the environment says whether there is a terminal. */
export interface TerminalFacts {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

const elsewhere = "In scripts, use `sextant run OPERATION`.";

/**
 * Why the console cannot run here, as a sentence for a person, or undefined when it can. The command then exits with 2.
 *
 * @param isSpoken it only prints lines
 */
export function requireTerminal({ stdin, stdout, env }: TerminalFacts, isSpoken = false): string | undefined {
  if (stdin.isTTY !== true) {
    return `The console requires a terminal, but standard input is a pipe or a file. ${elsewhere}`;
  }
  if (stdout.isTTY !== true) {
    return `The console requires a terminal, but standard output is a pipe or a file. ${elsewhere}`;
  }
  if (isDumb(env) && !isSpoken) {
    return `This terminal (TERM=${env["TERM"]}) cannot move the cursor. If it can, set TERM, for example TERM=xterm-256color; if not, use \`sextant --screen-reader\`. ${elsewhere}`;
  }
  return undefined;
}
