import { constants } from "node:os";
import { printableLines } from "../text/printable.ts";
import { isDumb } from "./capabilities.ts";
import { ENDING_SIGNALS, type EndingSignal } from "./ending-signals.ts";
import { isInForeground } from "./foreground.ts";
import type { Lending } from "./lending.ts";

/** Parts that a session restores: the screen and its modes, and the input's raw mode. */
export interface SessionOptions {
  readonly output: { close(): void };
  readonly input: { setRawMode(isRaw: boolean): unknown };
  /** Tracks who has the terminal: shared with `installJobControl`. */
  readonly lending: Lending;
  /** Saves what must not be lost: drafts. Called once, synchronously, before the terminal is restored. */
  readonly beforeExit: () => void;
  /** Message about an uncaught error, for the restored terminal. */
  readonly describeCrash: (error: unknown) => string;
  /** Called for unhandled rejections: the program continues. Without it, they end the process. */
  readonly onRejection?: (error: unknown) => void;
  /** Called with Node's warnings, which would be written over the screen. Without it, they go to standard error. */
  readonly onWarning?: (warning: Error) => void;
}

/** In the background that would stop the process, and the shell has set the terminal for itself meanwhile. */
export function leaveRawMode(input: SessionOptions["input"]): void {
  if (isInForeground()) input.setRawMode(false);
}

/**
 * Ends the process after a signal.
 *
 * @param isLent an editor may still be running, and ends with the process
 */
export function endProcess(signal: EndingSignal, isLent = false): void {
  const code = 128 + constants.signals[signal];
  if (isInForeground()) process.exit(code);
  // At exit, Node and Ink restore terminal settings, which would stop a background process: the signal itself ends it
  // instead.
  if (isLent) process.emit("exit", code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/**
 * Ensures that, however the process ends, drafts are written first and the terminal is restored: at an exit, at SIGTERM, SIGHUP and SIGINT (exit
 * code 128 plus the signal's number), and at an uncaught error (exit code 1, with the error on standard error).
 *
 * While a program has the terminal, SIGINT belongs to that program; other signals end the process after it, when the edited text is a draft.
 *
 * @returns a function that removes the handlers
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
        // A failing step must not prevent the others.
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

/** Facts about streams and environment that show whether there is a terminal. */
interface TerminalFacts {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

const elsewhere = "In scripts, use `sextant run OPERATION`.";

/**
 * Reason why the console cannot run here, as a sentence, or undefined when it can. The command then exits with 2.
 *
 * @param isSpoken true when it only prints lines
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
