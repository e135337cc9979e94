import { mkdtempSync } from "node:fs";
import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../contract/running.ts";
import { DAY } from "../text/durations.ts";

/** Folders for texts that a person edits in their own editor: one folder per text, with an unpredictable name. */

const PREFIX = "sextant-edit-";

/** Name of a folder, with the id of the process that created it. */
const OWN_NAME = new RegExp(`^${PREFIX}(\\d+)-[A-Za-z0-9]{6}$`, "u");

/** The text's file, and files that editors put beside it (`.edit.json.swp`, `edit.json~`, `#edit.json#`). */
const OWN_FILE = /^[.#]{0,2}edit\.[a-z]+[~#]?(?:\.sw[a-p])?$/u;

/** Age below which a folder is never removed (ms): process ids of another container that shares the folder are meaningless here. */
const LIFETIME = DAY;

export const makeEditorFolder = (): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));

/** True for a folder of this user that a killed console left behind. */
async function isLeft(path: string, pid: number): Promise<boolean> {
  const entry = await lstat(path);
  return (
    entry.isDirectory() &&
    entry.uid === (process.geteuid?.() ?? entry.uid) &&
    entry.mtimeMs < Date.now() - LIFETIME &&
    !isRunning(pid)
  );
}

/** Removes the text and the folder. A folder with any other file or a subfolder stays. */
async function remove(path: string): Promise<void> {
  const files = (await readdir(path, { withFileTypes: true })).filter(({ name }) => OWN_FILE.test(name));
  for (const file of files) if (file.isFile()) await unlink(join(path, file.name));
  await rmdir(path);
}

/** Removes folders that killed consoles of this user left behind. Folders that cannot be removed stay. */
export async function removeLeftEditorFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const pid = OWN_NAME.exec(name)?.[1];
    const path = join(tmpdir(), name);
    try {
      if (pid !== undefined && (await isLeft(path, Number(pid)))) await remove(path);
    } catch {
      // Another console removes it, or it contains files of other programs.
    }
  }
}
