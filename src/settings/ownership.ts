import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { dirname } from "node:path";

/**
 * Who else may change what this program reads: a profile may hold a command, kept code is run, a draft becomes a request. What another
 * user could have put there is not taken; on a system without owners and modes (Windows) the folders of a user are theirs anyway.
 */

const STICKY = 0o1000;
const EVERYBODY_WRITES = 0o002;
const GROUP_WRITES = 0o020;
const OTHERS_DO_ANYTHING = 0o077;

/** The user whose files are trusted, beside root's; undefined on a system that has none. */
const self = (): number | undefined => process.geteuid?.();

/** What is said of a file of another's: no change of its mode helps. */
export const FOREIGN_OWNER = "it belongs to another user";

/** Why a file or folder is not to be trusted: somebody else may have changed it. Null when nobody else can have. */
export function foreignHand(entry: Stats): string | null {
  const user = self();
  if (user === undefined) return null;
  if (entry.uid !== user && entry.uid !== 0) return FOREIGN_OWNER;
  // In such a folder everybody may make files, and nobody may replace another's: each file says whose it is.
  if (entry.isDirectory() && (entry.mode & STICKY) !== 0) return null;
  if ((entry.mode & EVERYBODY_WRITES) !== 0) return "every user of this machine may change it";
  // Many systems give each user a group of the same number, and let it write.
  if ((entry.mode & GROUP_WRITES) !== 0 && entry.gid !== user) return "its group may change it";
  return null;
}

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
    if (!own.isDirectory() || own.uid !== (self() ?? own.uid)) return null;
    if (self() !== undefined && (own.mode & OTHERS_DO_ANYTHING) !== 0) return null;
    const real = realpathSync(path);
    for (let folder = real; dirname(folder) !== folder; folder = dirname(folder)) {
      if (foreignHand(lstatSync(dirname(folder))) !== null) return null;
    }
    return real;
  } catch {
    return null;
  }
}
