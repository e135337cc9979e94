import { EXIT } from "../exit.ts";
import type { WatchCommon } from "./arguments.ts";
import { notifyEnd } from "./notify.ts";
import type { Report } from "./report.ts";
import type { Verdict } from "./waiting.ts";

/** End of a watch: its condition is decided, its time is up, a signal came, or its output was closed. */

/** The exit code of `timeout` in coreutils. */
const TIME_IS_UP = 124;
/** Exit codes of shells for processes that a signal ended. */
const AFTER_SIGNAL = { SIGINT: 130, SIGTERM: 143, SIGPIPE: 141 } as const;

/** A signal and a closed output print no message. */
export type Ending =
  | { readonly kind: "holds" | "never" | "timeout"; readonly words: string; readonly exit: number }
  | { readonly kind: "signal"; readonly exit: number };

/** The reader closed the pipe. */
const READER_GONE: Ending = { kind: "signal", exit: AFTER_SIGNAL.SIGPIPE };

/** End by an output that cannot be written. @param why null: the reader closed the pipe */
export function outputEnding(why: string | null, complain: (words: string) => void): Ending {
  if (why === null) return READER_GONE;
  complain(why);
  return { kind: "signal", exit: EXIT.refused };
}

export const unreachableEnding = (words: string, exit: number): Ending => ({ kind: "never", words, exit });

const timeIsUp = (words: string): Ending => ({ kind: "timeout", words, exit: TIME_IS_UP });

/** Timeout while the condition was undecided. @param until the condition as it is printed */
export const undecidedEnding = (until: string, why: string): Ending =>
  timeIsUp(`Time is up, and whether ${until} is not known. ${why}`);

/** Timeout before anything was read: like an unreachable service. */
export const unreadEnding = (why: string): Ending => unreachableEnding(why, EXIT.unreached);

/** @param until the condition as it is printed */
export function endingOf(verdict: Verdict, until: string): Ending | null {
  if (verdict.kind === "open") return null;
  if (verdict.kind === "holds") return { kind: "holds", words: `Holds: ${until}`, exit: EXIT.done };
  return unreachableEnding(`Can no longer hold: ${until}. ${verdict.why}`, EXIT.refused);
}

/**
 * The end of a watch: by `end`, a signal, or its timeout. `stop` is called afterwards.
 *
 * @param unknownAt returns the end at the timeout if the condition is undecided; null if it is decided
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
 * Runs the work of a watch until the watch ends: the work is then aborted, and nothing of it keeps the process alive.
 *
 * @param work receives the abort signal
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
 * Prints the end and sends its notifications.
 *
 * @param what the watched place, as it is typed
 * @returns the exit code: an incomplete output is no success
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
