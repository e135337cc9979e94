import type { Host } from "../../app/app.ts";
import type { Connection } from "../../contract/connection.ts";
import type { EmbeddedUse } from "../../service/embedded.ts";
import type { SettingsPaths, Variables } from "../../settings/paths.ts";
import type { ConsoleStore } from "../../state/store.ts";
import { messageOf } from "../../text/thrown.ts";
import { find, profileOf, type Reached, reach } from "./service.ts";

/** What going over to another profile needs. */
export type ProfilesInput = {
  readonly paths: SettingsPaths;
  readonly env: Variables;
  readonly readOnly: boolean;
  readonly store: ConsoleStore;
  /** What the console was started on, which can be gone back to. */
  readonly start: { readonly name: string; readonly reached: Promise<Reached> };
  /** The name under which the answers of a profile are remembered. */
  readonly keptAs: (profile: string) => string;
  /** How an embedded service is used. */
  readonly use: EmbeddedUse;
  readonly onSwitch: (connection: Connection) => void;
};

export type Profiles = Pick<Host, "profiles" | "switchTo"> & {
  /** Closes what was gone over to; the start closes by itself. */
  readonly close: () => Promise<void>;
};

/** The profiles of this person. Clients of profiles that were left stay open to the end: a write of theirs may still be answered. */
export function createProfiles(input: ProfilesInput): Profiles {
  const { paths, env, readOnly, store, start, keptAs, use, onSwitch } = input;
  const { environment } = store.getState().session;
  const reached = new Map<string, Promise<Reached>>([[start.name, start.reached]]);
  const open: Reached[] = [];
  const over = new AbortController();
  let chosen = start.name;

  const reachNamed = (name: string): Promise<Reached> => {
    const known = reached.get(name);
    if (known !== undefined) return known;
    // The project and organisation of the environment are those of the start.
    const { SEXTANT_PROJECT_ID: _project, SEXTANT_ORG_ID: _organisation, ...own } = env;
    const begun = reach(find({ profile: name, readOnly, signal: over.signal }, own, paths, use));
    reached.set(name, begun);
    begun.then(
      (there) => open.push(there),
      // A profile that was mended meanwhile can be tried again.
      () => reached.delete(name),
    );
    return begun;
  };

  return {
    profiles: async () => {
      const { readProfiles } = await import("../../settings/profiles.ts");
      const saved = await readProfiles(paths);
      const others = saved.filter(({ name }) => name !== start.name);
      return [
        { name: start.name, environment, isSaved: saved.some(({ name }) => name === start.name) },
        ...others.map(({ name, environment: of }) => ({ name, environment: of, isSaved: true })),
      ];
    },
    switchTo: async (name, keeps) => {
      chosen = name;
      try {
        const { connected, client } = await reachNamed(name);
        const why = chosen === name ? keeps() : `profile ${chosen} was chosen in the meantime`;
        if (why !== null) return { ok: false, why };
        store.session.switchProfile(profileOf(connected, client), keptAs(name));
        onSwitch(connected.connection);
        return { ok: true };
      } catch (error) {
        return { ok: false, why: messageOf(error) };
      }
    },
    close: async () => {
      // What never answered keeps nobody here.
      over.abort();
      for (const { client, connected } of open) {
        await client.close();
        await connected.close();
      }
    },
  };
}
