import { closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync } from "node:fs";
import { FOREIGN_OWNER, foreignHand, ownUser } from "../../contract/foreign-hand.ts";
import { notTrusted, touching } from "../storage/storage-problem.ts";

/** What SQLite keeps beside its file, and takes for data when it opens that. */
const BESIDE = ["-wal", "-shm", "-journal"];

/** Leaves a file to its owner alone; another user's is refused, and so is a link. */
function makePrivate(place: string, flags = 0): void {
  const file = openSync(place, constants.O_RDWR | constants.O_NOFOLLOW | flags, 0o600);
  try {
    const entry = fstatSync(file);
    if (foreignHand(entry) === FOREIGN_OWNER) throw notTrusted(place, FOREIGN_OWNER);
    if (entry.uid === ownUser()) fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
}

/**
 * Makes the file of a database where there is none, and leaves it and what SQLite keeps beside it to their owner alone.
 *
 * @throws StorageProblem when one of them is a link or another user's
 */
export function makeDatabaseFiles(place: string): void {
  makePrivate(place, constants.O_CREAT);
  for (const file of BESIDE.map((suffix) => `${place}${suffix}`)) {
    const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    if (isThere) touching(file, () => makePrivate(file));
  }
}
