import { codeOf } from "../../text/thrown.ts";
import { StorageProblem, StorageUnavailable } from "../storage/storage-problem.ts";

/**
 * What failures of the database mean: whether the connection is lost, whether the same may be done again, and what helps. Codes are
 * SQLSTATE (PostgreSQL, appendix A).
 */

/** Another instance wrote the same document first: everything is to be done again on what is there now. */
export class WriteConflict extends Error {
  override readonly name = "WriteConflict";
}

/** What is refused at several addresses of a host has a code and no message. */
const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message || codeOf(failure) : String(failure);

/** Of the network and of the driver, which gives some of its own failures no code. */
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

/** What the pool says to whoever asks for a connection when it is closed. */
const POOL_ENDED = /after calling end on the pool/u;

/** Whether the connection is gone, or there is none to be had: of what was under way on it nothing more is heard. */
export function isConnectionLost(failure: unknown): boolean {
  const code = codeOf(failure);
  // 08: connection exception; 57P01 to 57P05: the server is shutting down, starting or ends idle sessions; 25P03: idle in a transaction.
  if (/^08|^57P0[1-5]$|^25P03$/u.test(code) || NETWORK.has(code)) return true;
  return code === "" && DRIVER.test(messageOf(failure));
}

/** Whether transactions waited for each other in a circle, and this one was ended for it. */
export const isDeadlock = (failure: unknown): boolean => codeOf(failure) === "40P01";

/** Whether the database refused for what others did at the same time: serialization, deadlock, or another came first. */
export const isConflict = (failure: unknown): boolean =>
  failure instanceof WriteConflict || isDeadlock(failure) || ["40001", "23505"].includes(codeOf(failure));

/** Whether the database is there, but takes no more at the moment. */
const isBusy = (failure: unknown): boolean => ["53300", "53400", "55P03", "57014"].includes(codeOf(failure));

/** The driver's words where the server asks for a password and the address has none. */
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

/** A failure of the database in words; any other failure comes back as it is. */
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
