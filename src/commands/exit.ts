import type { ServiceError } from "../client/errors/service-error.ts";
import type { ServiceErrorKind } from "../client/errors/service-error-facts.ts";
import { SettingsError } from "../settings/settings-error.ts";
import { NoService } from "./no-service.ts";
import { WrongUse } from "./wrong-use.ts";

/** Exit codes with the same meaning in all commands. */
export const EXIT = {
  done: 0,
  /** Refused by the service, or only partly read. */
  refused: 1,
  wrongUse: 2,
  unreached: 3,
  /** A change was sent with unknown outcome: sending it again may apply it twice. */
  unknown: 4,
} as const;

/** Exit code of a program ended by Ctrl-C, as shells report it. */
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

/** The exit code of a failed call. A 5xx after a write counts as an answer, although its outcome is unknown. */
export function exitOf(error: ServiceError): number {
  if (error.document !== null) return EXIT.refused;
  return error.mayHaveHappened ? EXIT.unknown : EXIT_OF_KIND[error.kind];
}

/**
 * Reports why a command could not start or continue, where the cause is the command line, the settings or the service.
 *
 * @returns the exit code
 * @throws every other error, unchanged
 */
export function reportFailure(error: unknown, complain: (words: string) => void): number {
  if (!(error instanceof WrongUse || error instanceof SettingsError || error instanceof NoService)) throw error;
  complain(error.message);
  return error instanceof NoService ? EXIT.unreached : EXIT.wrongUse;
}
