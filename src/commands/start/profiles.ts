import type { Host } from "../../app/app.ts";
import { sameJson } from "../../contract/json/json.ts";
import type { Connection, Environment } from "../../contract/wire/connection.ts";
import type { EmbeddedUse } from "../../service/embedded.ts";
import type { SettingsPaths, Variables } from "../../settings/paths.ts";
import type { ConsoleProfile } from "../../state/session/console-profile.ts";
import { messageOf } from "../../text/thrown.ts";
import { type ConnectedClient, connectOrStart, openClient, profileOf } from "./service.ts";

/** Input for switching profiles. */
type ProfilesInput = {
  readonly paths: SettingsPaths;
  readonly env: Variables;
  readonly readOnly: boolean;
  /** Connection that the console was started with; one can switch back to it. */
  readonly start: {
    readonly name: string;
    readonly environment: Environment;
    /** A saved profile, not the environment or the embedded service. */
    readonly isProfile: boolean;
    readonly reached: Promise<ConnectedClient>;
  };
  /** Options of an embedded service. */
  readonly use: EmbeddedUse;
  readonly onSwitch: (profile: ConsoleProfile) => void;
};

export type Profiles = Pick<Host, "profiles" | "switchTo"> & {
  /** Closes the connections that were switched to; the first one is closed elsewhere. */
  readonly close: () => Promise<void>;
};

const withAddresses = (connection: Connection) => ({
  ...connection,
  baseUrl: connection.baseUrl.href,
  metricsUrl: connection.metricsUrl?.href ?? null,
  tokenUrl: connection.tokenUrl?.href ?? null,
});

/** True when both connections have the same service, caller and rules, so that they can share a client. */
const isSameConnection = (one: Connection, other: Connection): boolean =>
  sameJson(withAddresses(one), withAddresses(other));

/**
 * The profiles of this person. Each is read anew when switched to: it may have been edited meanwhile. Clients of profiles that were left stay open
 * until the end: a write may still be answered.
 */
export function createProfiles({ paths, env, readOnly, start, use, onSwitch }: ProfilesInput): Profiles {
  const made: ConnectedClient[] = [];
  let started: ConnectedClient | null = null;
  const over = new AbortController();
  /** The newest choice: it wins, whichever service answers first. */
  let chosen = { name: start.name };

  start.reached.then(
    (there) => {
      started = there;
    },
    () => undefined,
  );

  const reachNamed = async (name: string): Promise<ConnectedClient> => {
    const isStart = name === start.name;
    if (isStart && !start.isProfile) return start.reached;
    // Project and organisation of the environment belong to the first connection.
    const { SEXTANT_PROJECT_ID: _project, SEXTANT_ORG_ID: _organisation, ...own } = env;
    const wanted = { profile: name, readOnly, signal: over.signal };
    const connected = await connectOrStart(wanted, isStart ? env : own, paths, use);
    const known = [...made, ...(started === null ? [] : [started])].find((there) =>
      isSameConnection(there.connected.connection, connected.connection),
    );
    if (known !== undefined) return { connected, client: known.client };
    const there = await openClient(Promise.resolve(connected));
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
      // Unanswered calls must not delay the exit.
      over.abort();
      for (const { client, connected } of made) {
        await client.close();
        await connected.close();
      }
    },
  };
}
