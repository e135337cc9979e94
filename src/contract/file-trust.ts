/** Owner and mode of a file or folder (`fs.Stats`). */
type Entry = { readonly uid: number; readonly gid: number; readonly mode: number; isDirectory(): boolean };

const STICKY = 0o1000;
const EVERYBODY_WRITES = 0o002;
const GROUP_WRITES = 0o020;

/** The user whose files are trusted, besides root; undefined on a system without user ids. */
export const ownUser = (): number | undefined => process.geteuid?.();

/** Reason for a file of another user: changing its mode does not help. */
export const FOREIGN_OWNER = "it belongs to another user";

/** Reason for a folder such as `/tmp`, where everybody may create files but not replace those of others. */
export const SHARED_FOLDER = "every user of this machine can create files in it";

const isShared = (entry: Entry): boolean => entry.isDirectory() && (entry.mode & STICKY) !== 0;

const isOpen = ({ mode }: Entry): boolean => (mode & (EVERYBODY_WRITES | GROUP_WRITES)) !== 0;

function isTrustedOwner({ uid }: Entry): boolean {
  const user = ownUser();
  return user === undefined || uid === user || uid === 0;
}

/** Reason why a file or folder cannot be trusted: another user may have changed it. Null if no other user could have. */
export function whyUntrusted(entry: Entry): string | null {
  const user = ownUser();
  if (user === undefined) return null;
  if (!isTrustedOwner(entry)) return FOREIGN_OWNER;
  // Files in a shared folder have owners of their own, which are checked per file.
  if (isShared(entry)) return null;
  if ((entry.mode & EVERYBODY_WRITES) !== 0) return "every user of this machine can change it";
  // Many systems give each user a group with the user's own number and make it writable.
  if ((entry.mode & GROUP_WRITES) !== 0 && entry.gid !== user) return "its group can change it";
  return null;
}

/**
 * Reason why a folder cannot be trusted with files of fixed names: another user could create them first. Unlike `whyUntrusted`, this also rejects
 * shared folders.
 */
export const whyUntrustedFolder = (folder: Entry): string | null =>
  whyUntrusted(folder) ?? (ownUser() !== undefined && isShared(folder) && isOpen(folder) ? SHARED_FOLDER : null);
