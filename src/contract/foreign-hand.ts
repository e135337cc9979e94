/** What the file system says of a file or folder. */
type Entry = { readonly uid: number; readonly gid: number; readonly mode: number; isDirectory(): boolean };

const STICKY = 0o1000;
const EVERYBODY_WRITES = 0o002;
const GROUP_WRITES = 0o020;

/** The user whose files are trusted, beside root's; undefined on a system that has none. */
export const ownUser = (): number | undefined => process.geteuid?.();

/** What is said of a file of another's: no change of its mode helps. */
export const FOREIGN_OWNER = "it belongs to another user";

/** What is said of a folder like `/tmp`, in which everybody may make files and nobody may replace another's. */
export const SHARED_FOLDER = "every user of this machine can create files in it";

const isShared = (entry: Entry): boolean => entry.isDirectory() && (entry.mode & STICKY) !== 0;

const isOpen = ({ mode }: Entry): boolean => (mode & (EVERYBODY_WRITES | GROUP_WRITES)) !== 0;

function isTrustedOwner({ uid }: Entry): boolean {
  const user = ownUser();
  return user === undefined || uid === user || uid === 0;
}

/** Why a file or folder is not to be trusted: somebody else may have changed it. Null when nobody else can have. */
export function foreignHand(entry: Entry): string | null {
  const user = ownUser();
  if (user === undefined) return null;
  if (!isTrustedOwner(entry)) return FOREIGN_OWNER;
  // Each file in a shared folder says whose it is.
  if (isShared(entry)) return null;
  if ((entry.mode & EVERYBODY_WRITES) !== 0) return "every user of this machine can change it";
  // Many systems give each user a group of the same number, and let it write.
  if ((entry.mode & GROUP_WRITES) !== 0 && entry.gid !== user) return "its group can change it";
  return null;
}

/**
 * Why a folder is not to be trusted with files of fixed names, which another user could make there first. Beyond `foreignHand`, a shared
 * folder is not trusted either.
 */
export const foreignMaker = (folder: Entry): string | null =>
  foreignHand(folder) ?? (ownUser() !== undefined && isShared(folder) && isOpen(folder) ? SHARED_FOLDER : null);
