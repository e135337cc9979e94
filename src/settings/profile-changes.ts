import type { Secret } from "../contract/secret.ts";
import { changeProfiles, type Profile, readProfiles } from "./profiles.ts";
import { readSecret, removeSecret, type SecretPlace, type SecretsAt, writeSecret } from "./secrets.ts";
import { SettingsError } from "./settings-error.ts";

/** Adds, changes and removes profiles together with the secrets that Sextant stores for them. */

/** Place where Sextant stores the secret of a profile; null if the secret comes from a variable or a command. */
export function secretPlaceOf({ credentials }: Pick<Profile, "credentials">): SecretPlace | null {
  return credentials === undefined || credentials.kind === "command" ? null : (credentials.secretIn ?? null);
}

/** Stores a secret and changes the profiles. The change is tried first, so that a refused change has no effect. */
async function save(
  at: SecretsAt,
  change: (profiles: readonly Profile[]) => readonly Profile[],
  { name, secret, place }: Kept,
): Promise<void> {
  change(await readProfiles(at.paths));
  // The secret comes first: a profile without its secret would be broken at the next start.
  if (secret !== null && place !== null) await writeSecret(at, place, name, secret);
  await changeProfiles(at.paths, change);
}

type Kept = { readonly name: string; readonly secret: Secret | null; readonly place: SecretPlace | null };

/**
 * @param former the name of the changed profile; null for a new one
 * @throws SettingsError if another profile has the name
 */
export function refuseTaken(profiles: readonly Profile[], name: string, former: string | null): void {
  if (name === former || profiles.every((profile) => profile.name !== name)) return;
  const instead = former === null ? "Choose another name, or edit it." : "Choose another name.";
  throw new SettingsError(`There is a profile ${name} already. ${instead}`);
}

function withAdded(profiles: readonly Profile[], profile: Profile): readonly Profile[] {
  refuseTaken(profiles, profile.name, null);
  return [...profiles, profile];
}

/** @throws SettingsError if there is no profile of that name */
function found(profiles: readonly Profile[], name: string, gone: string): Profile {
  const profile = profiles.find((each) => each.name === name);
  if (profile === undefined) throw new SettingsError(gone);
  return profile;
}

function withReplaced(profiles: readonly Profile[], former: string, profile: Profile): readonly Profile[] {
  found(profiles, former, `There is no profile ${former} any more.`);
  refuseTaken(profiles, profile.name, former);
  return profiles.map((each) => (each.name === former ? profile : each));
}

/**
 * Adds a profile at the end.
 *
 * @param secret the entered secret; null if Sextant does not store it, or has stored it already
 * @throws SettingsError if the name is taken or the profile cannot be saved
 */
export async function addProfile(at: SecretsAt, profile: Profile, secret: Secret | null): Promise<void> {
  const kept = { name: profile.name, secret, place: secretPlaceOf(profile) };
  await save(at, (profiles) => withAdded(profiles, profile), kept);
}

/**
 * Replaces a profile, possibly under a new name.
 *
 * @param secret the entered secret; null keeps the stored one, which moves with the profile
 * @throws SettingsError if the profile no longer exists, the new name is taken, or it cannot be saved
 */
export async function replaceProfile(
  at: SecretsAt,
  former: string,
  profile: Profile,
  secret: Secret | null,
): Promise<void> {
  const old = found(await readProfiles(at.paths), former, `There is no profile ${former} any more.`);
  const [from, to] = [secretPlaceOf(old), secretPlaceOf(profile)];
  const isMoved = from !== null && (from !== to || profile.name !== former);
  const kept = isMoved && to !== null && secret === null ? await readSecret(at, from, former) : secret;
  const change = (profiles: readonly Profile[]): readonly Profile[] => withReplaced(profiles, former, profile);
  await save(at, change, { name: profile.name, secret: kept, place: to });
  if (isMoved) await removeSecret(at, from, former);
}

/**
 * Removes a profile and the secret that Sextant stores for it.
 *
 * @throws SettingsError if there is no profile of that name, or a file cannot be written
 */
export async function removeProfile(at: SecretsAt, name: string): Promise<void> {
  const place = secretPlaceOf(found(await readProfiles(at.paths), name, `There is no profile ${name}.`));
  await changeProfiles(at.paths, (profiles) => profiles.filter((profile) => profile.name !== name));
  if (place !== null) await removeSecret(at, place, name);
}
