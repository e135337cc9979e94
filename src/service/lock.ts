import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../contract/json.ts";
import type { ControlAddress } from "./control-client.ts";

/**
 * One service a data directory: a file that says which process runs it, and where. The file appears whole or not at all (it is
 * linked into place), and it is readable by its owner only, because it holds the way to the control surface.
 */
export type Holder = {
  readonly pid: number;
  /** Null while the service is still starting. */
  readonly at: ControlAddress | null;
};

const FILE = "service.lock";

const fileOf = (dataDir: string): string => join(dataDir, FILE);

/** A file of its own beside the lock, to be put in its place whole. */
function draftOf(dataDir: string, holder: Holder): string {
  const draft = join(dataDir, `${FILE}.${randomUUID()}`);
  writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: "wx" });
  return draft;
}

/** Who holds a directory, or undefined. */
export function readLock(dataDir: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(fileOf(dataDir), "utf8"));
    if (!isObject(holder) || typeof holder["pid"] !== "number") return undefined;
    const at = holder["at"];
    return { pid: holder["pid"], at: addressIn(at) };
  } catch (failure) {
    if (isMissing(failure) || failure instanceof SyntaxError) return undefined;
    throw failure;
  }
}

function addressIn(at: unknown): ControlAddress | null {
  if (!isObject(at)) return null;
  const { controlUrl, controlToken, caFile } = at;
  if (typeof controlUrl !== "string" || typeof controlToken !== "string") return null;
  return { controlUrl, controlToken, ...(typeof caFile === "string" ? { caFile } : {}) };
}

const isMissing = (failure: unknown): boolean =>
  failure instanceof Error && "code" in failure && failure.code === "ENOENT";

const isTaken = (failure: unknown): boolean =>
  failure instanceof Error && "code" in failure && failure.code === "EEXIST";

/** Takes a directory for this process. False when somebody else was first. */
export function takeLock(dataDir: string): boolean {
  const draft = draftOf(dataDir, { pid: process.pid, at: null });
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
  renameSync(draftOf(dataDir, { pid: process.pid, at }), fileOf(dataDir));
}

/** Gives a directory back, if this process holds it. */
export function releaseLock(dataDir: string): void {
  if (readLock(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true });
}

/** Removes what a process left behind that is gone. The file is looked at again, so that a successor's is never removed. */
export function removeStaleLock(dataDir: string, stale: Holder | undefined): void {
  const current = readLock(dataDir);
  if (current?.pid !== stale?.pid || current?.at?.controlUrl !== stale?.at?.controlUrl) return;
  rmSync(fileOf(dataDir), { force: true });
}

/** Whether a process of this machine is alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return failure instanceof Error && "code" in failure && failure.code === "EPERM";
  }
}
