import type { AppStore } from "../app/store.ts";
import type { ProgramHost } from "../app/terminal-host.ts";
import { curlOf } from "../client/curl.ts";
import { operations } from "../contract/operations.ts";
import type { Connection } from "../contract/wire/connection.ts";
import { writeExport } from "../settings/exports.ts";
import type { SettingsPaths, Variables } from "../settings/paths.ts";
import { changePreferences } from "../settings/preferences.ts";
import { messageOf } from "../text/thrown.ts";
import { createProfileFiles } from "./profile/profile-files.ts";
import type { Profiles } from "./start/profiles.ts";

type ProgramInput = {
  readonly paths: SettingsPaths;
  readonly env: Variables;
  readonly store: AppStore;
  readonly profiles: Profiles;
  /** The connection of now. */
  readonly connection: () => Connection;
};

/** Functions of this program that the screen calls, and its end. */
type Program = {
  readonly host: ProgramHost;
  /** Resolves when all preferences are saved. */
  readonly settled: () => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** Creates what the screen calls of this program: profiles, files, curl, preferences. */
export function createProgram({ paths, env, store, profiles, connection }: ProgramInput): Program {
  const leaving = new AbortController();
  let saving: Promise<unknown> = Promise.resolve();
  return {
    host: {
      profiles: profiles.profiles,
      profileFiles: createProfileFiles(paths, env, leaving.signal),
      switchTo: profiles.switchTo,
      takeSettingsTurn: async (groupId) => {
        const { takeTurn } = await import("./settings/one-at-a-time.ts");
        const turn = takeTurn(paths, groupId);
        return turn.isOurs ? turn : null;
      },
      curl: ({ operation, params, query = {}, body }) =>
        curlOf(connection(), operations[operation], { params, query, ...(body === null ? {} : { body }) }),
      save: async (name, text) => {
        try {
          return { ok: true, message: `Saved to ${await writeExport(paths, name, text)}` };
        } catch (error) {
          return { ok: false, message: messageOf(error) };
        }
      },
      remember: (changes) => {
        // One write after another: each starts from the result of the one before.
        saving = saving
          .then(() => changePreferences(paths, changes))
          .catch((error: unknown) => store.notices.say("warning", `Preferences not saved: ${messageOf(error)}`));
      },
    },
    settled: () => saving,
    close: () => {
      leaving.abort();
      return profiles.close();
    },
  };
}
