import { existsSync } from "node:fs";
import { allBindings } from "../../app/input/bindings.ts";
import { withChosenKeys } from "../../app/keys/chosen-keys.ts";
import { keyOf } from "../../app/keys/key-of.ts";
import { isThemeName, THEME_NAMES } from "../../app/theme.ts";
import { AREAS } from "../../areas/areas.ts";
import type { SettingsPaths } from "../../settings/paths.ts";
import { preferencesPath, readPreferences } from "../../settings/preferences.ts";
import { profilesPath, readProfiles } from "../../settings/profiles.ts";
import { readFromFile, secretsPath } from "../../settings/secrets-file.ts";
import { SettingsError } from "../../settings/settings-error.ts";
import { readPlace } from "../places.ts";
import { type Finding, failed, ok, skipped, warning } from "./finding.ts";

/** Checks the settings files: reads them as the console does, and changes nothing. */

/** @param read describes the content of the file */
async function fileFinding(id: string, title: string, path: string, read: () => Promise<string>): Promise<Finding> {
  if (!existsSync(path)) return skipped(id, title, `no ${path}`);
  try {
    return ok(id, title, await read());
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return failed(id, title, error.message, "Correct the file; without it, commands that need it fail.");
  }
}

async function preferencesFindings(paths: SettingsPaths): Promise<readonly Finding[]> {
  const [id, title] = ["preferences", "Preferences"];
  const path = preferencesPath(paths);
  if (!existsSync(path)) return [skipped(id, title, `no ${path}: all is as usual`)];
  const { preferences, warnings } = await readPreferences(paths);
  const start = readPlace(preferences.start, AREAS);
  const { bindings, refused } = withChosenKeys(allBindings(), preferences.keys);
  const wrong = [
    ...warnings,
    ...refused,
    ...(isThemeName(preferences.theme) ? [] : [`Unknown theme ${preferences.theme}: ${THEME_NAMES.join(", ")}.`]),
    ...(start.ok ? [] : [start.message]),
  ];
  if (wrong.length === 0) return [ok(id, title, path)];
  const key = keyOf({ keys: { all: bindings } })("preferences");
  return wrong.map((found) => warning(id, title, found, `Press ${key} in the console, or correct the file.`));
}

export async function settingsFindings(paths: SettingsPaths): Promise<readonly Finding[]> {
  const profiles = await fileFinding("profiles", "Profiles", profilesPath(paths), async () => {
    const names = (await readProfiles(paths)).map(({ name }) => name);
    return names.length === 0 ? "none yet" : names.join(", ");
  });
  const secrets = await fileFinding("secrets-file", "Secrets in a file", secretsPath(paths), async () => {
    await readFromFile(paths, "");
    return `${secretsPath(paths)}: readable by you alone, in clear`;
  });
  return [profiles, secrets, ...(await preferencesFindings(paths))];
}
