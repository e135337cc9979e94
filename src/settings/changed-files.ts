import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { isRunning } from "../contract/running.ts";
import { codeOf } from "../text/thrown.ts";
import { fileError } from "./file-errors.ts";
import {
  FILE_MODE,
  type FileKind,
  ownFolder,
  readDocument,
  readDocumentNow,
  writeDocument,
  writeDocumentNow,
} from "./files.ts";
import { SettingsError } from "./settings-error.ts";

/**
 * Changes a file that several consoles write: each change starts from the file's current content, under a lock file that no other change can take
 * between reading and writing. Otherwise one of two simultaneous changes would be lost.
 */

/** Computes the new content; null leaves the file unchanged. It is called once, and its errors are passed on. */
export type DocumentChange<Schema extends z.ZodType> = (
  now: z.output<Schema> | null,
) => (z.input<Schema> & object) | null;

/** A change takes a few writes: an older lock belongs to a process on another machine, or to a disk that hangs (ms). */
const LONGEST = 10_000;
/** Maximum wait for the lock when the program exits (ms). */
const LONGEST_AT_EXIT = 500;
const EVERY = 20;

/** Changes of this process by file: the last one that is running or queued. */
const changes = new Map<string, Promise<void>>();

const turnOf = (path: string): string => join(dirname(path), `.${basename(path)}.turn`);

function isTaken(turn: string): boolean {
  try {
    const file = openSync(turn, "wx", FILE_MODE);
    try {
      writeSync(file, `${process.pid} ${hostname()}`);
    } catch (error) {
      // Without a holder's name it would hold up the next change, once the disk has room again.
      rmSync(turn, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Current time on the clock of a folder's file system (ms), which may be another machine's. */
function diskTime(folder: string): number {
  const file = join(folder, `.${randomUUID()}.time`);
  try {
    writeFileSync(file, "", { mode: FILE_MODE, flag: "wx" });
    return statSync(file).mtimeMs;
  } finally {
    rmSync(file, { force: true });
  }
}

/** True if a lock of this age cannot be in use. Compares with both clocks, because the file system's clock has dated the lock. */
function isOver(taken: number, folder: string): boolean {
  const isFar = (now: number): boolean => Math.abs(now - taken) > LONGEST;
  return isFar(Date.now()) && isFar(diskTime(folder));
}

/** True if the process that wrote the lock no longer runs. A process may not have written its id yet, and another machine's processes are unknown. */
function isGone(content: string): boolean {
  const [pid = "", host = hostname()] = content.split(" ");
  return Number(pid) > 0 && host === hostname() && !isRunning(Number(pid));
}

/** Removes a lock whose process no longer runs, or which is too old to be in use. */
function removeForsaken(turn: string): void {
  try {
    const content = readFileSync(turn, "utf8");
    const isForsaken = isGone(content) || isOver(statSync(turn).mtimeMs, dirname(turn));
    if (isForsaken) rmSync(turn, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** Tries to take the lock once; true if it succeeded. */
function tryTurn(path: string, what: string): boolean {
  const turn = turnOf(path);
  try {
    if (isTaken(turn)) return true;
    removeForsaken(turn);
    return false;
  } catch (error) {
    throw fileError("write", what, path, error);
  }
}

const endTurn = (path: string): void => rmSync(turnOf(path), { force: true });

async function changeInTurn<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
  change: DocumentChange<Schema>,
): Promise<void> {
  try {
    await ownFolder(dirname(path), kind.what);
  } catch (error) {
    throw error instanceof SettingsError ? error : fileError("write", kind.what, path, error);
  }
  const until = Date.now() + LONGEST;
  let isOurs = tryTurn(path, kind.what);
  while (!isOurs && Date.now() < until) {
    await wait(EVERY);
    isOurs = tryTurn(path, kind.what);
  }
  try {
    const next = change(await readDocument(path, kind));
    if (next !== null) await writeDocument(path, kind, next);
  } finally {
    if (isOurs) endTurn(path);
  }
}

/**
 * Changes a file, after the other changes that are under way.
 *
 * @throws SettingsError if the file cannot be read or written; its former content is then untouched
 */
export function changeDocument<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
  change: DocumentChange<Schema>,
): Promise<void> {
  const before = changes.get(path) ?? Promise.resolve();
  const done = before.then(() => changeInTurn(path, kind, change));
  const ended = done.catch(() => undefined);
  changes.set(path, ended);
  void ended.then(() => {
    if (changes.get(path) === ended) changes.delete(path);
  });
  return done;
}

/** Synchronous `changeDocument`, for the exit of the program. It does not wait for a change of this process that is under way. */
export function changeDocumentNow<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
  change: DocumentChange<Schema>,
): void {
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  const until = Date.now() + LONGEST_AT_EXIT;
  // If the folder does not exist yet, no other process writes into it.
  const isShared = existsSync(dirname(path)) && !changes.has(path);
  let isOurs = isShared && tryTurn(path, kind.what);
  while (isShared && !isOurs && Date.now() < until) {
    Atomics.wait(sleep, 0, 0, EVERY);
    isOurs = tryTurn(path, kind.what);
  }
  try {
    const next = change(readDocumentNow(path, kind));
    if (next !== null) writeDocumentNow(path, kind, next);
  } finally {
    if (isOurs) endTurn(path);
  }
}
