import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isHolding, readLock, releaseLock, removeStaleLock, takeLock } from "../../service/lock.ts";
import type { SettingsPaths } from "../../settings/paths.ts";

/** One who changes many settings of a project at a time on this machine: a second one would plan by what the first is about to change. */

const EVERY = 200;

export type Turn =
  | { readonly isOurs: true; readonly end: () => void }
  /** Another process is at it. */
  | { readonly isOurs: false; readonly pid: number };

/** Takes the turn if nobody has it. */
export function takeTurn({ state }: Pick<SettingsPaths, "state">, groupId: string): Turn {
  const folder = join(state, "apply", groupId);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    if (takeLock(folder)) return { isOurs: true, end: () => releaseLock(folder) };
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
