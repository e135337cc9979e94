import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { isObject, type JsonObject, parseJson, pathText, writeJson } from "../contract/json/json.ts";
import { lookupTable } from "../contract/json/own-values.ts";
import { codeOf } from "../text/thrown.ts";
import { FOREIGN_OWNER, foreignHand } from "./ownership.ts";
import { SettingsError } from "./settings-error.ts";

/**
 * Files of the settings and of the state. All but those that a person keeps in a checkout are 0600 in folders of 0700, carry a schema version, and are replaced as a whole
 * (a temporary file beside it, fsync, rename) or appended to by whole lines (`record-files.ts`), so that a kill at any moment leaves
 * the old or the new content and never a mixture.
 */

/** One kind of file: what people call it, the version of its schema, and the schema of what stands in it beside the version. */
export type FileKind<Schema extends z.ZodType = z.ZodType> = {
  /** As in "the profiles". */
  readonly what: string;
  readonly version: number;
  readonly schema: Schema;
};

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

const REASONS: Readonly<Record<string, string>> = lookupTable({
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file may not grow further",
  EISDIR: "it is a folder",
  ENOTDIR: "part of the path is not a folder",
  // A folder was to be made where a file is.
  EEXIST: "part of the path is not a folder",
});

/** Why a file operation failed, in words. */
export const fileFailure = (error: unknown): string =>
  REASONS[codeOf(error)] ?? (error instanceof Error ? error.message : "unknown reason");

/** What is said of a file that cannot be read or written. */
export function cannot(doing: string, what: string, path: string, error: unknown): SettingsError {
  return new SettingsError(`Cannot ${doing} ${what} in ${path}: ${fileFailure(error)}.`, { cause: error });
}

/** That there is no file is no failure. @throws SettingsError for everything else */
export function readingFailed(path: string, what: string, error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  if (error instanceof SettingsError) throw error;
  throw cannot("read", what, path, error);
}

/**
 * What is read must be nobody else's to change: a profile may hold a command.
 *
 * @throws SettingsError with the way out
 */
export function refuseForeign(entry: Stats, what: string, path: string): void {
  const reason = foreignHand(entry);
  if (reason === null) return;
  const help = reason === FOREIGN_OWNER ? `Take ownership: chown "$USER" ${path}` : `Run: chmod go-w ${path}`;
  throw new SettingsError(`Not using ${what} in ${path}: ${reason}. ${help}`);
}

/** At once: a document is small, and the ways to a thread and back for it take milliseconds of a start. */
function readTextNow(path: string, what: string): string | null {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY);
    refuseForeign(statSync(dirname(path)), what, dirname(path));
    refuseForeign(fstatSync(file), what, path);
    return readFileSync(file, "utf8");
  } catch (error) {
    return readingFailed(path, what, error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The folder that something is written into, made where it is not there yet: another's is not used. */
export async function ownFolder(folder: string, what: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  refuseForeign(await stat(folder), what, folder);
}

/** The first thing that is wrong with a document, as `profiles[0].baseUrl: …`. */
function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "invalid format";
  const path = issue.path.map((step) => (typeof step === "symbol" ? String(step) : step));
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    return `${pathText([...path, key])}: unknown setting`;
  }
  return path.length === 0 ? issue.message : `${pathText(path)}: ${issue.message}`;
}

/** Why a text is no JSON, and in which line, without a word of the text itself: it may hold a secret. */
function whyNotJson(text: string, message: string): string {
  if (/\(line \d+ column \d+\)$/u.test(message)) return message;
  const lineAt = (length: number): number => text.slice(0, length).split("\n").length;
  if (message.startsWith("Unexpected end")) return `it ends too early (line ${lineAt(text.length)})`;
  if (!message.startsWith("Unexpected token")) return message;
  // The engine names no place here: the shortest beginning of the text that fails alike ends there.
  const isSame = (length: number): boolean => {
    const beginning = parseJson(text.slice(0, length));
    return !beginning.ok && beginning.problem.message.startsWith("Unexpected token");
  };
  const length = Array.from(text, (_, index) => index + 1).find(isSame) ?? text.length;
  return `unexpected character (line ${lineAt(length)})`;
}

function withoutVersion(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== "version"));
}

/**
 * Reads a whole file.
 *
 * @returns its content, or null when there is no such file
 * @throws SettingsError naming the file and the field when it cannot be read, is no JSON, was written by a newer Sextant, or
 * does not fit the schema
 */
export const readDocument = async <Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
): Promise<z.output<Schema> | null> => readDocumentNow(path, kind);

/** `readDocument` while no other code runs. */
export function readDocumentNow<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
): z.output<Schema> | null {
  const content = readTextNow(path, kind.what);
  if (content === null) return null;
  const text = content.replace(/^\ufeff/u, "");
  const json = parseJson(text);
  if (!json.ok) {
    const reason = whyNotJson(text, json.problem.message);
    throw new SettingsError(`${path} is not valid as ${kind.what}: ${reason}. Correct or remove the file.`);
  }
  if (!isObject(json.value)) {
    throw new SettingsError(`${path} is not valid as ${kind.what}: not a JSON object. Correct or remove the file.`);
  }
  const { version } = json.value;
  if (typeof version !== "number") {
    throw new SettingsError(`${path} has no "version". Add "version": ${kind.version}.`);
  }
  if (version > kind.version) {
    throw new SettingsError(
      `${path} was written by a newer Sextant (version ${version} of ${kind.what}; this one supports ${kind.version}). ` +
        "Use the newer Sextant, or move the file away.",
    );
  }
  // Read once: no function is made of its schema, which would take longer than to check it.
  const checked = kind.schema.safeParse(withoutVersion(json.value), { jitless: true });
  if (!checked.success) {
    throw new SettingsError(`${path} is not valid: ${firstIssue(checked.error)}. Correct the file and start again.`);
  }
  return checked.data;
}

const textOf = ({ version }: FileKind, content: object): string => `${writeJson({ version, ...content }, 2)}\n`;

/**
 * Replaces a whole file.
 *
 * @throws SettingsError when it cannot be written; what stood there before is untouched then
 */
export async function writeDocument<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
  content: z.input<Schema> & object,
): Promise<void> {
  await writeAtomically(path, textOf(kind, content), kind.what);
}

/** Removes what was begun and not written; why that fails says less than why it was not written. */
function removeNow(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // It stays, under a name that nobody reads.
  }
}

/** `writeDocument` while no other code runs: for the last moment of the program. */
export function writeDocumentNow<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
  content: z.input<Schema> & object,
): void {
  const folder = dirname(path);
  const draft = join(folder, `.${randomUUID()}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    const file = openSync(draft, "wx", FILE_MODE);
    try {
      writeFileSync(file, textOf(kind, content));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    removeNow(draft);
    throw cannot("write", kind.what, path, error);
  }
}

/** Replaces a file by a text, whole or not at all; for what is not one of our JSON documents (an exported list, a form's text). */
export async function writeAtomically(path: string, text: string, what = "the file"): Promise<void> {
  await replace(path, text, what, async () => {
    await ownFolder(dirname(path), what);
    return FILE_MODE;
  });
}

/** The mode of a new file, less what the umask takes. */
const PUBLIC_MODE = 0o666;
const PERMISSIONS = 0o777;

/**
 * Replaces a file that is none of Sextant's own (settings in a checkout), whole or not at all: who may read and write it stays as it is, or
 * is as for any new file there.
 */
export async function writeTheirs(path: string, text: string, what: string): Promise<void> {
  await replace(path, text, what, async () => {
    await mkdir(dirname(path), { recursive: true });
    try {
      return (await stat(path)).mode & PERMISSIONS;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  });
}

/** @param prepared makes the folder ready and says the mode of the file; null: that of any new file */
async function replace(
  path: string,
  text: string,
  what: string,
  prepared: () => Promise<number | null>,
): Promise<void> {
  const folder = dirname(path);
  const draft = join(folder, `.${randomUUID()}.tmp`);
  try {
    const mode = await prepared();
    const file = await open(draft, "wx", mode ?? PUBLIC_MODE);
    try {
      if (mode !== null) await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    await syncFolder(folder);
  } catch (error) {
    // Why the file could not be written says more than why the attempt cannot be removed.
    await rm(draft, { force: true }).catch(() => undefined);
    if (error instanceof SettingsError) throw error;
    throw cannot("write", what, path, error);
  }
}

/** Makes a rename durable. Some file systems cannot sync a folder; the rename itself is done by then. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, constants.O_RDONLY);
  } catch (error) {
    if (["EACCES", "EISDIR", "EPERM"].includes(codeOf(error))) return;
    throw error;
  }
  try {
    await handle.sync();
  } catch (error) {
    if (!["EINVAL", "EPERM", "ENOTSUP", "EISDIR"].includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

/** Removes a file; that there is none is well. */
export async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw cannot("remove", "the file", path, error);
  }
}

/** `removeFile` while no other code runs: for the last moment of the program. */
export function removeFileNow(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw cannot("remove", "the file", path, error);
  }
}
