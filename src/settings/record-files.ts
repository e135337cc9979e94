import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import { isObject, type Json, parseJson, writeJson } from "../contract/json/json.ts";
import {
  cannot,
  FILE_MODE,
  type FileKind,
  ownFolder,
  readingFailed,
  refuseForeign,
  syncFolder,
  writeAtomically,
} from "./files.ts";
import { SettingsError } from "./settings-error.ts";

/**
 * Files of lines, one record a line, that several programs append to at the same time. One that would grow for ever is rotated: at a
 * size it is renamed as a whole, and the oldest of those that were renamed goes.
 */

export type RecordKind<Schema extends z.ZodType = z.ZodType> = FileKind<Schema> & {
  /** From this size on (bytes) a file is put aside, and so many of those are kept. */
  readonly rotation?: { readonly bytes: number; readonly files: number };
};

const linesOf = <Schema extends z.ZodType>(
  { version }: FileKind<Schema>,
  records: readonly (z.input<Schema> & object)[],
): string => records.map((record) => `${writeJson({ v: version, ...record })}\n`).join("");

/**
 * Appends records to a file of lines, in a single write (O_APPEND), so that two programs may append at the same time. Each
 * record carries the schema version as `v`.
 *
 * @param durable wait until the lines are on the disk (a journal), or leave that to the system (samples)
 */
export async function appendRecords<Schema extends z.ZodType>(
  path: string,
  kind: RecordKind<Schema>,
  records: readonly (z.input<Schema> & object)[],
  durable = true,
): Promise<void> {
  try {
    await ownFolder(dirname(path), kind.what);
    const file = await open(path, "a+", FILE_MODE);
    let size: number;
    try {
      refuseForeign(await file.stat(), kind.what, path);
      // The line of a program that was killed in the middle of it must not swallow this one.
      const start = (await endsInsideLine(file)) ? "\n" : "";
      const lines = `${start}${linesOf(kind, records)}`;
      await file.appendFile(lines);
      if (durable) await file.datasync();
      ({ size } = await file.stat());
      // A file of these lines alone is a new one: its name has to be on the disk as well.
      if (durable && size === Buffer.byteLength(lines)) await syncFolder(dirname(path));
    } finally {
      await file.close();
    }
    if (kind.rotation !== undefined && size >= kind.rotation.bytes) await rotate(path, kind.rotation.files);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw cannot("write", kind.what, path, error);
  }
}

/** Appends one record. */
export const appendRecord = <Schema extends z.ZodType>(
  path: string,
  kind: RecordKind<Schema>,
  record: z.input<Schema> & object,
  durable = true,
): Promise<void> => appendRecords(path, kind, [record], durable);

/**
 * Replaces a file of lines whole, or not at all.
 *
 * @throws SettingsError when it cannot be written; what stood there before is untouched then
 */
export async function rewriteRecords<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
  records: readonly (z.input<Schema> & object)[],
): Promise<void> {
  await writeAtomically(path, linesOf(kind, records), kind.what);
}

async function endsInsideLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
}

/** A file that was put aside: `journal.000012-1f0c5a7e.jsonl`. The number is its place in time, whatever clocks have said. */
const aside = (path: string, number: number): string => {
  const ending = extname(path);
  const stem = path.slice(0, path.length - ending.length);
  return `${stem}.${String(number).padStart(6, "0")}-${randomUUID().slice(0, 8)}${ending}`;
};

type PutAside = { readonly path: string; readonly number: number };

/** The files that were put aside, the oldest first. */
async function putAside(path: string): Promise<readonly PutAside[]> {
  const ending = extname(path);
  const stem = basename(path, ending);
  const names = await readdir(dirname(path));
  return names
    .flatMap((name): readonly PutAside[] => {
      const middle =
        name.startsWith(`${stem}.`) && name.endsWith(ending) ? name.slice(stem.length, -ending.length) : "";
      const number = /^\.(\d{6,9})-[0-9a-f]{8}$/u.exec(middle)?.[1];
      return number === undefined ? [] : [{ path: join(dirname(path), name), number: Number(number) }];
    })
    .toSorted((left, right) => left.number - right.number);
}

/**
 * Puts a file aside and removes the oldest of those before it. Whatever another program does at the same time, no line is lost: one that
 * is just appending does so to the renamed file, and no name is used twice. That it fails is no failure of the line that was written.
 */
async function rotate(path: string, files: number): Promise<void> {
  try {
    const others = await putAside(path);
    await rename(path, aside(path, (others.at(-1)?.number ?? 0) + 1));
    await syncFolder(dirname(path));
    for (const { path: oldest } of others.slice(0, Math.max(0, others.length + 1 - files))) {
      await rm(oldest, { force: true });
    }
  } catch {
    // Another program has just done it, or the folder takes no new name: it is tried again after the next line.
  }
}

/** What a file of lines holds, and how many of its lines could not be used. */
export type Records<Record> = {
  readonly records: readonly Record[];
  /** Lines that are no such record: cut off by a kill, or edited by hand. */
  readonly broken: number;
  /** Lines that a newer Sextant wrote. */
  readonly newer: number;
  /** There are older lines, which were not read. */
  readonly isCut: boolean;
};

type Text = { readonly text: string; readonly bytes: number; readonly isCut: boolean; readonly entry: Stats };

const OF_A_READ = 1 << 20;

/** The last bytes of a file, from the beginning of a line on; null when there is no such file. */
async function lastLines(path: string, what: string, most: number): Promise<Text | null> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY);
    refuseForeign(await stat(dirname(path)), what, dirname(path));
    const entry = await file.stat();
    refuseForeign(entry, what, path);
    const start = Math.max(0, entry.size - most);
    const pieces: Buffer[] = [];
    for (let at = start; at < entry.size; ) {
      const length = Math.min(OF_A_READ, entry.size - at);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead === 0) break;
      pieces.push(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    const bytes = Buffer.concat(pieces);
    const first = start === 0 ? 0 : bytes.indexOf(0x0a) + 1;
    const text = start > 0 && first === 0 ? "" : bytes.toString("utf8", first);
    return { text, bytes: bytes.length, isCut: start > 0, entry };
  } catch (error) {
    return readingFailed(path, what, error);
  } finally {
    await file?.close();
  }
}

/** The texts of a file and of those before it, the oldest first, as far as there is room for them. */
async function textsOf(path: string, kind: RecordKind, most: number): Promise<readonly Text[]> {
  const current = await lastLines(path, kind.what, most);
  const texts = current === null ? [] : [current];
  if (kind.rotation === undefined) return texts;
  const others = await putAside(path).catch((error: unknown) => readingFailed(dirname(path), kind.what, error) ?? []);
  let room = most - (current?.bytes ?? 0);
  for (const { path: other } of others.toReversed()) {
    if (room <= 0) return texts.map((text, index) => (index === 0 ? { ...text, isCut: true } : text));
    const found = await lastLines(other, kind.what, room);
    // It is the file that was read first, and was put aside a moment ago.
    if (found === null || (current !== null && isSameFile(found.entry, current.entry))) continue;
    texts.unshift(found);
    room -= found.bytes;
  }
  return texts;
}

const isSameFile = (left: Stats, right: Stats): boolean => left.dev === right.dev && left.ino === right.ino;

/** For so long lines are read before everything else has its turn (ms): a key is answered meanwhile. */
const IN_ONE_TURN = 4;

/** Lines between two looks at the clock. */
const LINES_IN_ONE_TURN = 16;

/**
 * Reads a file of lines. A line that does not fit is counted, not fatal: the rest of a journal is still true.
 *
 * @param most bytes that are read at most; the newest lines are
 */
export async function readRecords<Schema extends z.ZodType>(
  path: string,
  kind: RecordKind<Schema>,
  most = Number.POSITIVE_INFINITY,
): Promise<Records<z.output<Schema>>> {
  const texts = await textsOf(path, kind, most);
  const records: z.output<Schema>[] = [];
  let broken = 0;
  let newer = 0;
  let turn = performance.now();
  for (const { text } of texts) {
    for (const [index, line] of text.split("\n").entries()) {
      if (index % LINES_IN_ONE_TURN === 0 && performance.now() - turn > IN_ONE_TURN) {
        await nextTurn();
        turn = performance.now();
      }
      if (line.trim() === "") continue;
      const json = parseJson(line);
      const value: Json | undefined = json.ok ? json.value : undefined;
      if (!isObject(value) || typeof value["v"] !== "number") {
        broken += 1;
      } else if (value["v"] > kind.version) {
        newer += 1;
      } else {
        const { v: _version, ...rest } = value;
        const checked = kind.schema.safeParse(rest);
        if (checked.success) records.push(checked.data);
        else broken += 1;
      }
    }
  }
  return { records, broken, newer, isCut: texts[0]?.isCut ?? false };
}
