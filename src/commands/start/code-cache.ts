import { isAscii } from "node:buffer";
import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { NO_LINK, privateFolder, readOwn } from "../../settings/ownership.ts";
import { settingsPaths } from "../../settings/paths.ts";
import { DAY } from "../../text/durations.ts";

/**
 * Loads a part of the program as a script with cached compiled code. Node's own module cache stores only what V8 compiles when it first sees a file;
 * functions that a start calls are compiled again each time. This cache is written after they were called: it saves 68 ms of processor time up to the
 * first frame, more than two starts of a bare Node (`docs/build.md`).
 */

/**
 * The folder of compiled code; deleting it costs one slower start. Its files are executed: it is used only where nobody but this user can have
 * written to it.
 *
 * @returns null where there is no such folder
 */
export const codeCacheFolder = (): string | null => privateFolder(join(settingsPaths(process.env).cache, "code"));

/** File names of this program; no other file is ever removed. */
const OWN_NAME = /^[a-z-]+-[A-Z0-9]+-v[\d.]+-[a-z0-9]+\.(?:\d|[\da-f-]{36}\.tmp)$/u;

/** Startup has called its functions by now (ms). */
const SETTLED = 3000;
/** The first start shows other screens than later ones: the code is saved again after the second start, and then stays. */
const ROUNDS = 2;
/** Code of other builds and other Node versions is kept this long: somebody may still use them (ms). */
const LIFETIME = 7 * DAY;
/** Length of the checksum in front of the code: V8 checks only the length of cached code and runs the rest as it is. */
const SUM = 4;

type Kept = { readonly round: number; readonly code: Buffer | undefined };

const NOTHING_KEPT: Kept = { round: 0, code: undefined };

/** The zlib module is loaded with the first part that is read: this costs less than a millisecond. */
const sumOf = (code: Buffer): number => process.getBuiltinModule("node:zlib").crc32(code);

function readKept(stem: string): Kept {
  for (let round = ROUNDS; round > 0; round -= 1) {
    try {
      const bytes = readOwn(`${stem}.${round}`, NO_LINK);
      const code = bytes?.subarray(SUM);
      if (bytes != null && code !== undefined && code.length > 0 && bytes.readUInt32LE() === sumOf(code))
        return { round, code };
    } catch {
      // No code of this round.
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

type CodeCacheOptions = {
  /** Runs a function later (ms), if the process still exists then. */
  readonly later?: (run: () => void, milliseconds: number) => void;
};

const whenSettled = (run: () => void, milliseconds: number): unknown => setTimeout(run, milliseconds).unref();

/**
 * Runs a script that the build made of a part (`build.ts`) with its cached code, and saves the code for the next start where none is saved yet.
 *
 * @returns the exports of the part
 */
export function loadWithCodeCache(url: URL, options: CodeCacheOptions = {}): unknown {
  const file = fileURLToPath(url);
  return runWithCodeCache(file, readFileSync(file), url, options);
}

/**
 * The same for a script without a file: a part of a single executable.
 *
 * @param file its name
 * @param url base for resolving Node's own modules
 */
export function runWithCodeCache(
  file: string,
  bytes: Buffer,
  url: URL,
  // Left out by the code that the build writes for the executable.
  { later = whenSettled }: CodeCacheOptions = {},
): unknown {
  const folder = codeCacheFolder();
  // ASCII, as bundlers write strings, needs no decoding and takes one byte a character outside of V8's heap.
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
  // Another version of V8, or one with other flags, rejects the code.
  const round = script.cachedDataRejected === true ? 0 : kept.round;
  if (folder !== null && stem !== null && round < ROUNDS) {
    later(() => {
      try {
        keep(folder, stem, round + 1, script.createCachedData());
      } catch {
        // The code cannot be saved: the next start takes as long as this one.
      }
    }, SETTLED);
  }
  return module.exports;
}
