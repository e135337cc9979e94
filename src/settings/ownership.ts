import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { ownUser, whyUntrusted } from "../contract/file-trust.ts";
import { makeFolders } from "./make-folders.ts";

export { FOREIGN_OWNER, whyUntrusted } from "../contract/file-trust.ts";

/**
 * Protects what this program reads from other users: a profile may hold a command, cached code is executed, a draft becomes a request. Files that
 * another user could have written are ignored; on a system without owners and modes (Windows) the user's folders are private anyway.
 */

const OTHERS_DO_ANYTHING = 0o077;

/** Makes `open` fail on a symbolic link. */
export const NO_LINK = constants.O_NOFOLLOW;

/**
 * Content of a regular file that only this user could have changed; null if others could.
 *
 * @param flags additional flags of `open`
 * @throws the file system's error if the file cannot be read
 */
export function readOwn(path: string, flags = 0): Buffer | null {
  const file = openSync(path, constants.O_RDONLY | flags);
  try {
    const entry = fstatSync(file);
    return entry.isFile() && whyUntrusted(entry) === null ? readFileSync(file) : null;
  } finally {
    closeSync(file);
  }
}

/**
 * A folder that only this user can access, created if necessary.
 *
 * @returns its real path; null if it cannot be created, is a symbolic link, or others could write to it or replace it
 */
export function privateFolder(path: string): string | null {
  try {
    makeFolders(path, 0o700);
    const own = lstatSync(path);
    if (!own.isDirectory() || own.uid !== (ownUser() ?? own.uid)) return null;
    if (ownUser() !== undefined && (own.mode & OTHERS_DO_ANYTHING) !== 0) return null;
    const real = realpathSync(path);
    for (let folder = real; dirname(folder) !== folder; folder = dirname(folder)) {
      if (whyUntrusted(lstatSync(dirname(folder))) !== null) return null;
    }
    return real;
  } catch {
    return null;
  }
}
