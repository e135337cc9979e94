import { removeProfile } from "../../settings/profile-changes.ts";
import { profileNamed } from "../../settings/resolve.ts";
import type { SecretsAt } from "../../settings/secrets.ts";
import { SettingsError } from "../../settings/settings-error.ts";
import { diskFiles } from "../../state/files/disk-files.ts";
import { removeProfileFiles } from "../../state/profile-files.ts";
import { messageOf } from "../../text/thrown.ts";
import { forgetLastSession } from "../start/last-session.ts";

/**
 * Removes a profile, its secret, and what is kept of it on this machine.
 *
 * @throws SettingsError where there is no such profile, or not all of it could be removed
 */
export async function removeWholeProfile(at: SecretsAt, name: string): Promise<void> {
  const { baseUrl, environment } = await profileNamed(name, at.paths);
  await removeProfile(at, name);
  const files = diskFiles(at.paths.state);
  try {
    await forgetLastSession(files, name);
    await removeProfileFiles(files, { profile: name, environment, baseUrl: new URL(baseUrl) });
  } catch (error) {
    const message = `Profile ${name} is removed, but not all that is kept of it: ${messageOf(error)}`;
    throw new SettingsError(message, { cause: error });
  }
}
