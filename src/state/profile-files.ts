import { cacheFile, statusLineName } from "./answers/persisted-cache.ts";
import { draftFilesOf, moveDrafts } from "./drafts.ts";
import { pathsOfProfile } from "./files/file-names.ts";
import type { StateFiles } from "./files/state-files.ts";

/**
 * Everything that consoles and status lines keep on disk of a profile, whatever other profiles use the same service: each has files of its own. The
 * journal is of this machine: it says what was sent from here, and under which name.
 */

/** Name of a profile's connection, before it is opened. */
export const profileConnection = (profile: string): string => `profile ${profile}`;

function filesOf(profile: string): readonly string[] {
  const connection = profileConnection(profile);
  return [cacheFile(connection), cacheFile(statusLineName(connection)), ...pathsOfProfile(profile)];
}

/** @throws SettingsError when something cannot be removed */
export async function removeProfileFiles(files: StateFiles, profile: string): Promise<void> {
  for (const name of await draftFilesOf(files, profile)) await files.remove(name);
  for (const name of filesOf(profile)) await files.remove(name);
}

/** @throws SettingsError when something cannot be moved */
export async function moveProfileFiles(files: StateFiles, from: string, to: string): Promise<void> {
  await moveDrafts(files, from, to);
  const targets = filesOf(to);
  for (const [index, name] of filesOf(from).entries()) await files.move(name, targets[index] ?? name);
}
