import type { Host } from "../../app/app.ts";
import { sameJson } from "../../contract/json/json.ts";
import type { Connection, Environment } from "../../contract/wire/connection.ts";
import type { EmbeddedUse } from "../../service/embedded.ts";
import type { SettingsPaths, Variables } from "../../settings/paths.ts";
import type { ConsoleProfile } from "../../state/dependencies.ts";
import { messageOf } from "../../text/thrown.ts";
import { find, profileOf, type Reached, reach } from "./service.ts";

/** What going over to another profile needs. */
export type ProfilesInput = {
  readonly paths: SettingsPaths;
  readonly env: Variables;
  readonly readOnly: boolean;
  /** What the console was started on, which can be gone back to. */
  readonly start: {
    readonly name: string;
    readonly environment: Environment;
    /** A saved profile, rather than the environment or the embedded service. */
    readonly isProfile: boolean;
    readonly reached: Promise<Reached>;
  };
  /** How an embedded service is used. */
  readonly use: EmbeddedUse;
  readonly onSwitch: (profile: ConsoleProfile) => void;
};

export type Profiles = Pick<Host, "profiles" | "switchTo"> & {
  /** Closes what was gone over to; the start closes by itself. */
  readonly close: () => Promise<void>;
};

const withAddresses = (connection: Connection) => ({
  ...connection,
  baseUrl: connection.baseUrl.href,
  metricsUrl: connection.metricsUrl?.href ?? null,
  tokenUrl: connection.tokenUrl?.href ?? null,
});

/** Whether both lead to the same service as the same caller under the same rules, so that one client is good for both. */
const isSameConnection = (one: Connection, other: Connection): boolean =>
  sameJson(withAddresses(one), withAddresses(other));

/**
 * The profiles of this person, each as it is saved when it is gone over to: it may have been changed since it was open before. Clients of
 * profiles that were left stay open to the end: a write of theirs may still be answered.
 */
export function createProfiles({ paths, env, readOnly, start, use, onSwitch }: ProfilesInput): Profiles {
  const made: Reached[] = [];
  let started: Reached | null = null;
  const over = new AbortController();
  /** The newest choice: it wins, whichever service answers first. */
  let chosen = { name: start.name };

  start.reached.then(
    (there) => {
      started = there;
    },
    () => undefined,
  );

  const reachNamed = async (name: string): Promise<Reached> => {
    const isStart = name === start.name;
    if (isStart && !start.isProfile) return start.reached;
    // The project and organisation of the environment are those of the start.
    const { SEXTANT_PROJECT_ID: _project, SEXTANT_ORG_ID: _organisation, ...own } = env;
    const wanted = { profile: name, readOnly, signal: over.signal };
    const connected = await find(wanted, isStart ? env : own, paths, use);
    const known = [...made, ...(started === null ? [] : [started])].find((there) =>
      isSameConnection(there.connected.connection, connected.connection),
    );
    if (known !== undefined) return { connected, client: known.client };
    const there = await reach(Promise.resolve(connected));
    made.push(there);
    return there;
  };

  return {
    profiles: async () => {
      const { readProfiles } = await import("../../settings/profiles.ts");
      const saved = (await readProfiles(paths)).map(({ name, environment }) => ({ name, environment, isSaved: true }));
      const ofStart = saved.filter(({ name }) => name === start.name);
      const { name, environment, isProfile } = start;
      return [
        ...(isProfile ? ofStart : [{ name, environment, isSaved: ofStart.length > 0 }]),
        ...saved.filter((profile) => !ofStart.includes(profile)),
      ];
    },
    switchTo: async (name, keeps) => {
      const choice = { name };
      chosen = choice;
      try {
        const { connected, client } = await reachNamed(name);
        const why = chosen === choice ? keeps() : `profile ${chosen.name} was chosen in the meantime`;
        if (why !== null) return { ok: false, why };
        onSwitch(profileOf(connected, client));
        return { ok: true };
      } catch (error) {
        return { ok: false, why: messageOf(error) };
      }
    },
    close: async () => {
      // What never answered keeps nobody here.
      over.abort();
      for (const { client, connected } of made) {
        await client.close();
        await connected.close();
      }
    },
  };
}
