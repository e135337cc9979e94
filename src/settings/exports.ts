import { basename, join } from "node:path";
import { writeAtomically } from "./files.ts";
import type { SettingsPaths } from "./paths.ts";

/** Texts exported to files: lists, steps, run books. They may name people and addresses, so only their owner can read them. */

/** Folder of exported files. */
const exportsFolder = (paths: Pick<SettingsPaths, "state">): string => join(paths.state, "exports");

/**
 * Writes a text to an export file of mode 0600, replacing an earlier one of the same name.
 *
 * @returns the path of the file
 * @throws SettingsError if the file cannot be written
 */
export async function writeExport(paths: Pick<SettingsPaths, "state">, name: string, text: string): Promise<string> {
  const path = join(exportsFolder(paths), basename(name));
  await writeAtomically(path, text, "the export");
  return path;
}
