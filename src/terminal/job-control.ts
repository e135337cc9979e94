import { setTimeout as wait } from "node:timers/promises";
import { isInForeground } from "./foreground.ts";
import { type Borrower, hearSignals, type Lending, SENT_TOGETHER } from "./lending.ts";

/**
 * Hands the terminal over while `during` runs, then takes it back and redraws everything. Ink's `suspendTerminal` is such a function.
 */
export type HandOver = (during: () => Promise<void>) => Promise<void>;

/** Lends the terminal for a while. */
export interface JobControl {
  /** Action of Ctrl-Z: restores the terminal and stops; resolves when the job continues and the screen is back. */
  suspend(): Promise<void>;
  /** Lends the terminal to another program, for example an editor, while `during` runs. */
  lend(during: () => void | Promise<void>): Promise<void>;
  /** Removes the signal handlers. */
  uninstall(): void;
}

/** Signals from the terminal to a background job that writes to it or sets it, or reads from it. */
const touchSignals = ["SIGTTOU", "SIGTTIN"] as const;
type TouchSignal = (typeof touchSignals)[number];

/** To the whole process group, as the terminal does it: npm and the shell script that started this process must stop, too. */
const stopJob = (signal: "SIGTSTP" | TouchSignal): void => void process.kill(0, signal);

const ignore = (): void => undefined;

/** Interval of the checks for a stop of the job (ms). */
const LOOK = 500;
/** A check that comes this much later than planned shows that the job was stopped meanwhile (ms). */
const LATE = 50;

/**
 * Handles Ctrl-Z and `fg`, and lends the terminal to other programs. Also takes the terminal back when the process was stopped from outside and
 * continues (SIGCONT): the shell has changed the terminal's settings meanwhile.
 *
 * @param handOver puts back what Ink has changed, and draws anew afterwards
 * @param output puts back what else was changed
 * @param input is not read while the job is in the background
 * @param lending shared with `installRestore`, which ends the process
 */
export function installJobControl({
  handOver,
  output,
  input,
  lending,
}: {
  readonly handOver: HandOver;
  readonly output: { lend(): () => void };
  readonly input: { setReading(isReading: boolean): void };
  readonly lending: Lending;
}): JobControl {
  /**
   * Resolves when the terminal can be used, or the console is to end. A job continued in the background stops again, as the terminal would stop it,
   * but handles signals between two stops: `kill %1` of a shell sends SIGTERM, then SIGCONT.
   */
  const comeToForeground = async (): Promise<void> => {
    await hearSignals();
    while (!lending.isEnding && !isInForeground()) {
      await Promise.race([wait(SENT_TOGETHER), lending.ending]);
      if (!lending.isEnding && !isInForeground()) stopJob("SIGTTOU");
      await hearSignals();
    }
  };
  /** An editor continued in the background is stopped by the terminal with its whole job: not before a pending ending signal is handled. */
  const onTouch = async (signal: TouchSignal): Promise<void> => {
    await Promise.race([wait(SENT_TOGETHER), lending.ending]);
    if (lending.isEnding || isInForeground()) return;
    process.off(signal, onTouch);
    stopJob(signal);
    process.on(signal, onTouch);
  };
  /** While another program has the terminal, signals that stop its group must stop this process, too, and signals of its keys are ignored. */
  const standBy = (borrower: Borrower): (() => void) => {
    // A handler would prevent the stop.
    process.off("SIGTSTP", onStop);
    if (borrower === "program") {
      process.on("SIGQUIT", ignore);
      for (const signal of touchSignals) process.on(signal, onTouch);
    }
    return () => {
      process.off("SIGQUIT", ignore);
      for (const signal of touchSignals) process.off(signal, onTouch);
      process.on("SIGTSTP", onStop);
    };
  };
  const lendTo = async (borrower: Borrower, during: () => void | Promise<void>): Promise<void> => {
    if (lending.borrower !== null) return;
    await lending.run(borrower, async () => {
      await comeToForeground();
      if (lending.isEnding) return;
      const over = Promise.withResolvers<void>();
      const handed = handOver(async () => {
        const takeBack = output.lend();
        const isBack = standBy(borrower);
        try {
          await during();
        } finally {
          await hearSignals();
          isBack();
          await comeToForeground();
          if (lending.isEnding) {
            // The terminal is left as it is: the process ends.
            over.resolve();
            await new Promise<never>(ignore);
          }
          takeBack();
        }
      });
      await Promise.race([handed, over.promise]);
    });
  };
  /** Returns when the job continues; at once when there is no job control and the signal has no effect. */
  const stop = (): void => stopJob("SIGTSTP");
  const onStop = (): void => void lendTo("shell", stop);
  let isReading = true;
  const readInForeground = (): void => {
    if (lending.borrower !== null || isReading === isInForeground()) return;
    isReading = !isReading;
    input.setReading(isReading);
    // Keys may be all that the process lives for.
    if (isReading) looks.unref();
    else looks.ref();
  };
  // A key that waits is read before a signal is heard, and reading stops the job in the background. Timers are due before either.
  let looked = performance.now();
  const looks = setInterval(() => {
    const before = looked;
    looked = performance.now();
    if (!isReading || looked - before > LOOK + LATE) readInForeground();
  }, LOOK);
  looks.unref();
  const onContinue = (): void => {
    readInForeground();
    void lendTo("shell", ignore);
  };
  process.on("SIGTSTP", onStop);
  process.on("SIGCONT", onContinue);
  return {
    suspend: () => lendTo("shell", stop),
    lend: (during) => lendTo("program", during),
    uninstall: () => {
      clearInterval(looks);
      process.off("SIGTSTP", onStop);
      process.off("SIGCONT", onContinue);
    },
  };
}
