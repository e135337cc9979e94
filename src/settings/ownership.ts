import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { foreignHand, ownUser } from "../contract/foreign-hand.ts";

export { FOREIGN_OWNER, foreignHand } from "../contract/foreign-hand.ts";

/**
 * Who else may change what this program reads: a profile may hold a command, kept code is run, a draft becomes a request. What another
 * user could have put there is not taken; on a system without owners and modes (Windows) the folders of a user are theirs anyway.
 */

const OTHERS_DO_ANYTHING = 0o077;

/** Opens nothing that is a link. */
export const NO_LINK = constants.O_NOFOLLOW;

/**
 * The bytes of a regular file that nobody else may have changed; null when somebody may have.
 *
 * @param flags beside reading, as `open` has them
 * @throws what the file system says when it cannot be read
 */
export function readOwn(path: string, flags = 0): Buffer | null {
  const file = openSync(path, constants.O_RDONLY | flags);
  try {
    const entry = fstatSync(file);
    return entry.isFile() && foreignHand(entry) === null ? readFileSync(file) : null;
  } finally {
    closeSync(file);
  }
}

/**
 * A folder for what only this user may touch, made where it is not there yet.
 *
 * @returns its real path; null when it cannot be made, is a link, or anybody else could write to it or put another in its place
 */
export function privateFolder(path: string): string | null {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const own = lstatSync(path);
    if (!own.isDirectory() || own.uid !== (ownUser() ?? own.uid)) return null;
    if (ownUser() !== undefined && (own.mode & OTHERS_DO_ANYTHING) !== 0) return null;
    const real = realpathSync(path);
    for (let folder = real; dirname(folder) !== folder; folder = dirname(folder)) {
      if (foreignHand(lstatSync(dirname(folder))) !== null) return null;
    }
    return real;
  } catch {
    return null;
  }
}
