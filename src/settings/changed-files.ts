import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { isRunning } from "../contract/running.ts";
import { codeOf } from "../text/thrown.ts";
import {
  cannot,
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
 * Changes of a file that several consoles change: each begins with what the file says then, and no other change gets between its
 * reading and its writing. Otherwise one of two changes at once would be lost.
 */

/** What the file is to say; null leaves it as it is. It is called once, and what it throws is passed on. */
export type DocumentChange<Schema extends z.ZodType> = (
  now: z.output<Schema> | null,
) => (z.input<Schema> & object) | null;

/** A change takes a few writes: a turn that is older is of a process of another machine, or of a disk that does not end. */
const LONGEST = 10_000;
/** Nobody waits that long at the end of the program. */
const LONGEST_AT_EXIT = 500;
const EVERY = 20;

/** The changes of this process, by file: the last one that is under way or waits. */
const changes = new Map<string, Promise<void>>();

const turnOf = (path: string): string => join(dirname(path), `.${basename(path)}.turn`);

function isTaken(turn: string): boolean {
  try {
    const file = openSync(turn, "wx", FILE_MODE);
    try {
      writeSync(file, `${process.pid} ${hostname()}`);
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Now by the clock of the disk that a folder is on (ms): it may be another machine's. */
function diskTime(folder: string): number {
  const file = join(folder, `.${randomUUID()}.time`);
  try {
    writeFileSync(file, "", { mode: FILE_MODE, flag: "wx" });
    return statSync(file).mtimeMs;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Whether a turn that was taken then cannot be one. Where the two clocks differ, that of the disk has dated it. */
function isOver(taken: number, folder: string): boolean {
  const isFar = (now: number): boolean => Math.abs(now - taken) > LONGEST;
  return isFar(Date.now()) && isFar(diskTime(folder));
}

/** Whether the process that wrote this is gone. One that has just begun its turn may not have written yet; of another machine's nothing is known. */
function isGone(content: string): boolean {
  const [pid = "", host = hostname()] = content.split(" ");
  return Number(pid) > 0 && host === hostname() && !isRunning(Number(pid));
}

/** Removes a turn whose process is gone, or which is too old to be one. */
function removeForsaken(turn: string): void {
  try {
    const content = readFileSync(turn, "utf8");
    const isForsaken = isGone(content) || isOver(statSync(turn).mtimeMs, dirname(turn));
    if (isForsaken) rmSync(turn, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** One try at a turn; whether it was had. */
function tryTurn(path: string, what: string): boolean {
  const turn = turnOf(path);
  try {
    if (isTaken(turn)) return true;
    removeForsaken(turn);
    return false;
  } catch (error) {
    throw cannot("write", what, path, error);
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
    throw error instanceof SettingsError ? error : cannot("write", kind.what, path, error);
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
 * Changes a whole file, after the changes of others that are under way.
 *
 * @throws SettingsError when it cannot be read or written; what stood there before is untouched then
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

/** The same while no other code runs: for the last moment of the program. A change of this process that is under way is not waited for. */
export function changeDocumentNow<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
  change: DocumentChange<Schema>,
): void {
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  const until = Date.now() + LONGEST_AT_EXIT;
  // Where the folder is not there yet, nobody else writes into it.
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
