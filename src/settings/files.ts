import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { isObject, type JsonObject, parseJson, pathOfIssue, pathText, writeJson } from "../contract/json/json.ts";
import { codeOf } from "../text/thrown.ts";
import { fileError, readingFailed } from "./file-errors.ts";
import { makeFolders } from "./make-folders.ts";
import { FOREIGN_OWNER, whyUntrusted } from "./ownership.ts";
import { SettingsError } from "./settings-error.ts";

/**
 * Settings and state files. All except those in a user's checkout have mode 0600 in folders of 0700 and a schema version, and are replaced as a whole
 * (temporary file, fsync, rename) or appended to by whole lines (`record-files.ts`), so that a kill at any time leaves either the old or the new
 * content, never a mixture.
 */

/** A kind of file: its name in messages, its schema version, and the schema of its content without the version. */
export type FileKind<Schema extends z.ZodType = z.ZodType> = {
  /** Used in messages, for example "the profiles". */
  readonly what: string;
  readonly version: number;
  readonly schema: Schema;
};

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Refuses files that another user can change: a profile may hold a command.
 *
 * @throws SettingsError with the command that corrects it
 */
export function refuseForeign(entry: Stats, what: string, path: string): void {
  const reason = whyUntrusted(entry);
  if (reason === null) return;
  const help = reason === FOREIGN_OWNER ? `Take ownership: chown "$USER" ${path}` : `Run: chmod go-w ${path}`;
  throw new SettingsError(`Not using ${what} in ${path}: ${reason}. ${help}`);
}

/** Reads synchronously: a document is small, and asynchronous reads would add milliseconds to the start. */
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

/** Creates the folder of a file if necessary, and refuses one that another user can change. */
export async function ownFolder(folder: string, what: string): Promise<void> {
  makeFolders(folder, FOLDER_MODE);
  refuseForeign(await stat(folder), what, folder);
}

/** The first error in a document, as `profiles[0].baseUrl: …`. */
function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "invalid format";
  const path = pathOfIssue(issue.path);
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    return `${pathText([...path, key])}: unknown setting`;
  }
  return path.length === 0 ? issue.message : `${pathText(path)}: ${issue.message}`;
}

/** Reason why a text is not JSON, with its line but without any of its text, which may hold a secret. */
function whyNotJson(text: string, message: string): string {
  if (/\(line \d+ column \d+\)$/u.test(message)) return message;
  const lineAt = (length: number): number => text.slice(0, length).split("\n").length;
  if (message.startsWith("Unexpected end")) return `it ends too early (line ${lineAt(text.length)})`;
  if (!message.startsWith("Unexpected token")) return message;
  // The engine gives no position here: the shortest prefix of the text that fails in the same way ends there.
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
 * @returns its content; null if the file does not exist
 * @throws SettingsError naming the file and the field if it cannot be read, is not JSON, was written by a newer Sextant, or does not fit the schema
 */
export const readDocument = async <Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
): Promise<z.output<Schema> | null> => readDocumentNow(path, kind);

/** Synchronous `readDocument`. */
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
  // The schema is used once: compiling it (`jitless: false`) would take longer than the check.
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
 * @throws SettingsError if it cannot be written; its former content is then untouched
 */
export async function writeDocument<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
  content: z.input<Schema> & object,
): Promise<void> {
  await writeAtomically(path, textOf(kind, content), kind.what);
}

/** Removes a temporary file. Ignores a failure, because the failure to write is what gets reported. */
function removeNow(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // The file stays, under a name that nothing reads.
  }
}

/** Synchronous `writeDocument`, for the exit of the program. */
export function writeDocumentNow<Schema extends z.ZodType>(
  path: string,
  kind: FileKind<Schema>,
  content: z.input<Schema> & object,
): void {
  const folder = dirname(path);
  const draft = join(folder, `.${randomUUID()}.tmp`);
  try {
    makeFolders(folder, FOLDER_MODE);
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
    throw fileError("write", kind.what, path, error);
  }
}

/** Replaces a file by a text, completely or not at all; for files that are not our JSON documents (an exported list, a form's text). */
export async function writeAtomically(path: string, text: string, what = "the file"): Promise<void> {
  await replace(path, text, what, async () => {
    await ownFolder(dirname(path), what);
    return FILE_MODE;
  });
}

/** Mode of a new file before the umask applies. */
const PUBLIC_MODE = 0o666;
const PERMISSIONS = 0o777;

/**
 * Replaces a file that Sextant does not own (settings in a checkout), completely or not at all. Its permissions stay, or are those of any new file
 * there.
 */
export async function writeForeignFile(path: string, text: string): Promise<void> {
  await replace(path, text, "the settings", async () => {
    makeFolders(dirname(path));
    try {
      return (await stat(path)).mode & PERMISSIONS;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  });
}

/** @param prepared creates the folder and returns the file's mode; null: that of any new file */
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
    // The failure to write is more useful than a failure to remove the temporary file.
    await rm(draft, { force: true }).catch(() => undefined);
    if (error instanceof SettingsError) throw error;
    throw fileError("write", what, path, error);
  }
}

/** Makes a rename durable. Some file systems cannot sync a folder; the rename itself has succeeded by then. */
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

/** Removes a file, or a folder with all that is in it, if it exists. @throws SettingsError when it cannot be removed */
export async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true, recursive: true });
  } catch (error) {
    throw fileError("remove", "what is", path, error);
  }
}

/** Moves a file or a folder, if it exists, in place of what is there. @throws SettingsError when it cannot be moved */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await stat(from);
    await rm(to, { force: true, recursive: true });
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw fileError("move", "what is", from, error);
  }
}

/** Synchronous `removeFile`, for the exit of the program. */
export function removeFileNow(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw fileError("remove", "the file", path, error);
  }
}
