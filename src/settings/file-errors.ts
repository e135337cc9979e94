import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { lookupTable } from "../contract/json/own-values.ts";
import { codeOf } from "../text/thrown.ts";
import { SettingsError } from "./settings-error.ts";

/** Failures of files, in plain language. */

const REASONS: Readonly<Record<string, string>> = lookupTable({
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file may not grow further",
  EISDIR: "it is a folder",
  ENOTDIR: "part of the path is not a folder",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "a link leads to itself",
  // A file is where a folder should be created.
  EEXIST: "part of the path is not a folder",
});

/** Reason why nothing can be created at a path: Node reports a missing folder where the one above it is read-only. */
function whyNotCreated(path: string): string {
  try {
    accessSync(path, constants.W_OK);
    return "part of the path does not exist";
  } catch (error) {
    const above = dirname(path);
    return codeOf(error) === "ENOENT" && above !== path ? whyNotCreated(above) : fileFailure(error);
  }
}

const isOfNewFolder = (error: unknown): error is Error & { readonly path: string } =>
  error instanceof Error &&
  "syscall" in error &&
  error.syscall === "mkdir" &&
  "path" in error &&
  typeof error.path === "string";

/** Reason for a failed file operation, in plain language. */
export function fileFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === "ENOENT") return isOfNewFolder(error) ? whyNotCreated(error.path) : "it does not exist";
  return REASONS[code] ?? (error instanceof Error ? error.message : "unknown reason");
}

/** Error for a file that cannot be read or written. */
export function fileError(doing: string, what: string, path: string, error: unknown): SettingsError {
  return new SettingsError(`Cannot ${doing} ${what} in ${path}: ${fileFailure(error)}.`, { cause: error });
}

/** Handles a failed read: null if the file does not exist. @throws SettingsError for any other failure */
export function readingFailed(path: string, what: string, error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  if (error instanceof SettingsError) throw error;
  throw fileError("read", what, path, error);
}
