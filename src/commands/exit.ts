import type { ServiceError, ServiceErrorKind } from "../client/errors/service-error.ts";
import { SettingsError } from "../settings/settings-error.ts";
import { NoService } from "./no-service.ts";
import { WrongUse } from "./wrong-use.ts";

/** How commands end: the exit codes that mean the same in all of them. */
export const EXIT = {
  done: 0,
  /** The service said no, or not all of it could be had. */
  refused: 1,
  wrongUse: 2,
  unreached: 3,
  /** A change was sent and nobody knows whether it happened: who sends it again may send it twice. */
  unknown: 4,
} as const;

/** What a shell calls a program that Ctrl-C ended. */
const INTERRUPTED = 130;

const EXIT_OF_KIND: Readonly<Record<ServiceErrorKind, number>> = {
  refused: EXIT.refused,
  invalid: EXIT.wrongUse,
  "read-only": EXIT.wrongUse,
  insecure: EXIT.wrongUse,
  "no-scrape-login": EXIT.wrongUse,
  unreachable: EXIT.unreached,
  "timed-out": EXIT.unreached,
  cancelled: INTERRUPTED,
  unreadable: EXIT.unreached,
  "unknown-result": EXIT.unknown,
};

/** The exit code of a call that did not succeed. A fault of the service (5xx) after a write is an answer, though its result is not known. */
export function exitOf(error: ServiceError): number {
  if (error.document !== null) return EXIT.refused;
  return error.mayHaveHappened ? EXIT.unknown : EXIT_OF_KIND[error.kind];
}

/**
 * Says why a command could not begin or go on, where that is the fault of how it was called, of the settings or of the service.
 *
 * @returns the exit code
 * @throws every other error, as it came
 */
export function explained(error: unknown, complain: (words: string) => void): number {
  if (!(error instanceof WrongUse || error instanceof SettingsError || error instanceof NoService)) throw error;
  complain(error.message);
  return error instanceof NoService ? EXIT.unreached : EXIT.wrongUse;
}
