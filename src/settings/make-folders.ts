import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../text/thrown.ts";

/**
 * Creates a folder and its missing parents. Node's own `recursive` never returns below a folder in which the system creates none, such as `/proc`: a
 * home there would stop every command.
 *
 * @throws the file system's error where a folder cannot be created
 */
export function makeFolders(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (isFolder(path)) return;
    if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
    makeFolders(dirname(path), mode);
    makeLast(path, mode);
  }
}

/** Another process may create it meanwhile. */
function makeLast(path: string, mode: number | undefined): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
