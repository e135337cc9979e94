import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SettingsPaths, settingsPaths } from "../../src/settings/paths.ts";
import { SettingsError } from "../../src/settings/settings-error.ts";

/** A person's folders, for one test. */
export type Home = { readonly folder: string; readonly paths: SettingsPaths } & AsyncDisposable;

export async function home(): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), "sextant-settings-"));
  const env = {
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CACHE_HOME: join(folder, "cache"),
  };
  return {
    folder,
    paths: settingsPaths(env),
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The words of the `SettingsError` that something ends in; anything else fails the test. */
export async function messageOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error("it was expected to fail");
}
