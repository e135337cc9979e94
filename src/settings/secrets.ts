import type { Secret } from "../contract/secret.ts";
import { readFromKeyring, removeFromKeyring, writeToKeyring } from "./keyring.ts";
import type { SettingsPaths, Variables } from "./paths.ts";
import { readFromFile, removeFromFile, writeToFile } from "./secrets-file.ts";

/** Places where Sextant itself may store a profile's secret, as opposed to variables and commands. */
export const SECRET_PLACES = ["keyring", "file"] as const;

export type SecretPlace = (typeof SECRET_PLACES)[number];

/** The settings folders, and the environment, which locates the session's keyring. */
export type SecretsAt = { readonly paths: SettingsPaths; readonly env: Variables };

/** @returns null if there is no secret @throws SettingsError if the keyring or file cannot be read */
export const readSecret = ({ paths, env }: SecretsAt, place: SecretPlace, profile: string): Promise<Secret | null> =>
  place === "keyring" ? readFromKeyring(profile, env) : readFromFile(paths, profile);

/** @throws SettingsError if the secret cannot be stored */
export const writeSecret = (
  { paths, env }: SecretsAt,
  place: SecretPlace,
  profile: string,
  secret: Secret,
): Promise<void> => (place === "keyring" ? writeToKeyring(profile, secret, env) : writeToFile(paths, profile, secret));

/** Removes a secret if there is one. @throws SettingsError */
export const removeSecret = ({ paths, env }: SecretsAt, place: SecretPlace, profile: string): Promise<void> =>
  place === "keyring" ? removeFromKeyring(profile, env) : removeFromFile(paths, profile);
