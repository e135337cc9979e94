import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { whyUntrustedFolder } from "../../contract/file-trust.ts";
import type { ServiceReady } from "../server/ready.ts";
import { asStorageProblem, directoryNotTrusted } from "../storage/storage-problem.ts";
import { announceAddress, type LockHolder, releaseLock, takeLock } from "./lock.ts";

/** The directory of the data of a service in this process. */
export type OwnDirectory = {
  /** Writes the address of the service into the lock, where other processes look for it. */
  announce(ready: ServiceReady, isOpen?: boolean): void;
  release(): void;
};

/** The data file in its directory. */
export const dataFile = (dataDir: string): string => join(dataDir, "service.sqlite");

/**
 * Creates a data directory that only its owner can read, and missing parents. An existing one keeps its mode, and is refused where another user could
 * write to it. (Node's `recursive` option never returns where the system creates no directories, as in `/proc`.)
 */
export function makeDataDirectory(dataDir: string): void {
  asStorageProblem(dataDir, () => {
    const missing: string[] = [];
    for (let folder = resolve(dataDir); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
    for (const folder of missing) makeFolder(folder);
    readdirSync(dataDir);
    const foreign = whyUntrustedFolder(statSync(dataDir));
    if (foreign !== null) throw directoryNotTrusted(dataDir, foreign);
  });
}

/** Another process may have created it meanwhile. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (failure) {
    if (!existsSync(folder)) throw failure;
  }
}

/** The addresses for the lock. A service for other machines is not joined: this machine may not be able to reach it at their address. */
function addressesOf(
  { baseUrl, controlUrl, controlToken, caFile }: ServiceReady,
  isOpen: boolean,
): NonNullable<LockHolder["at"]> {
  return { controlUrl, controlToken, caFile, ...(isOpen ? { publicUrl: baseUrl } : {}) };
}

/** A directory whose lock this process has. */
export const ownDirectory = (dataDir: string): OwnDirectory => ({
  announce: (ready, isOpen = false) => announceAddress(dataDir, addressesOf(ready, isOpen)),
  release: () => releaseLock(dataDir),
});

/** Takes a directory if it is free, without waiting. Null where it is held or cannot be used. */
export function takeAtOnce(dataDir: string): OwnDirectory | null {
  try {
    makeDataDirectory(dataDir);
    return takeLock(dataDir) ? ownDirectory(dataDir) : null;
  } catch {
    return null;
  }
}
