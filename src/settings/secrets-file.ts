import { join } from "node:path";
import * as z from "zod";
import { Secret } from "../contract/secret.ts";
import { changeDocument } from "./changed-files.ts";
import { type FileKind, readDocument } from "./files.ts";
import type { SettingsPaths } from "./paths.ts";

/** Plain-text secrets in a file that only this user can read: the last resort, if there is no keyring and no command. */

const Secrets = z.strictObject({ secrets: z.record(z.string(), z.string()) });

const SECRETS_FILE: FileKind<typeof Secrets> = { what: "the secrets", version: 1, schema: Secrets };

export const secretsPath = (paths: SettingsPaths): string => join(paths.config, "secrets.json");

async function all(paths: SettingsPaths): Promise<Readonly<Record<string, string>>> {
  return (await readDocument(secretsPath(paths), SECRETS_FILE))?.secrets ?? {};
}

/** @throws SettingsError if the file cannot be read */
export async function readFromFile(paths: SettingsPaths, profile: string): Promise<Secret | null> {
  const found = await all(paths);
  return Object.hasOwn(found, profile) ? new Secret(found[profile] ?? "") : null;
}

/** @throws SettingsError if the file cannot be written */
export async function writeToFile(paths: SettingsPaths, profile: string, secret: Secret): Promise<void> {
  await changeDocument(secretsPath(paths), SECRETS_FILE, (now) => ({
    secrets: { ...now?.secrets, [profile]: secret.reveal() },
  }));
}

/** @throws SettingsError if the file cannot be written */
export async function removeFromFile(paths: SettingsPaths, profile: string): Promise<void> {
  await changeDocument(secretsPath(paths), SECRETS_FILE, (now) => {
    const { [profile]: removed, ...secrets } = now?.secrets ?? {};
    return removed === undefined ? null : { secrets };
  });
}
