import type { Secret } from "../contract/secret.ts";
import { readFromKeyring, removeFromKeyring, writeToKeyring } from "./keyring.ts";
import type { SettingsPaths, Variables } from "./paths.ts";
import { readFromFile, removeFromFile, writeToFile } from "./secrets-file.ts";

/** Where Sextant itself may keep the secret of a profile. Variables and commands are somebody else's. */
export const SECRET_PLACES = ["keyring", "file"] as const;

export type SecretPlace = (typeof SECRET_PLACES)[number];

/** Where secrets are: the folders of the settings, and the environment that finds the keyring of the session. */
export type SecretsAt = { readonly paths: SettingsPaths; readonly env: Variables };

/** @returns null where there is none @throws SettingsError where the place cannot be read */
export const readSecret = ({ paths, env }: SecretsAt, place: SecretPlace, profile: string): Promise<Secret | null> =>
  place === "keyring" ? readFromKeyring(profile, env) : readFromFile(paths, profile);

/** @throws SettingsError where it cannot be kept there */
export const writeSecret = (
  { paths, env }: SecretsAt,
  place: SecretPlace,
  profile: string,
  secret: Secret,
): Promise<void> => (place === "keyring" ? writeToKeyring(profile, secret, env) : writeToFile(paths, profile, secret));

/** Removes a secret; that there is none is well. @throws SettingsError */
export const removeSecret = ({ paths, env }: SecretsAt, place: SecretPlace, profile: string): Promise<void> =>
  place === "keyring" ? removeFromKeyring(profile, env) : removeFromFile(paths, profile);
