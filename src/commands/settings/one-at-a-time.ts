import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isHolding, readLock, releaseLock, removeStaleLock, takeLock } from "../../service/lock.ts";
import type { SettingsPaths } from "../../settings/paths.ts";

/** One apply to a project at a time on this machine: a second one would plan by what the first is about to change. */

const EVERY = 200;

export type Turn =
  | { readonly isOurs: true; readonly end: () => void }
  /** Another process is at it. */
  | { readonly isOurs: false; readonly pid: number };

/**
 * Waits for one's turn.
 *
 * @param timeout how long (ms)
 * @param onWait told once that another process is at it
 */
export async function turnAt(
  { state }: Pick<SettingsPaths, "state">,
  groupId: string,
  timeout: number,
  onWait: (pid: number) => void,
): Promise<Turn> {
  const folder = join(state, "apply", groupId);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const until = Date.now() + timeout;
  for (let isFirst = true; ; isFirst = false) {
    if (takeLock(folder)) return { isOurs: true, end: () => releaseLock(folder) };
    const holder = readLock(folder);
    if (holder === undefined || !isHolding(holder)) {
      removeStaleLock(folder, holder);
      continue;
    }
    if (Date.now() >= until) return { isOurs: false, pid: holder.pid };
    if (isFirst) onWait(holder.pid);
    await wait(EVERY);
  }
}
