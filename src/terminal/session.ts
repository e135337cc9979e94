import { constants } from "node:os";
import { printableLines } from "../text/printable.ts";
import { isDumb } from "./capabilities.ts";

/** What a session puts back: the screen and its modes, and the input's raw mode. */
export interface SessionOptions {
  readonly output: { close(): void };
  readonly input: { setRawMode(isRaw: boolean): unknown };
  /** What must not be lost: drafts to the disk. Called once, synchronously, before the terminal is restored. */
  readonly beforeExit: () => void;
  /** What to say, on the restored terminal, about an error that nobody caught. */
  readonly describeCrash: (error: unknown) => string;
  /** Told of work that failed where nobody waited for it: the program goes on. Without it, that ends the process. */
  readonly onRejection?: (error: unknown) => void;
  /** Told of what Node warns of, which would be written over the screen. Without it, that is on standard error. */
  readonly onWarning?: (warning: Error) => void;
}

const endingSignals = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

/**
 * Sees to it that, however the process ends, drafts are written first and the terminal is left as it was: at an exit, at
 * SIGTERM, SIGHUP and SIGINT (exit code 128 and the signal's number), and at an error that nobody caught (exit code 1, the
 * error said on standard error).
 *
 * @returns a function that takes the handlers away again
 */
export function installRestore({
  output,
  input,
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
    const steps = [beforeExit, () => output.close(), () => input.setRawMode(false)];
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
  const endBySignal = (signal: NodeJS.Signals) => {
    say(leave());
    process.exit(128 + constants.signals[signal]);
  };
  const endByError = (error: unknown) => {
    const failures = leave();
    say([describeCrash(error), ...failures]);
    process.exit(1);
  };
  const rejected = onRejection ?? endByError;
  const atExit = () => say(leave());

  for (const signal of endingSignals) {
    process.on(signal, endBySignal);
  }
  process.on("uncaughtException", endByError);
  process.on("unhandledRejection", rejected);
  process.on("exit", atExit);
  const ofNode = onWarning === undefined ? [] : process.listeners("warning");
  for (const listener of ofNode) process.off("warning", listener);
  if (onWarning !== undefined) process.on("warning", onWarning);
  return () => {
    for (const signal of endingSignals) {
      process.off(signal, endBySignal);
    }
    process.off("uncaughtException", endByError);
    process.off("unhandledRejection", rejected);
    process.off("exit", atExit);
    if (onWarning !== undefined) process.off("warning", onWarning);
    for (const listener of ofNode) process.on("warning", listener);
  };
}

/**
 * Gives the terminal to somebody else while `during` runs, then takes it back and draws everything anew. Ink's
 * `suspendTerminal` is one.
 */
export type HandOver = (during: () => void | Promise<void>) => Promise<void>;

/** Giving the terminal away for a while. */
export interface JobControl {
  /** What Ctrl-Z does: leaves the terminal as it was and stops; resolves when the job goes on and the screen is back. */
  suspend(): Promise<void>;
  /** Gives the terminal to another program, an editor for example, for as long as `during` runs. */
  lend(during: () => void | Promise<void>): Promise<void>;
  /** Takes the signal handlers away again. */
  uninstall(): void;
}

/**
 * Ctrl-Z and `fg`, and the terminal for other programs. Also takes the terminal back when the process was stopped from
 * outside and goes on (SIGCONT): the shell has meanwhile set the terminal for itself.
 *
 * @param handOver puts back what Ink has changed, and draws anew afterwards
 * @param output puts back what else was changed
 */
export function installJobControl({
  handOver,
  output,
}: {
  readonly handOver: HandOver;
  readonly output: { lend(): () => void };
}): JobControl {
  let isLent = false;
  const lend = async (during: () => void | Promise<void>): Promise<void> => {
    if (isLent) {
      return;
    }
    isLent = true;
    try {
      await handOver(async () => {
        const takeBack = output.lend();
        try {
          await during();
        } finally {
          takeBack();
        }
      });
    } finally {
      isLent = false;
    }
  };
  const stop = () => {
    // With a handler of ours the signal would not stop us.
    process.off("SIGTSTP", onStop);
    // To the whole group, as the terminal does it: npm and the shell script that started us have to stop with us. The
    // call returns when the job goes on; at once where nobody does job control and the signal has no effect.
    process.kill(0, "SIGTSTP");
    process.on("SIGTSTP", onStop);
  };
  const onStop = () => {
    if (isLent) {
      // The program that has the terminal stops, and the shell waits for us.
      stop();
    } else {
      void lend(stop);
    }
  };
  const onContinue = () => void lend(() => undefined);
  process.on("SIGTSTP", onStop);
  process.on("SIGCONT", onContinue);
  return {
    suspend: () => lend(stop),
    lend,
    uninstall: () => {
      process.off("SIGTSTP", onStop);
      process.off("SIGCONT", onContinue);
    },
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
