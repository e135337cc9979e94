import { ZodError } from "zod";
import { printable } from "../text/printable.ts";
import { messageOf } from "../text/thrown.ts";

/**
 * Nothing that a view throws ends the program: whatever is computed for the screen runs behind this. What went wrong is said where it would have
 * stood, and in the log with what it was about.
 */
export type Guard = <Value>(about: string, run: () => Value, otherwise: (words: string) => Value) => Value;

/** What every report of an error of the console's own begins with. */
export const CONSOLE_ERROR = "Error in this console";

/** More is a dump and no sentence. */
const LONGEST = 200;
/** How many different troubles are remembered as reported; beyond that the oldest is forgotten and may be reported again. */
const MOST_REPORTED = 200;

/** What an error says, in one line. */
export function describeError(error: unknown): string {
  const message = error instanceof ZodError ? error.issues[0]?.message : messageOf(error);
  const [line = ""] = (message ?? "").trim().split("\n");
  const words = printable(line === "" ? "unknown error" : line);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

/**
 * @param report told once of each trouble, later: a selector must not change what it is computed from
 */
export function createGuard(report: (text: string) => void): Guard {
  const reported = new Set<string>();
  const reportOnce = (text: string): void => {
    if (reported.has(text)) return;
    if (reported.size >= MOST_REPORTED) reported.clear();
    reported.add(text);
    queueMicrotask(() => report(text));
  };
  return (about, run, otherwise) => {
    try {
      return run();
    } catch (error) {
      const words = describeError(error);
      reportOnce(`${about}: ${words}`);
      return otherwise(words);
    }
  };
}
