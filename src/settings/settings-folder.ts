import { constants } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { codeOf } from "../text/thrown.ts";
import { fileFailure } from "./file-errors.ts";
import { homeFolder } from "./paths.ts";

/** Reads settings files that a user names: a single file, or all files of a folder. */

/** A file with its text, or why it was not read. `name` is its name in messages. */
export type SettingsText =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly problem: string; readonly line?: number };

const ENDINGS: readonly string[] = [".yaml", ".yml", ".json"];

/** Maximum number of files in a folder. */
const MOST_FILES = 2000;

const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  if (code === "ENOENT") return "does not exist";
  if (code === "EACCES" || code === "EPERM") return "may not be read by you";
  if (code === "ELOOP") return "is a link that leads to itself";
  return `cannot be read: ${fileFailure(error)}`;
};

const tooLarge = (size: number, largest: number): string =>
  `is ${Math.ceil(size / 1e6)} MB: ${Math.floor(largest / 1e6)} MB at most are read`;

/** @param largest maximum size in bytes; a larger file is not read */
async function readText(name: string, path: string, largest: number): Promise<SettingsText> {
  try {
    // Do not wait for the writing end of a pipe: opening one would block.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) return { name, problem: "is no file" };
      const { size } = found;
      if (size > largest) return { name, problem: tooLarge(size, largest) };
      return decoded(name, await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    return { name, problem: reasonOf(error) };
  }
}

function decoded(name: string, bytes: Buffer): SettingsText {
  const text = bytes.toString("utf8");
  const odd = text.indexOf("\ufffd");
  // The file itself may contain replacement characters (three bytes each), so compare with its bytes.
  if (odd === -1 || Buffer.from(text, "utf8").equals(bytes)) return { name, text: text.replace(/^\ufeff/u, "") };
  return { name, problem: "is not text in UTF-8", line: text.slice(0, odd).split("\n").length };
}

/** The files below a folder, sorted by path, without hidden ones. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && ENDINGS.includes(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(sep)
          .some((part) => part.startsWith(".")),
    )
    .toSorted();
}

/** True if a path is below a folder. A name may begin with two dots: volumes mounted by a cluster are in such folders. */
function isBelow(folder: string, path: string): boolean {
  const [first] = relative(folder, path).split(sep);
  return first !== "" && first !== "..";
}

async function readFolder(folder: string, largest: number): Promise<readonly SettingsText[]> {
  const [root, files] = await Promise.all([realpath(folder), filesBelow(folder)]);
  if (files.length === 0) return [{ name: folder, problem: `has no files that end in ${ENDINGS.join(", ")}` }];
  if (files.length > MOST_FILES) return [{ name: folder, problem: `has more than ${MOST_FILES} files` }];
  const texts: SettingsText[] = [];
  for (const path of files) {
    try {
      const real = await realpath(path);
      texts.push(
        isBelow(root, real)
          ? await readText(path, path, largest)
          : { name: path, problem: "is a link that leads out of the folder" },
      );
    } catch (error) {
      texts.push({ name: path, problem: reasonOf(error) });
    }
  }
  return texts;
}

/** Reads a file, or all files of a folder that have a settings extension. */
export async function readSettingsFiles(path: string, largest: number): Promise<readonly SettingsText[]> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? await readFolder(path, largest) : [await readText(path, path, largest)];
  } catch (error) {
    return [{ name: path, problem: reasonOf(error) }];
  }
}

/** Reads settings from a stream to its end; one that is empty is a problem: the program that writes to it has failed. */
export async function readSettingsStream(
  name: string,
  stream: AsyncIterable<Uint8Array | string>,
  largest: number,
): Promise<SettingsText> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of stream) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > largest) return { name, problem: tooLarge(size, largest) };
      parts.push(bytes);
    }
  } catch (error) {
    return { name, problem: reasonOf(error) };
  }
  const read = decoded(name, Buffer.concat(parts));
  return "text" in read && read.text.trim() === "" ? { name, problem: "is empty" } : read;
}

/** Maximum number of suggestions: a longer path is typed. */
const MOST_OFFERED = 500;

/** Folders and settings files in a folder, without hidden ones. */
export async function settingsPathsIn(
  folder: string,
): Promise<readonly { readonly path: string; readonly isFolder: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter(({ name }) => !name.startsWith("."))
    .filter((entry) => entry.isDirectory() || ENDINGS.includes(extname(entry.name).toLowerCase()))
    .map((entry) => ({ path: entry.name, isFolder: entry.isDirectory() }))
    .toSorted((left, right) => Number(right.isFolder) - Number(left.isFolder) || (left.path < right.path ? -1 : 1))
    .slice(0, MOST_OFFERED);
}

/** Expands a leading `~` in a typed path, which no shell has done. */
export const typedPath = (path: string): string =>
  path === "~" || path.startsWith(`~${sep}`) ? join(homeFolder(), path.slice(1)) : path;
