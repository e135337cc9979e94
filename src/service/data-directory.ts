import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { askControl } from "./control-client.ts";
import { announce, type Holder, isAlive, readLock, releaseLock, removeStaleLock, takeLock } from "./lock.ts";
import type { ServiceReady } from "./ready.ts";

/** Where a service keeps its data between starts, and who runs on it. */

/** The file of the data in its directory. */
export const dataFile = (dataDir: string): string => join(dataDir, "service.sqlite");

/** How long the holder of a directory may take to come up, in milliseconds; then it counts as hung. */
const START_LIMIT = 30_000;
const ANSWER_LIMIT = 5000;
const LOOK_EVERY = 50;

/** A directory taken for a service of this process, or the service that already runs on it. */
export type Taken =
  | { readonly kind: "mine"; announce(ready: ServiceReady): void; release(): void }
  | { readonly kind: "running"; readonly ready: ServiceReady; readonly pid: number };

/** Makes a data directory that only its owner can read. */
export function makeDataDirectory(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
}

/** Removes the data of a directory; the directory and the lock stay. */
export function removeData(dataDir: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${dataFile(dataDir)}${suffix}`, { force: true });
}

/**
 * Takes a data directory, or finds the service that runs on it. What a process left behind that is gone is cleared away; a
 * running one is believed only after it has answered.
 *
 * @throws when the process that holds the directory is alive and does not answer
 */
export async function takeDataDirectory(dataDir: string): Promise<Taken> {
  makeDataDirectory(dataDir);
  const limit = Date.now() + START_LIMIT;
  for (;;) {
    if (takeLock(dataDir)) {
      return {
        kind: "mine",
        announce: ({ controlUrl, controlToken, caFile }) => announce(dataDir, { controlUrl, controlToken, caFile }),
        release: () => releaseLock(dataDir),
      };
    }
    const holder = readLock(dataDir);
    const state = await stateOf(holder);
    if (state.kind === "ready" && holder !== undefined) return { kind: "running", ready: state.ready, pid: holder.pid };
    if (state.kind === "gone") removeStaleLock(dataDir, holder);
    else if (Date.now() > limit) {
      throw new Error(
        `process ${holder?.pid} holds ${dataDir} and does not answer: stop it, or name another data directory.`,
      );
    } else await wait(LOOK_EVERY);
  }
}

type HolderState = { readonly kind: "ready"; readonly ready: ServiceReady } | { readonly kind: "gone" | "silent" };

/** How a holder is: it answers, it is gone, or it lives and says nothing (yet). */
async function stateOf(holder: Holder | undefined): Promise<HolderState> {
  if (holder === undefined) return { kind: "gone" };
  if (holder.at === null) return { kind: isAlive(holder.pid) ? "silent" : "gone" };
  try {
    const ready = await askControl(holder.at, "/ready", ANSWER_LIMIT);
    // Somebody else's program got the port: the holder no longer has it.
    return isReady(ready) ? { kind: "ready", ready } : { kind: "gone" };
  } catch (failure) {
    const late = failure instanceof Error && (failure.name === "TimeoutError" || failure.name === "AbortError");
    return { kind: late && isAlive(holder.pid) ? "silent" : "gone" };
  }
}

const TEXTS = ["baseUrl", "metricsUrl", "tokenUrl", "controlUrl", "controlToken", "orgId", "groupId"] as const;

/** Whether an answer is the ready line of a service of this program. */
export function isReady(value: unknown): value is ServiceReady {
  if (typeof value !== "object" || value === null) return false;
  const entries = new Map(Object.entries(value));
  return TEXTS.every((name) => typeof entries.get(name) === "string") && Array.isArray(entries.get("groups"));
}
