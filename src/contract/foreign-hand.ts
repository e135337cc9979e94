/** What the file system says of a file or folder. */
type Entry = { readonly uid: number; readonly gid: number; readonly mode: number; isDirectory(): boolean };

const STICKY = 0o1000;
const EVERYBODY_WRITES = 0o002;
const GROUP_WRITES = 0o020;

/** The user whose files are trusted, beside root's; undefined on a system that has none. */
export const ownUser = (): number | undefined => process.geteuid?.();

/** What is said of a file of another's: no change of its mode helps. */
export const FOREIGN_OWNER = "it belongs to another user";

/** Why a file or folder is not to be trusted: somebody else may have changed it. Null when nobody else can have. */
export function foreignHand(entry: Entry): string | null {
  // In such a folder everybody may make files, and nobody may replace another's: each file says whose it is.
  const isShared = entry.isDirectory() && (entry.mode & STICKY) !== 0;
  return isShared && isTrustedOwner(entry) ? null : foreignWriter(entry);
}

function isTrustedOwner({ uid }: Entry): boolean {
  const user = ownUser();
  return user === undefined || uid === user || uid === 0;
}

/**
 * Why a folder is not to be trusted with files of fixed names, which another user could make there first. Beyond `foreignHand`, a folder
 * like `/tmp` is not trusted either.
 */
export function foreignWriter(entry: Entry): string | null {
  const user = ownUser();
  if (user === undefined) return null;
  if (!isTrustedOwner(entry)) return FOREIGN_OWNER;
  if ((entry.mode & EVERYBODY_WRITES) !== 0) return "every user of this machine may change it";
  // Many systems give each user a group of the same number, and let it write.
  if ((entry.mode & GROUP_WRITES) !== 0 && entry.gid !== user) return "its group may change it";
  return null;
}
