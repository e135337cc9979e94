import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isHolderRunning, readLock, releaseLock, removeStaleLock, takeLock } from "../../service/embedded/lock.ts";
import { StorageProblem } from "../../service/storage/storage-problem.ts";
import { fileError } from "../../settings/file-errors.ts";
import { makeFolders } from "../../settings/make-folders.ts";
import type { SettingsPaths } from "../../settings/paths.ts";
import { SettingsError } from "../../settings/settings-error.ts";
import { codeOf } from "../../text/thrown.ts";

/**
 * Only one process on this machine changes the settings of a project at a time: a second one would plan from settings that the first is about to
 * change.
 */

const EVERY = 200;

type Turn =
  | {
      readonly isOurs: true;
      readonly end: () => void;
      /** Reason why other processes cannot see the lock; null where they can. */
      readonly trouble: string | null;
    }
  /** Another process holds the lock. */
  | { readonly isOurs: false; readonly pid: number };

/** Error codes of a folder that cannot be written. */
const UNWRITABLE: readonly string[] = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOENT", "ENOTDIR", "EEXIST"];

/**
 * Takes the lock if nobody has it. Where no lock can be written, everybody has it: settings can be changed all the same.
 *
 * @throws SettingsError where another user can write to the folder
 */
export function takeTurn({ state }: Pick<SettingsPaths, "state">, groupId: string): Turn {
  const folder = join(state, "apply", groupId);
  try {
    makeFolders(folder, 0o700);
    return turnIn(folder);
  } catch (error) {
    const cause = error instanceof StorageProblem ? (error.cause ?? error) : error;
    if (UNWRITABLE.includes(codeOf(cause))) {
      const { message } = fileError("write", "its lock", folder, cause);
      const trouble = `Another apply at the same time is not noticed. ${message}`;
      return { isOurs: true, end: () => undefined, trouble };
    }
    throw error instanceof StorageProblem ? new SettingsError(error.message, { cause: error }) : error;
  }
}

function turnIn(folder: string): Turn {
  for (;;) {
    if (takeLock(folder)) return { isOurs: true, end: () => releaseLock(folder), trouble: null };
    const holder = readLock(folder);
    if (holder !== undefined && isHolderRunning(holder)) return { isOurs: false, pid: holder.pid };
    removeStaleLock(folder, holder);
  }
}

/**
 * Waits for the lock.
 *
 * @param timeout maximum wait (ms)
 * @param onWait called once when another process has the lock
 */
export async function turnAt(
  paths: Pick<SettingsPaths, "state">,
  groupId: string,
  timeout: number,
  onWait: (pid: number) => void,
): Promise<Turn> {
  const until = Date.now() + timeout;
  for (let isFirst = true; ; isFirst = false) {
    const turn = takeTurn(paths, groupId);
    if (turn.isOurs || Date.now() >= until) return turn;
    if (isFirst) onWait(turn.pid);
    await wait(EVERY);
  }
}
