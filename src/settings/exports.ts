import { basename, join } from "node:path";
import { writeAtomically } from "./files.ts";
import type { SettingsPaths } from "./paths.ts";

/** Texts that a person took away to a file: lists, steps, run books. They may name people and addresses, so only their owner reads them. */

/** Where such files go. */
const exportsFolder = (paths: Pick<SettingsPaths, "state">): string => join(paths.state, "exports");

/**
 * Writes a text to a file of its own, mode 0600, in place of an earlier one of the same name.
 *
 * @returns the path of the file
 * @throws SettingsError when the file cannot be written
 */
export async function writeExport(paths: Pick<SettingsPaths, "state">, name: string, text: string): Promise<string> {
  const path = join(exportsFolder(paths), basename(name));
  await writeAtomically(path, text, "the export");
  return path;
}
