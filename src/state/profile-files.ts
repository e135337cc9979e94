import type { Connection } from "../contract/wire/connection.ts";
import { cacheFile, statusLineName } from "./answers/persisted-cache.ts";
import { draftFilesOf } from "./drafts.ts";
import { fileName, serviceFileName } from "./files/file-names.ts";
import type { StateFiles } from "./files/state-files.ts";

/** What is kept on disk of one profile, whatever other profiles use the same service: each has files of its own. */

type Owner = Pick<Connection, "profile" | "environment" | "baseUrl">;

/** Name of a profile's connection, before it is opened. */
export const profileConnection = (profile: string): string => `profile ${profile}`;

/** Folders with one file per profile. */
const FOLDERS = ["views", "pins", "subscriptions", "runbooks"];

/**
 * Removes everything that consoles and status lines have kept of a profile, but for the journal: it says what was sent from this machine.
 *
 * @throws SettingsError when something cannot be removed
 */
export async function removeProfileFiles(files: StateFiles, owner: Owner): Promise<void> {
  const connection = profileConnection(owner.profile);
  const drafts = await draftFilesOf(files, owner.profile);
  const own = [
    cacheFile(connection),
    cacheFile(statusLineName(connection)),
    ...FOLDERS.map((folder) => `${folder}/${fileName(owner.profile)}.json`),
    `names/${serviceFileName(owner)}.json`,
    ...drafts,
  ];
  for (const name of own) await files.remove(name);
  await files.removeFolder(`samples/${serviceFileName(owner)}`);
}
