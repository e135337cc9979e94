import { codeOf } from "../../text/thrown.ts";
import { StorageProblem, StorageUnavailable } from "../storage/storage-problem.ts";

/** Interprets database errors: lost connection, retryable, or a remedy for the user. Codes are SQLSTATE (PostgreSQL, appendix A). */

/** Another instance wrote the same document first: the work has to be repeated on the current state. */
export class WriteConflict extends Error {
  override readonly name = "WriteConflict";
}

/** A failure to connect to all addresses of a host (`AggregateError`) has a code but no message. */
const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message || codeOf(failure) : String(failure);

/** Error codes of the network; the driver gives some of its own errors no code. */
const NETWORK = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);
const DRIVER = /terminat|timeout exceeded when trying to connect|not queryable|Connection ended|socket hang up/iu;

/** Message of the pool if a connection is requested after it was closed. */
const POOL_ENDED = /after calling end on the pool/u;

/** True if the connection is lost or could not be opened; the outcome of its work is then unknown. */
export function isConnectionLost(failure: unknown): boolean {
  const code = codeOf(failure);
  // 08: connection exception; 57P01 to 57P05: server shutting down, starting or ending idle sessions; 25P03: idle in
  // transaction.
  if (/^08|^57P0[1-5]$|^25P03$/u.test(code) || NETWORK.has(code)) return true;
  return code === "" && DRIVER.test(messageOf(failure));
}

/** True if the database ended this transaction because of a deadlock. */
export const isDeadlock = (failure: unknown): boolean => codeOf(failure) === "40P01";

/** True if concurrent transactions caused the error: serialization failure, deadlock, or unique violation. */
export const isConflict = (failure: unknown): boolean =>
  failure instanceof WriteConflict || isDeadlock(failure) || ["40001", "23505"].includes(codeOf(failure));

/** True if the database is reachable but temporarily overloaded. */
const isBusy = (failure: unknown): boolean => ["53300", "53400", "55P03", "57014"].includes(codeOf(failure));

/** Messages of the driver if the server requires a password and the address has none. */
const NO_PASSWORD = /SASL|password must be a string/iu;

function meaningOf(shown: string, failure: unknown): string | null {
  if (codeOf(failure) === "" && NO_PASSWORD.test(messageOf(failure))) {
    return `The database ${shown} asks for a password. Put it into the address, in SEXTANT_DATABASE.`;
  }
  switch (codeOf(failure)) {
    case "28P01":
    case "28000":
      return `The database ${shown} refused the user or the password. Check both in --database.`;
    case "3D000":
      return `The database ${shown} does not exist. Create it (createdb), or name another one.`;
    case "42501":
      return `The user of ${shown} lacks rights: it has to create and use tables in the schema. Grant them, or name another user.`;
    case "3F000":
      return `The schema of ${shown} does not exist and cannot be created. Create it, or name another one.`;
    case "25006":
      return `The database ${shown} is read-only: a replica, perhaps. Name the primary.`;
    case "53100":
      return `The disk of the database ${shown} is full. Free some space there.`;
    case "53300":
      return `The database ${shown} has no connection left (max_connections). End other programs, or let it have more.`;
    case "57014":
    case "55P03":
      return `The database ${shown} took too long and was asked to stop (statement_timeout or lock_timeout).`;
    case "ENOTFOUND":
      return `The host of the database ${shown} is not known. Check its name in --database.`;
    default:
      return isConnectionLost(failure)
        ? `The database ${shown} cannot be reached (${messageOf(failure)}). Start it, or name another one.`
        : null;
  }
}

/** A database error as a `StorageProblem` with a clear message; any other error unchanged. */
export function databaseFailure(shown: string, failure: unknown): unknown {
  if (failure instanceof StorageProblem) return failure;
  if (POOL_ENDED.test(messageOf(failure))) {
    return new StorageUnavailable(`The service is stopping and has closed its connections to ${shown}.`, {
      cause: failure,
    });
  }
  const meaning = meaningOf(shown, failure);
  if (meaning === null) {
    const code = codeOf(failure);
    return /^[0-9A-Z]{5}$/u.test(code)
      ? new StorageProblem(`The database ${shown} failed: ${messageOf(failure)} (${code}).`, { cause: failure })
      : failure;
  }
  const Problem = isBusy(failure) || isConnectionLost(failure) ? StorageUnavailable : StorageProblem;
  return new Problem(meaning, { cause: failure });
}
