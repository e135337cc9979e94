import { EXIT } from "../exit.ts";
import type { WatchCommon } from "./arguments.ts";
import { notifyEnd } from "./notify.ts";
import type { Report } from "./report.ts";
import type { Verdict } from "./waiting.ts";

/** How a watch ends: by what it waits for, by time, by a signal, or because nobody reads it any more. */

/** As `timeout` of coreutils says it. */
const TIME_IS_UP = 124;
/** A process that a signal ended, as a shell says it. */
const AFTER_SIGNAL = { SIGINT: 130, SIGTERM: 143, SIGPIPE: 141 } as const;

/** Nothing is said of a signal, and of a reader that has gone. */
export type Ending =
  | { readonly kind: "holds" | "never" | "timeout"; readonly words: string; readonly exit: number }
  | { readonly kind: "signal"; readonly exit: number };

/** Nobody reads any more. */
export const READER_GONE: Ending = { kind: "signal", exit: AFTER_SIGNAL.SIGPIPE };

/** What is written gets nowhere. @param why null: nobody reads any more */
export function outputEnding(why: string | null, complain: (words: string) => void): Ending {
  if (why === null) return READER_GONE;
  complain(why);
  return { kind: "signal", exit: EXIT.refused };
}

export const never = (words: string, exit: number): Ending => ({ kind: "never", words, exit });

const timeIsUp = (words: string): Ending => ({ kind: "timeout", words, exit: TIME_IS_UP });

/** Its time is up, and what it waits for was not known at the end. @param until the condition as it is printed */
export const notKnown = (until: string, why: string): Ending =>
  timeIsUp(`Time is up, and whether ${until} is not known. ${why}`);

/** Its time is up before anything was read: as where the service is not reached. */
export const nothingRead = (why: string): Ending => never(why, EXIT.unreached);

/** @param until the condition as it is printed */
export function endingOf(verdict: Verdict, until: string): Ending | null {
  if (verdict.kind === "open") return null;
  if (verdict.kind === "holds") return { kind: "holds", words: `Holds: ${until}`, exit: EXIT.done };
  return never(`Can no longer hold: ${until}. ${verdict.why}`, EXIT.refused);
}

/**
 * The end of a watch, when it comes: by `end`, a signal, or its time. `stop` is called afterwards.
 *
 * @param unknownAt how it ends when its time is up and nobody knows whether what is waited for holds; null where that is known
 */
export function awaitEnding(
  { timeout, awaited }: Pick<WatchCommon, "timeout" | "awaited">,
  unknownAt: () => Ending | null,
): {
  readonly ended: Promise<Ending>;
  readonly end: (ending: Ending) => void;
  readonly stop: () => void;
} {
  const { promise: ended, resolve: end } = Promise.withResolvers<Ending>();
  const onSignal = (signal: "SIGINT" | "SIGTERM"): void => end({ kind: "signal", exit: AFTER_SIGNAL[signal] });
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  const words = `Time is up${awaited === null ? "" : `: ${awaited.text} does not hold`}.`;
  const isUp = (): void => end(unknownAt() ?? timeIsUp(words));
  const timer = timeout === null ? undefined : setTimeout(isUp, timeout);
  return {
    ended,
    end,
    stop: () => {
      clearTimeout(timer);
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}

/**
 * Does what a watch is made of until the watch is ended: then it is given up, and nothing of it keeps the process alive.
 *
 * @param work told by the signal that it is given up
 */
export async function untilEnded<Value>(
  ended: Promise<Ending>,
  work: (over: AbortSignal) => Promise<Value>,
): Promise<Value | Ending> {
  const over = new AbortController();
  try {
    return await Promise.race([ended, work(over.signal)]);
  } finally {
    over.abort();
  }
}

/**
 * Says and tells how it ended.
 *
 * @param what what was watched, as it is typed
 * @returns the exit code: what did not all get where it goes is no success
 */
export async function sayEnding(
  ending: Ending,
  report: Report,
  { notify }: Pick<WatchCommon, "notify">,
  what: string,
  complain: (words: string) => void,
): Promise<number> {
  const { exit } = ending;
  if (ending.kind !== "signal") report.end(ending.words, ending.kind, exit);
  const isWritten = await report.written();
  if (ending.kind !== "signal") await notifyEnd(notify, `${what}: ${ending.words}`, complain);
  return isWritten ? exit : EXIT.refused;
}
