import { rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { isLoopback } from "../server/addresses.ts";
import { isReady, type ServiceReady } from "../server/ready.ts";
import { asStorageProblem, StorageProblem } from "../storage/storage-problem.ts";
import { askControl, type ControlAddress } from "./control-client.ts";
import { isHolderRunning, type LockHolder, readLock, removeStaleLock, takeLock } from "./lock.ts";
import { dataFile, makeDataDirectory, type OwnDirectory, ownDirectory } from "./own-directory.ts";
import { isForeignPort } from "./port-owner.ts";

/** The directory of a service's data, which this process or another one may hold. */

/** Maximum startup time of a directory's holder, in milliseconds; after that it counts as hung. */
const START_LIMIT = 30_000;
const ANSWER_LIMIT = 5000;
const LOOK_EVERY = 50;

/** A directory taken for a service of this process, or the service that already runs on it. */
type Taken =
  | { readonly kind: "own"; readonly directory: OwnDirectory }
  | { readonly kind: "running"; readonly ready: ServiceReady; readonly pid: number };

/** Removes the data of a directory; the directory and the lock stay. */
export function removeData(dataDir: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    const file = `${dataFile(dataDir)}${suffix}`;
    asStorageProblem(file, () => rmSync(file, { force: true }));
  }
}

/**
 * Takes a data directory, or finds the service that runs on it. The lock of an ended process is removed; a running one counts only after it has
 * answered.
 *
 * @throws when the holding process is alive and does not answer, or serves other machines
 */
export async function takeDataDirectory(dataDir: string): Promise<Taken> {
  makeDataDirectory(dataDir);
  const limit = Date.now() + START_LIMIT;
  for (;;) {
    if (takeLock(dataDir)) return { kind: "own", directory: ownDirectory(dataDir) };
    const holder = readLock(dataDir);
    const state = await stateOf(holder);
    if (state.kind === "ready" && holder !== undefined) return { kind: "running", ready: state.ready, pid: holder.pid };
    if (state.kind === "ended") removeStaleLock(dataDir, holder);
    else if (state.kind === "public") {
      throw new StorageProblem(
        `Process ${holder?.pid} serves ${dataDir} to other machines at ${state.url}. Connect to it with a profile, end the process, or choose another directory with sextant serve --data.`,
      );
    } else if (Date.now() > limit) {
      throw new StorageProblem(
        `Process ${holder?.pid} runs a service on ${dataDir} that does not respond. End the process, or choose another directory with sextant serve --data.`,
      );
    } else await wait(LOOK_EVERY);
  }
}

type HolderState =
  | { readonly kind: "ready"; readonly ready: ServiceReady }
  | { readonly kind: "public"; readonly url: string }
  | { readonly kind: "ended" | "silent" };

/** State of a holder: ready, ended, or alive without an answer (yet). Its address is called only while its process lives. */
async function stateOf(holder: LockHolder | undefined): Promise<HolderState> {
  if (holder === undefined || !isHolderRunning(holder)) return { kind: "ended" };
  if (holder.at === null) return { kind: "silent" };
  if (holder.at.publicUrl !== undefined) return { kind: "public", url: holder.at.publicUrl };
  if (!isTrusted(holder.at)) return { kind: "ended" };
  try {
    const ready = await askControl(holder.at, "/ready", ANSWER_LIMIT);
    // Another program has the port: the holder no longer uses it.
    return isReady(ready) && leadsTo(ready, holder.at) ? { kind: "ready", ready } : { kind: "ended" };
  } catch (failure) {
    const isTimeout = failure instanceof Error && (failure.name === "TimeoutError" || failure.name === "AbortError");
    return { kind: isTimeout && isHolderRunning(holder) ? "silent" : "ended" };
  }
}

/** True for addresses at which a service of this user can be: on this machine, with a port that no other user holds. */
function isTrusted({ controlUrl }: ControlAddress): boolean {
  const url = URL.parse(controlUrl);
  return url !== null && isLoopback(url.hostname) && !isForeignPort(Number(url.port));
}

/** True when all addresses of a ready line are those of the holder, with the same certificate. */
const leadsTo = (ready: ServiceReady, at: ControlAddress): boolean =>
  ready.controlUrl === at.controlUrl &&
  ready.controlToken === at.controlToken &&
  ready.caFile === at.caFile &&
  [ready.baseUrl, ready.metricsUrl, ready.tokenUrl].every(
    (url) => URL.parse(url)?.origin === URL.parse(at.controlUrl)?.origin,
  );
