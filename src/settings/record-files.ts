import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import { isObject, type Json, parseJson, writeJson } from "../contract/json/json.ts";
import { fileError, readingFailed } from "./file-errors.ts";
import { FILE_MODE, type FileKind, ownFolder, refuseForeign, syncFolder, writeAtomically } from "./files.ts";
import { SettingsError } from "./settings-error.ts";

/**
 * Files with one record per line, which several programs append to at the same time. A file that would grow without limit is rotated: at a size limit
 * it is renamed, and the oldest renamed file is removed.
 */

export type RecordKind<Schema extends z.ZodType = z.ZodType> = FileKind<Schema> & {
  /** Size (bytes) at which a file is rotated, and number of rotated files that are kept. */
  readonly rotation?: { readonly bytes: number; readonly files: number };
};

const linesOf = <Schema extends z.ZodType>(
  { version }: FileKind<Schema>,
  records: readonly (z.input<Schema> & object)[],
): string => records.map((record) => `${writeJson({ v: version, ...record })}\n`).join("");

/**
 * Appends records in a single write (O_APPEND), so that two programs may append at the same time. Each record carries the schema version as `v`.
 *
 * @param durable true waits until the lines are on the disk (a journal), false leaves that to the system (samples)
 */
export async function appendRecords<Schema extends z.ZodType>(
  path: string,
  kind: RecordKind<Schema>,
  records: readonly (z.input<Schema> & object)[],
  durable: boolean,
): Promise<void> {
  try {
    await ownFolder(dirname(path), kind.what);
    const file = await open(path, "a+", FILE_MODE);
    let size: number;
    try {
      refuseForeign(await file.stat(), kind.what, path);
      // A line cut off by a killed program must not swallow this one.
      const start = (await endsInsideLine(file)) ? "\n" : "";
      const lines = `${start}${linesOf(kind, records)}`;
      await file.appendFile(lines);
      if (durable) await file.datasync();
      ({ size } = await file.stat());
      // The file holds only these lines, so it is new: its folder entry must be on the disk as well.
      if (durable && size === Buffer.byteLength(lines)) await syncFolder(dirname(path));
    } finally {
      await file.close();
    }
    if (kind.rotation !== undefined && size >= kind.rotation.bytes) await rotate(path, kind.rotation.files);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw fileError("write", kind.what, path, error);
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
 * Replaces a file of records, completely or not at all.
 *
 * @throws SettingsError if it cannot be written; its former content is then untouched
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

/** Name of a rotated file: `journal.000012-1f0c5a7e.jsonl`. The number defines the order, independent of clocks. */
const aside = (path: string, number: number): string => {
  const ending = extname(path);
  const stem = path.slice(0, path.length - ending.length);
  return `${stem}.${String(number).padStart(6, "0")}-${randomUUID().slice(0, 8)}${ending}`;
};

type PutAside = { readonly path: string; readonly number: number };

/** The rotated files, oldest first. */
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
 * Rotates a file and removes the oldest rotated ones. No line is lost whatever another program does at the same time: an append in progress goes to
 * the renamed file, and no name is used twice. A failed rotation is no failure of the line just written.
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
    // Another program has just rotated it, or the folder accepts no new name: the next append tries again.
  }
}

/** Content of a file of records, and the number of unusable lines. */
export type Records<Record> = {
  readonly records: readonly Record[];
  /** Invalid lines: cut off by a kill, or edited by hand. */
  readonly broken: number;
  /** Lines written by a newer Sextant. */
  readonly newer: number;
  /** True if there are older lines that were not read. */
  readonly isCut: boolean;
};

type Text = { readonly text: string; readonly bytes: number; readonly isCut: boolean; readonly entry: Stats };

const OF_A_READ = 1 << 20;

/** The last bytes of a file, starting at the beginning of a line; null if the file does not exist. */
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

/** Texts of a file and its rotated predecessors, oldest first, up to `most` bytes. */
async function textsOf(path: string, kind: RecordKind, most: number): Promise<readonly Text[]> {
  const current = await lastLines(path, kind.what, most);
  const texts = current === null ? [] : [current];
  if (kind.rotation === undefined) return texts;
  const others = await putAside(path).catch((error: unknown) => readingFailed(dirname(path), kind.what, error) ?? []);
  let room = most - (current?.bytes ?? 0);
  for (const { path: other } of others.toReversed()) {
    if (room <= 0) return texts.map((text, index) => (index === 0 ? { ...text, isCut: true } : text));
    const found = await lastLines(other, kind.what, room);
    // This is the file read first, which has been rotated in the meantime.
    if (found === null || (current !== null && isSameFile(found.entry, current.entry))) continue;
    texts.unshift(found);
    room -= found.bytes;
  }
  return texts;
}

const isSameFile = (left: Stats, right: Stats): boolean => left.dev === right.dev && left.ino === right.ino;

/** Reading yields to other work after this time (ms), so that keys are answered meanwhile. */
const IN_ONE_TURN = 4;

/** Number of lines between two checks of the clock. */
const LINES_IN_ONE_TURN = 16;

/**
 * Reads a file of records. An invalid line is counted, not fatal: the rest of a journal is still valid.
 *
 * @param most maximum bytes to read, from the newest lines backwards
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
