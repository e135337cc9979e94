import type { Secret } from "../contract/secret.ts";
import { type Profile, readProfiles, writeProfiles } from "./profiles.ts";
import { readSecret, removeSecret, type SecretPlace, type SecretsAt, writeSecret } from "./secrets.ts";
import { SettingsError } from "./settings-error.ts";

/** Adding, changing and removing profiles, each with the secret that Sextant keeps for it. */

/** Where Sextant keeps the secret of a profile, or null where somebody else does. */
export function secretPlaceOf({ credentials }: Pick<Profile, "credentials">): SecretPlace | null {
  return credentials === undefined || credentials.kind === "command" ? null : (credentials.secretIn ?? null);
}

/** What is called for once: the profiles of before, the new ones, and the secrets that go with them. */
async function save(at: SecretsAt, profiles: readonly Profile[], { name, secret, place }: Kept): Promise<void> {
  // First the secret: a profile without one would be found broken at the next start.
  if (secret !== null && place !== null) await writeSecret(at, place, name, secret);
  await writeProfiles(at.paths, profiles);
}

type Kept = { readonly name: string; readonly secret: Secret | null; readonly place: SecretPlace | null };

/**
 * Adds a profile at the end.
 *
 * @param secret what was entered for it; null where it is kept by somebody else, or is there already
 * @throws SettingsError where there is one of that name, or it cannot be saved
 */
export async function addProfile(at: SecretsAt, profile: Profile, secret: Secret | null): Promise<void> {
  const profiles = await readProfiles(at.paths);
  if (profiles.some(({ name }) => name === profile.name)) {
    throw new SettingsError(`There is a profile ${profile.name} already. Choose another name, or edit it.`);
  }
  await save(at, [...profiles, profile], { name: profile.name, secret, place: secretPlaceOf(profile) });
}

/**
 * Puts a profile in the place of one; under another name too.
 *
 * @param secret what was entered; null keeps the one that is there, which moves with the profile
 * @throws SettingsError where it is gone, the name belongs to another, or it cannot be saved
 */
export async function replaceProfile(
  at: SecretsAt,
  former: string,
  profile: Profile,
  secret: Secret | null,
): Promise<void> {
  const profiles = await readProfiles(at.paths);
  const old = profiles.find(({ name }) => name === former);
  if (old === undefined) throw new SettingsError(`There is no profile ${former} any more.`);
  if (profile.name !== former && profiles.some(({ name }) => name === profile.name)) {
    throw new SettingsError(`There is a profile ${profile.name} already. Choose another name.`);
  }
  const [from, to] = [secretPlaceOf(old), secretPlaceOf(profile)];
  const isMoved = from !== null && (from !== to || profile.name !== former);
  const kept = isMoved && to !== null && secret === null ? await readSecret(at, from, former) : secret;
  const changed = profiles.map((each) => (each.name === former ? profile : each));
  await save(at, changed, { name: profile.name, secret: kept, place: to });
  if (isMoved) await removeSecret(at, from, former);
}

/**
 * Removes a profile and the secret that Sextant keeps for it.
 *
 * @throws SettingsError where there is none of that name, or a file cannot be written
 */
export async function removeProfile(at: SecretsAt, name: string): Promise<void> {
  const profiles = await readProfiles(at.paths);
  const old = profiles.find((profile) => profile.name === name);
  if (old === undefined) throw new SettingsError(`There is no profile ${name}.`);
  await writeProfiles(
    at.paths,
    profiles.filter((profile) => profile.name !== name),
  );
  const place = secretPlaceOf(old);
  if (place !== null) await removeSecret(at, place, name);
}
