import { mkdtempSync } from "node:fs";
import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../contract/running.ts";
import { DAY } from "../text/durations.ts";

/** Folders for texts that a person edits in an editor of their own: one a text, made under a name that cannot be guessed. */

const PREFIX = "sextant-edit-";

/** The name of a folder, with the number of the process that made it. */
const OWN_NAME = new RegExp(`^${PREFIX}(\\d+)-[A-Za-z0-9]{6}$`, "u");

/** The file of the text, and what editors keep beside it (`.edit.json.swp`, `edit.json~`, `#edit.json#`). */
const OWN_FILE = /^[.#]{0,2}edit\.[a-z]+[~#]?(?:\.sw[a-p])?$/u;

/** The process numbers of another container that shares the folder say nothing here: what is young stays (ms). */
const LIFETIME = DAY;

export const makeEditorFolder = (): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));

/** Whether a folder is this user's, and was left behind by a console that was killed. */
async function isLeft(path: string, pid: number): Promise<boolean> {
  const entry = await lstat(path);
  return (
    entry.isDirectory() &&
    entry.uid === (process.geteuid?.() ?? entry.uid) &&
    entry.mtimeMs < Date.now() - LIFETIME &&
    !isRunning(pid)
  );
}

/** Removes the text and the folder. A folder with anything else in it stays, and so does what is in folders below it. */
async function remove(path: string): Promise<void> {
  const files = (await readdir(path, { withFileTypes: true })).filter(({ name }) => OWN_FILE.test(name));
  for (const file of files) if (file.isFile()) await unlink(join(path, file.name));
  await rmdir(path);
}

/** Removes the folders that killed consoles of this user left behind. What cannot be removed stays. */
export async function removeLeftEditorFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const pid = OWN_NAME.exec(name)?.[1];
    const path = join(tmpdir(), name);
    try {
      if (pid !== undefined && (await isLeft(path, Number(pid)))) await remove(path);
    } catch {
      // Another console removes it, or something in it is not this program's.
    }
  }
}
