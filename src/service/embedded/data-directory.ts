import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { foreignMaker } from "../../contract/foreign-hand.ts";
import { isLoopback } from "../server/addresses.ts";
import type { ServiceReady } from "../server/ready.ts";
import { directoryNotTrusted, StorageProblem, touching } from "../storage/storage-problem.ts";
import { askControl, type ControlAddress } from "./control-client.ts";
import { announce, type Holder, isHolding, readLock, releaseLock, removeStaleLock, takeLock } from "./lock.ts";
import { isForeignPort } from "./port-owner.ts";

/** Where a service keeps its data between starts, and who runs on it. */

/** The file of the data in its directory. */
export const dataFile = (dataDir: string): string => join(dataDir, "service.sqlite");

/** How long the holder of a directory may take to come up, in milliseconds; then it counts as hung. */
const START_LIMIT = 30_000;
const ANSWER_LIMIT = 5000;
const LOOK_EVERY = 50;

/** A directory taken for a service of this process, or the service that already runs on it. */
export type Taken =
  | { readonly kind: "mine"; announce(ready: ServiceReady, isOpen?: boolean): void; release(): void }
  | { readonly kind: "running"; readonly ready: ServiceReady; readonly pid: number };

/**
 * Makes a data directory that only its owner can read, and what is missing above it. One that is there already keeps its mode, and is
 * refused where another user could put files into it. (The `recursive` of Node never returns where the system makes no directories, as in
 * `/proc`.)
 */
function makeDataDirectory(dataDir: string): void {
  touching(dataDir, () => {
    const missing: string[] = [];
    for (let folder = resolve(dataDir); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
    for (const folder of missing) makeFolder(folder);
    readdirSync(dataDir);
    const foreign = foreignMaker(statSync(dataDir));
    if (foreign !== null) throw directoryNotTrusted(dataDir, foreign);
  });
}

/** Another process may have made it since somebody looked. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (failure) {
    if (!existsSync(folder)) throw failure;
  }
}

/** Removes the data of a directory; the directory and the lock stay. */
export function removeData(dataDir: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    const file = `${dataFile(dataDir)}${suffix}`;
    touching(file, () => rmSync(file, { force: true }));
  }
}

/**
 * Takes a data directory, or finds the service that runs on it. What a process left behind that is gone is cleared away; a
 * running one is believed only after it has answered.
 *
 * @throws when the process that holds the directory is alive and does not answer, or serves other machines
 */
export async function takeDataDirectory(dataDir: string): Promise<Taken> {
  makeDataDirectory(dataDir);
  const limit = Date.now() + START_LIMIT;
  for (;;) {
    if (takeLock(dataDir)) {
      return {
        kind: "mine",
        announce: (ready, isOpen = false) => announce(dataDir, addressesOf(ready, isOpen)),
        release: () => releaseLock(dataDir),
      };
    }
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

/** What a lock says of a service. One that serves other machines is not joined: this machine may not reach it as they do. */
function addressesOf(
  { baseUrl, controlUrl, controlToken, caFile }: ServiceReady,
  isOpen: boolean,
): NonNullable<Holder["at"]> {
  return { controlUrl, controlToken, caFile, ...(isOpen ? { publicUrl: baseUrl } : {}) };
}

type HolderState =
  | { readonly kind: "ready"; readonly ready: ServiceReady }
  | { readonly kind: "public"; readonly url: string }
  | { readonly kind: "ended" | "silent" };

/** How a holder is: it answers, it is gone, or it lives and says nothing (yet). Where it said to be is asked only while it lives. */
async function stateOf(holder: Holder | undefined): Promise<HolderState> {
  if (holder === undefined || !isHolding(holder)) return { kind: "ended" };
  if (holder.at === null) return { kind: "silent" };
  if (holder.at.publicUrl !== undefined) return { kind: "public", url: holder.at.publicUrl };
  if (!isTrusted(holder.at)) return { kind: "ended" };
  try {
    const ready = await askControl(holder.at, "/ready", ANSWER_LIMIT);
    // Somebody else's program got the port: the holder no longer has it.
    return isReady(ready) && leadsTo(ready, holder.at) ? { kind: "ready", ready } : { kind: "ended" };
  } catch (failure) {
    const isTimeout = failure instanceof Error && (failure.name === "TimeoutError" || failure.name === "AbortError");
    return { kind: isTimeout && isHolding(holder) ? "silent" : "ended" };
  }
}

/** Whether an address is one where a service of this user can be: on this machine, and not listened at by another user. */
function isTrusted({ controlUrl }: ControlAddress): boolean {
  const url = URL.parse(controlUrl);
  return url !== null && isLoopback(url.hostname) && !isForeignPort(Number(url.port));
}

/** Whether everything that a ready line names is at the address of the holder, and is trusted by the same certificate. */
const leadsTo = (ready: ServiceReady, at: ControlAddress): boolean =>
  ready.controlUrl === at.controlUrl &&
  ready.controlToken === at.controlToken &&
  ready.caFile === at.caFile &&
  [ready.baseUrl, ready.metricsUrl, ready.tokenUrl].every(
    (url) => URL.parse(url)?.origin === URL.parse(at.controlUrl)?.origin,
  );

const TEXTS = ["baseUrl", "metricsUrl", "tokenUrl", "controlUrl", "controlToken", "orgId", "groupId"] as const;

/** Whether an answer is the ready line of a service of this program. */
export function isReady(value: unknown): value is ServiceReady {
  if (typeof value !== "object" || value === null) return false;
  const entries = new Map(Object.entries(value));
  return TEXTS.every((name) => typeof entries.get(name) === "string") && Array.isArray(entries.get("groups"));
}
