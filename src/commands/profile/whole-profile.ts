import type { Secret } from "../../contract/secret.ts";
import { removeProfile, replaceProfile } from "../../settings/profile-changes.ts";
import type { Profile } from "../../settings/profiles.ts";
import type { SecretsAt } from "../../settings/secrets.ts";
import { SettingsError } from "../../settings/settings-error.ts";
import { diskFiles } from "../../state/files/disk-files.ts";
import { moveProfileFiles, removeProfileFiles } from "../../state/profile-files.ts";
import { messageOf } from "../../text/thrown.ts";
import { forgetLastSession } from "../start/last-session.ts";

/** Changes of a profile together with what is kept of it on this machine. */

async function orSay(kept: () => Promise<void>, done: string): Promise<void> {
  try {
    await kept();
  } catch (error) {
    throw new SettingsError(`${done}: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Removes a profile, its secret, and what is kept of it on this machine.
 *
 * @throws SettingsError where there is no such profile, or not all of it could be removed
 */
export async function removeWholeProfile(at: SecretsAt, name: string): Promise<void> {
  await removeProfile(at, name);
  const files = diskFiles(at.paths.state);
  await orSay(async () => {
    await forgetLastSession(files, name);
    await removeProfileFiles(files, name);
  }, `Profile ${name} is removed, but not all that is kept of it`);
}

/**
 * Replaces a profile. Under a new name it keeps its secret, and what is kept of it on this machine.
 *
 * @param secret the entered secret; null keeps the stored one
 * @throws SettingsError where the profile cannot be saved, or not all of it could be moved
 */
export async function replaceWholeProfile(
  at: SecretsAt,
  former: string,
  profile: Profile,
  secret: Secret | null,
): Promise<void> {
  await replaceProfile(at, former, profile, secret);
  const { name } = profile;
  if (name === former) return;
  const files = diskFiles(at.paths.state);
  await orSay(async () => {
    await forgetLastSession(files, former);
    await moveProfileFiles(files, former, name);
  }, `Profile ${former} is now ${name}, but not all that is kept of it was moved`);
}
