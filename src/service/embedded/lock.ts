import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { whyUntrusted } from "../../contract/file-trust.ts";
import { isObject } from "../../contract/json/json.ts";
import { isRunning } from "../../contract/running.ts";
import { codeOf } from "../../text/thrown.ts";
import { asStorageProblem, notTrusted } from "../storage/storage-problem.ts";
import type { ControlAddress } from "./control-client.ts";
import { startOf } from "./process-start.ts";

/**
 * One service per data directory: a lock file with the process that runs it, and its address. The file appears atomically (it is linked into place),
 * and only its owner can read it, because it contains the access to the control surface.
 */
export type LockHolder = {
  readonly pid: number;
  /** Start time of that process (`process-start.ts`): its id may have been reused. Null where the system does not report it. */
  readonly started: string | null;
  /** Null while the service is starting. `publicUrl` is set where it serves other machines: its control surface is not called then. */
  readonly at: (ControlAddress & { readonly publicUrl?: string | undefined }) | null;
};

const FILE = "service.lock";

const fileOf = (dataDir: string): string => join(dataDir, FILE);

/** Writes a temporary file beside the lock, to be moved into place atomically. */
function draftOf(dataDir: string, holder: LockHolder): string {
  const draft = join(dataDir, `${FILE}.${randomUUID()}`);
  try {
    writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: "wx" });
    return draft;
  } catch (failure) {
    rmSync(draft, { force: true });
    throw failure;
  }
}

/** This process as a holder. */
const self = (at: LockHolder["at"]): LockHolder => ({ pid: process.pid, started: startOf(process.pid), at });

/**
 * The holder of a directory, or undefined where there is none or the file is invalid.
 *
 * @throws StorageProblem when another user may have written the file
 */
export function readLock(dataDir: string): LockHolder | undefined {
  const text = readOwn(fileOf(dataDir));
  if (text === undefined) return undefined;
  try {
    const holder: unknown = JSON.parse(text);
    if (!isObject(holder)) return undefined;
    const { pid, started, at } = holder;
    if (typeof pid !== "number" || (typeof started !== "string" && started !== null)) return undefined;
    return { pid, started, at: addressIn(at) };
  } catch (failure) {
    if (failure instanceof SyntaxError) return undefined;
    throw failure;
  }
}

function readOwn(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (failure) {
    if (codeOf(failure) === "ENOENT") return undefined;
    return asStorageProblem(path, () => {
      throw failure;
    });
  }
  try {
    const foreign = whyUntrusted(fstatSync(file));
    if (foreign !== null) throw notTrusted(path, foreign);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function addressIn(at: unknown): LockHolder["at"] {
  if (!isObject(at)) return null;
  const { controlUrl, controlToken, caFile, publicUrl } = at;
  if (typeof controlUrl !== "string" || typeof controlToken !== "string") return null;
  return {
    controlUrl,
    controlToken,
    ...(typeof caFile === "string" ? { caFile } : {}),
    ...(typeof publicUrl === "string" ? { publicUrl } : {}),
  };
}

/** Takes a directory for this process. False when another process was first. */
export function takeLock(dataDir: string): boolean {
  const draft = asStorageProblem(fileOf(dataDir), () => draftOf(dataDir, self(null)));
  try {
    linkSync(draft, fileOf(dataDir));
    return true;
  } catch (failure) {
    if (codeOf(failure) === "EEXIST") return false;
    throw failure;
  } finally {
    unlinkSync(draft);
  }
}

/** Writes the address of the service into the lock. Only its holder calls this. */
export function announceAddress(dataDir: string, at: NonNullable<LockHolder["at"]>): void {
  renameSync(draftOf(dataDir, self(at)), fileOf(dataDir));
}

/** Releases a directory, if this process holds it. */
export function releaseLock(dataDir: string): void {
  if (readLock(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true });
}

/** Removes the lock of an ended process. The file is read again first, so that a successor's lock is never removed. */
export function removeStaleLock(dataDir: string, stale: LockHolder | undefined): void {
  const current = readLock(dataDir);
  if (
    current?.pid !== stale?.pid ||
    current?.started !== stale?.started ||
    current?.at?.controlUrl !== stale?.at?.controlUrl
  )
    return;
  rmSync(fileOf(dataDir), { force: true });
}

/** True while the process that took a directory still runs. */
export function isHolderRunning({ pid, started }: LockHolder): boolean {
  if (!isRunning(pid)) return false;
  const now = startOf(pid);
  return started === null || (process.platform === "win32" && now === null) || started === now;
}
