import type { Secret } from "../contract/secret.ts";
import { changeProfiles, type Profile, readProfiles } from "./profiles.ts";
import { readSecret, removeSecret, type SecretPlace, type SecretsAt, writeSecret } from "./secrets.ts";
import { SettingsError } from "./settings-error.ts";

/** Adding, changing and removing profiles, each with the secret that Sextant keeps for it. */

/** Where Sextant keeps the secret of a profile, or null where somebody else does. */
export function secretPlaceOf({ credentials }: Pick<Profile, "credentials">): SecretPlace | null {
  return credentials === undefined || credentials.kind === "command" ? null : (credentials.secretIn ?? null);
}

/** Keeps a secret and changes the profiles. The change is tried first: what it refuses leaves everything as it was. */
async function save(
  at: SecretsAt,
  change: (profiles: readonly Profile[]) => readonly Profile[],
  { name, secret, place }: Kept,
): Promise<void> {
  change(await readProfiles(at.paths));
  // First the secret: a profile without one would be found broken at the next start.
  if (secret !== null && place !== null) await writeSecret(at, place, name, secret);
  await changeProfiles(at.paths, change);
}

type Kept = { readonly name: string; readonly secret: Secret | null; readonly place: SecretPlace | null };

function withAdded(profiles: readonly Profile[], profile: Profile): readonly Profile[] {
  if (profiles.some(({ name }) => name === profile.name)) {
    throw new SettingsError(`There is a profile ${profile.name} already. Choose another name, or edit it.`);
  }
  return [...profiles, profile];
}

/** @throws SettingsError where there is none of that name */
function found(profiles: readonly Profile[], name: string, gone: string): Profile {
  const profile = profiles.find((each) => each.name === name);
  if (profile === undefined) throw new SettingsError(gone);
  return profile;
}

function withReplaced(profiles: readonly Profile[], former: string, profile: Profile): readonly Profile[] {
  found(profiles, former, `There is no profile ${former} any more.`);
  if (profile.name !== former && profiles.some(({ name }) => name === profile.name)) {
    throw new SettingsError(`There is a profile ${profile.name} already. Choose another name.`);
  }
  return profiles.map((each) => (each.name === former ? profile : each));
}

/**
 * Adds a profile at the end.
 *
 * @param secret what was entered for it; null where it is kept by somebody else, or is there already
 * @throws SettingsError where there is one of that name, or it cannot be saved
 */
export async function addProfile(at: SecretsAt, profile: Profile, secret: Secret | null): Promise<void> {
  const kept = { name: profile.name, secret, place: secretPlaceOf(profile) };
  await save(at, (profiles) => withAdded(profiles, profile), kept);
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
  const old = found(await readProfiles(at.paths), former, `There is no profile ${former} any more.`);
  const [from, to] = [secretPlaceOf(old), secretPlaceOf(profile)];
  const isMoved = from !== null && (from !== to || profile.name !== former);
  const kept = isMoved && to !== null && secret === null ? await readSecret(at, from, former) : secret;
  const change = (profiles: readonly Profile[]): readonly Profile[] => withReplaced(profiles, former, profile);
  await save(at, change, { name: profile.name, secret: kept, place: to });
  if (isMoved) await removeSecret(at, from, former);
}

/**
 * Removes a profile and the secret that Sextant keeps for it.
 *
 * @throws SettingsError where there is none of that name, or a file cannot be written
 */
export async function removeProfile(at: SecretsAt, name: string): Promise<void> {
  const place = secretPlaceOf(found(await readProfiles(at.paths), name, `There is no profile ${name}.`));
  await changeProfiles(at.paths, (profiles) => profiles.filter((profile) => profile.name !== name));
  if (place !== null) await removeSecret(at, place, name);
}
