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
import { foreignHand } from "../../contract/foreign-hand.ts";
import { isObject } from "../../contract/json/json.ts";
import { isRunning } from "../../contract/running.ts";
import { notTrusted, touching } from "../storage/storage-problem.ts";
import type { ControlAddress } from "./control-client.ts";
import { startOf } from "./process-start.ts";

/**
 * One service a data directory: a file that says which process runs it, and where. The file appears whole or not at all (it is
 * linked into place), and it is readable by its owner only, because it holds the way to the control surface.
 */
export type Holder = {
  readonly pid: number;
  /** When that process began (`process-start.ts`): its number may be another's by now. Null where the system does not tell. */
  readonly started: string | null;
  /** Null while the service is still starting. A `publicUrl` is there where it serves other machines: its control surface is not asked then. */
  readonly at: (ControlAddress & { readonly publicUrl?: string | undefined }) | null;
};

const FILE = "service.lock";

const fileOf = (dataDir: string): string => join(dataDir, FILE);

/** A file of its own beside the lock, to be put in its place whole. */
function draftOf(dataDir: string, holder: Holder): string {
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
const self = (at: Holder["at"]): Holder => ({ pid: process.pid, started: startOf(process.pid), at });

/**
 * Who holds a directory, or undefined where nobody does or the file says nothing.
 *
 * @throws StorageProblem when somebody else may have put the file there
 */
export function readLock(dataDir: string): Holder | undefined {
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
    if (isMissing(failure)) return undefined;
    return touching(path, () => {
      throw failure;
    });
  }
  try {
    const foreign = foreignHand(fstatSync(file));
    if (foreign !== null) throw notTrusted(path, foreign);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function addressIn(at: unknown): Holder["at"] {
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

const isMissing = (failure: unknown): boolean =>
  failure instanceof Error && "code" in failure && failure.code === "ENOENT";

const isTaken = (failure: unknown): boolean =>
  failure instanceof Error && "code" in failure && failure.code === "EEXIST";

/** Takes a directory for this process. False when somebody else was first. */
export function takeLock(dataDir: string): boolean {
  const draft = touching(fileOf(dataDir), () => draftOf(dataDir, self(null)));
  try {
    linkSync(draft, fileOf(dataDir));
    return true;
  } catch (failure) {
    if (isTaken(failure)) return false;
    throw failure;
  } finally {
    unlinkSync(draft);
  }
}

/** Says where the service that holds the directory is reached. Only its holder calls this. */
export function announce(dataDir: string, at: NonNullable<Holder["at"]>): void {
  renameSync(draftOf(dataDir, self(at)), fileOf(dataDir));
}

/** Gives a directory back, if this process holds it. */
export function releaseLock(dataDir: string): void {
  if (readLock(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true });
}

/** Removes what a process left behind that is gone. The file is looked at again, so that a successor's is never removed. */
export function removeStaleLock(dataDir: string, stale: Holder | undefined): void {
  const current = readLock(dataDir);
  if (
    current?.pid !== stale?.pid ||
    current?.started !== stale?.started ||
    current?.at?.controlUrl !== stale?.at?.controlUrl
  )
    return;
  rmSync(fileOf(dataDir), { force: true });
}

/** Whether the process that took a directory still runs. */
export function isHolding({ pid, started }: Holder): boolean {
  if (!isRunning(pid)) return false;
  const now = startOf(pid);
  return started === null || (process.platform === "win32" && now === null) || started === now;
}
