import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isHolding, readLock, releaseLock, removeStaleLock, takeLock } from "../../service/embedded/lock.ts";
import { StorageProblem } from "../../service/storage/storage-problem.ts";
import { cannot } from "../../settings/files.ts";
import type { SettingsPaths } from "../../settings/paths.ts";
import { SettingsError } from "../../settings/settings-error.ts";
import { codeOf } from "../../text/thrown.ts";

/** One who changes many settings of a project at a time on this machine: a second one would plan by what the first is about to change. */

const EVERY = 200;

export type Turn =
  | {
      readonly isOurs: true;
      readonly end: () => void;
      /** Why nobody else can see that it is taken; null where everybody can. */
      readonly trouble: string | null;
    }
  /** Another process is at it. */
  | { readonly isOurs: false; readonly pid: number };

/** What a folder that cannot be written fails with. */
const UNWRITABLE: readonly string[] = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOENT", "ENOTDIR", "EEXIST"];

/**
 * Takes the turn if nobody has it. Where turns cannot be written down, it is everybody's: settings are changed all the same.
 *
 * @throws SettingsError where somebody else's hand is in the folder
 */
export function takeTurn({ state }: Pick<SettingsPaths, "state">, groupId: string): Turn {
  const folder = join(state, "apply", groupId);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return turnIn(folder);
  } catch (error) {
    const cause = error instanceof StorageProblem ? (error.cause ?? error) : error;
    if (UNWRITABLE.includes(codeOf(cause))) {
      const { message } = cannot("write", "the turn", folder, cause);
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
    if (holder !== undefined && isHolding(holder)) return { isOurs: false, pid: holder.pid };
    removeStaleLock(folder, holder);
  }
}

/**
 * Waits for one's turn.
 *
 * @param timeout how long (ms)
 * @param onWait told once that another process is at it
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
