import { ZodError } from "zod";
import { printable } from "../text/printable.ts";
import { messageOf } from "../text/thrown.ts";

/**
 * Runs every computation for the screen, so that no error of a view ends the program. The error is shown in place of the view, and logged with what
 * it was about.
 */
export type Guard = <Value>(about: string, run: () => Value, otherwise: (words: string) => Value) => Value;

/** For a guard whose replacement does not name the error. */
export const instead = <Value>(value: Value): (() => Value) => {
  return () => value;
};

/** Reports an error that was caught elsewhere. */
export const noteError = (guard: Guard, about: string, error: unknown): void => {
  const fail = (): void => {
    throw error;
  };
  guard(about, fail, instead(undefined));
};

/** Prefix of every report of an error of the console's own. */
export const CONSOLE_ERROR = "Error in this console";

/** Longest error text in characters: a longer one is a dump rather than a sentence. */
const LONGEST = 200;
/** Number of different errors that are remembered as reported; beyond that all are forgotten and may be reported again. */
const MOST_REPORTED = 200;

/** An error in one line. */
export function describeError(error: unknown): string {
  const message = error instanceof ZodError ? error.issues[0]?.message : messageOf(error);
  const [line = ""] = (message ?? "").trim().split("\n");
  const words = printable(line === "" ? "unknown error" : line);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

/** @param report called once per error, in a microtask: a selector must not change the state that it is computed from */
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
