import { isAscii } from "node:buffer";
import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { NO_LINK, privateFolder, readOwn } from "../../settings/ownership.ts";
import { settingsPaths, type Variables } from "../../settings/paths.ts";
import { DAY } from "../../text/durations.ts";

/**
 * A part of the program as a script whose compiled code is kept on the disk. Node's own cache of modules holds what V8 compiles of a file at
 * first sight; the functions that a start calls are compiled anew each time. This one is written when they have been called: 68 ms of the
 * processor's time up to the first frame, more than two starts of a bare Node (`docs/build.md`).
 */

/**
 * The folder of what was compiled; deleting it costs one slower start. What stands in it is run: it is used only where nobody but this
 * user can have put it there.
 *
 * @returns null where there is no such folder
 */
export const codeCacheFolder = (env: Variables = process.env): string | null =>
  privateFolder(join(settingsPaths(env).cache, "code"));

/** What this program names its files there; nothing else is ever removed. */
const OWN_NAME = /^[a-z-]+-[A-Z0-9]+-v[\d.]+-[a-z0-9]+\.(?:\d|[\da-f-]{36}\.tmp)$/u;

/** By now a start has called what it calls (ms). */
const SETTLED = 3000;
/** The first start shows other things than those after it: the code of the second is kept too, and stays. */
const ROUNDS = 2;
/** Code of other builds and of other Nodes is somebody's who used them not long ago (ms). */
const LIFETIME = 7 * DAY;
/** Before the code stands its checksum: V8 looks at the length of what it is given and runs the rest as it is. */
const SUM = 4;

type Kept = { readonly round: number; readonly code: Buffer | undefined };

const NOTHING_KEPT: Kept = { round: 0, code: undefined };

/** The checksum comes with the first part that is loaded: reading it costs less than a millisecond. */
const sumOf = (code: Buffer): number => process.getBuiltinModule("node:zlib").crc32(code);

function readKept(stem: string): Kept {
  for (let round = ROUNDS; round > 0; round -= 1) {
    try {
      const bytes = readOwn(`${stem}.${round}`, NO_LINK);
      const code = bytes?.subarray(SUM);
      if (bytes != null && code !== undefined && code.length > 0 && bytes.readUInt32LE() === sumOf(code))
        return { round, code };
    } catch {
      // No row of this round.
    }
  }
  return NOTHING_KEPT;
}

function keep(folder: string, stem: string, round: number, code: Buffer): void {
  const sum = Buffer.alloc(SUM);
  sum.writeUInt32LE(sumOf(code));
  const draft = `${stem}.${randomUUID()}.tmp`;
  writeFileSync(draft, Buffer.concat([sum, code]), { mode: 0o600, flag: "wx" });
  renameSync(draft, `${stem}.${round}`);
  for (const name of readdirSync(folder)) {
    if (!OWN_NAME.test(name)) continue;
    const path = join(folder, name);
    const entry = lstatSync(path);
    const isBefore = path.startsWith(`${stem}.`) && /\.\d$/u.test(name) && path !== `${stem}.${round}`;
    if (entry.isFile() && (isBefore || Date.now() - entry.mtimeMs > LIFETIME)) unlinkSync(path);
  }
}

export type CodeCacheOptions = {
  /** Runs something later (ms), if the process is still there then. */
  readonly later?: (run: () => void, milliseconds: number) => void;
};

const whenSettled = (run: () => void, milliseconds: number): unknown => setTimeout(run, milliseconds).unref();

/**
 * Runs a script that the build has made of a part (`build.ts`), with the code that was kept of it, and keeps its code for the next start
 * where there is none yet.
 *
 * @returns what the part exports
 */
export function loadWithCodeCache(url: URL, options: CodeCacheOptions = {}): unknown {
  const file = fileURLToPath(url);
  return runWithCodeCache(file, readFileSync(file), url, options);
}

/**
 * The same for a script that is in no file: a part of a single executable.
 *
 * @param file what it is called
 * @param url where modules of Node's own are asked for
 */
export function runWithCodeCache(
  file: string,
  bytes: Buffer,
  url: URL,
  { later = whenSettled }: CodeCacheOptions = {},
): unknown {
  const folder = codeCacheFolder();
  // It is in ASCII, as bundlers write texts, which needs no decoding and takes a byte a letter outside of V8's heap.
  const source = bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
  const stem = folder === null ? null : join(folder, `${basename(file, ".js")}-${process.version}-${process.arch}`);
  const kept = stem === null ? NOTHING_KEPT : readKept(stem);
  const script = new Script(source, {
    filename: file,
    ...(kept.code === undefined ? {} : { cachedData: kept.code }),
  });
  const made: unknown = script.runInThisContext();
  if (typeof made !== "function") throw new TypeError(`${file} is no part of this program.`);
  const module: { readonly exports: unknown } = { exports: {} };
  made(module.exports, createRequire(url), module, url.href);
  // Another V8, or one with other flags, takes none of it.
  const round = script.cachedDataRejected === true ? 0 : kept.round;
  if (folder !== null && stem !== null && round < ROUNDS) {
    later(() => {
      try {
        keep(folder, stem, round + 1, script.createCachedData());
      } catch {
        // No place to keep it: the next start is as long as this one.
      }
    }, SETTLED);
  }
  return module.exports;
}
