import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { FOREIGN_OWNER, SHARED_FOLDER } from "../../contract/file-trust.ts";
import { messageOf } from "../../text/thrown.ts";

/** The data of a service cannot be opened, read or written. The message is for users and names the file and a remedy. */
export class StorageProblem extends Error {
  override readonly name = "StorageProblem";
}

/** The storage is unreachable or overloaded: nothing was done, and the request may be repeated later. */
export class StorageUnavailable extends StorageProblem {}

/** The outcome of a write is unknown: it must not be repeated blindly. */
export class OutcomeUnknown extends StorageProblem {}

const OTHER_DIRECTORY = "choose another directory with sextant serve --data";
const FRESH = "run sextant serve --fresh to replace it with new sample data";

/** SQLite's primary result codes that have a remedy (sqlite.org/rescode.html). */
const SQLITE = { busy: 5, locked: 6, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notDatabase: 26 };

const fieldOf = (failure: unknown, name: string): unknown =>
  failure instanceof Error
    ? Object.entries(Object.getOwnPropertyDescriptors(failure)).find(([key]) => key === name)?.[1].value
    : undefined;

/** Free bytes below which a disk counts as full: for some writes to a full disk SQLite reports only an I/O error. */
const FULL_BELOW = 256 * 1024;

function isFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < FULL_BELOW;
  } catch {
    return false;
  }
}

const full = (file: string): string => `No space left on the disk for ${file}. Free some space, or ${OTHER_DIRECTORY}.`;

/** Message for an error of the file system or of SQLite at a file (or directory) of the data; null for any other error. */
function meaningOf(file: string, failure: unknown): string | null {
  switch (fieldOf(failure, "code")) {
    case "ENOSPC":
    case "EDQUOT":
      return full(file);
    case "EACCES":
    case "EPERM":
      return `${file} cannot be used: permission denied. Change its permissions, or ${OTHER_DIRECTORY}.`;
    case "EROFS":
      return `${file} is on a read-only file system. Make that writable, or ${OTHER_DIRECTORY}.`;
    case "ENOTDIR":
    case "EEXIST":
      return `${file} cannot be created: a file has the name of a directory. Move the file away, or ${OTHER_DIRECTORY}.`;
    case "EISDIR":
      return `${file} is a directory, not a file. Move the directory away, or ${OTHER_DIRECTORY}.`;
    case "ENAMETOOLONG":
      return `The name of the directory is too long: ${OTHER_DIRECTORY}.`;
    case "ELOOP":
      return `${file} is a link. Links are not followed: remove the link, or ${OTHER_DIRECTORY}.`;
    case "ENOENT":
      return `${file} cannot be created: the parent directory cannot be used. Create the parent directory, or ${OTHER_DIRECTORY}.`;
    case "ERR_SQLITE_ERROR":
      return meaningOfSqlite(file, Number(fieldOf(failure, "errcode")), messageOf(failure));
    default:
      return null;
  }
}

function meaningOfSqlite(file: string, extended: number, reason: string): string {
  // The lowest byte is the primary code.
  switch (extended % 256) {
    case SQLITE.notDatabase:
    case SQLITE.corrupt:
      return `${file} is damaged or not a database (${reason}). Move it away, ${FRESH}, or ${OTHER_DIRECTORY}.`;
    case SQLITE.full:
      return full(file);
    case SQLITE.ioError:
      return isFull(file)
        ? full(file)
        : `${file} cannot be read or written (${reason}). Check the disk, or ${OTHER_DIRECTORY}.`;
    case SQLITE.busy:
    case SQLITE.locked:
      return `${file} is in use by another program. End the program, or ${OTHER_DIRECTORY}.`;
    case SQLITE.readOnly:
    case SQLITE.cannotOpen:
      return isFull(file)
        ? full(file)
        : `${file} cannot be opened for writing (${reason}). Change its permissions, or ${OTHER_DIRECTORY}.`;
    default:
      return `${file} cannot be used (${reason}). Move it away, ${FRESH}, or ${OTHER_DIRECTORY}.`;
  }
}

/** An error at a file or directory of the data as a `StorageProblem`; any other error unchanged. */
export function storageFailure(file: string, failure: unknown): unknown {
  if (failure instanceof StorageProblem) return failure;
  const meaning = meaningOf(file, failure);
  return meaning === null ? failure : new StorageProblem(meaning, { cause: failure });
}

/** Runs work on a file or directory of the data. @throws StorageProblem if that fails */
export function asStorageProblem<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (failure) {
    throw storageFailure(file, failure);
  }
}

/** The data were written by another version of Sextant. */
export const otherLayout = (file: string, found: number, known: number): StorageProblem =>
  new StorageProblem(
    `${file} was written by another version of Sextant (layout ${found}, this one reads ${known}). Use that version, ${FRESH}, or ${OTHER_DIRECTORY}.`,
  );

/** The file of a running service was deleted or replaced. */
export const fileRemoved = (file: string): StorageProblem =>
  new StorageProblem(
    `${file} was deleted or replaced while the service ran: changes are no longer saved. Restart the service.`,
  );

/** Another user may have put this file into the data directory. */
export const notTrusted = (file: string, why: string): StorageProblem =>
  new StorageProblem(`${file} is not used: ${why}. Remove it, or ${OTHER_DIRECTORY}.`);

/** Another user can create or replace files in this directory. */
export function directoryNotTrusted(directory: string, why: string): StorageProblem {
  return new StorageProblem(`${directory} is not used: ${why}. ${helpAgainst(why, directory)}, or ${OTHER_DIRECTORY}.`);
}

function helpAgainst(why: string, directory: string): string {
  if (why === FOREIGN_OWNER) return `Give it to yourself with chown "$USER" ${directory}`;
  // The directory is shared on purpose: restricting it would break it for others.
  if (why === SHARED_FOLDER) return "Make a directory of your own in it and name that";
  return `Run chmod go-w ${directory}`;
}
