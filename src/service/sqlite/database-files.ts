import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync } from "node:fs";
import { FOREIGN_OWNER, ownUser, whyUntrusted } from "../../contract/file-trust.ts";
import { asStorageProblem, notTrusted } from "../storage/storage-problem.ts";

/** Suffixes of SQLite's additional files, which it reads as data when it opens the main file. */
const BESIDE = ["-wal", "-shm", "-journal"];

/** Makes a file accessible to its owner only; refuses one of another user, and symbolic links. */
function makePrivate(place: string, flags = 0): void {
  const file = openSync(place, constants.O_RDWR | constants.O_NOFOLLOW | flags, 0o600);
  try {
    const entry = fstatSync(file);
    if (whyUntrusted(entry) === FOREIGN_OWNER) throw notTrusted(place, FOREIGN_OWNER);
    if (entry.uid === ownUser()) fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
}

/**
 * Creates a database file if necessary, and makes it and SQLite's additional files accessible to their owner only.
 *
 * @throws StorageProblem if one of them is a symbolic link or belongs to another user
 */
export function makeDatabaseFiles(place: string): void {
  makePrivate(place, constants.O_CREAT);
  for (const file of BESIDE.map((suffix) => `${place}${suffix}`)) {
    const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    if (isThere) asStorageProblem(file, () => makePrivate(file));
  }
}
