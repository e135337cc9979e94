import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { HeaderFacts } from "../../app/screen/header.ts";
import { isObject } from "../../contract/json/json.ts";
import { readOwn } from "../../settings/ownership.ts";
import type { Variables } from "../../settings/paths.ts";
import type { Preferences } from "../../settings/preferences.ts";
import { hashOf } from "../../state/files/file-names.ts";

/**
 * Names from the last console on a connection, so that the next one can show them at once: no data and no secrets. Read before the rest of the
 * program is loaded; an unreadable file counts as missing.
 */
export type LastStart = Pick<HeaderFacts["session"], "environment" | "orgName" | "groupName"> & {
  readonly orgId: string | null;
  readonly groupId: string;
};

/** File with all connections, in the state folder. */
export const LAST_START_FILE = "start.json";

export const LAST_START_VERSION = 1;

type Fields = Readonly<Record<string, unknown>>;

function readObject(path: string): Fields {
  try {
    const value: unknown = JSON.parse(readOwn(path)?.toString("utf8") ?? "{}");
    return isObject(value) ? value : {};
  } catch {
    // Missing, or unreadable: the program reports that where it matters.
    return {};
  }
}

const textOr = <Other>(value: unknown, other: Other): string | Other => (typeof value === "string" ? value : other);

const profilesFile = (configFolder: string): string => join(configFolder, "profiles.json");

/** Null where there is no file of profiles, or an unreadable one. */
function savedProfiles(configFolder: string): readonly Fields[] | null {
  const { profiles } = readObject(profilesFile(configFolder));
  return Array.isArray(profiles) ? profiles.filter(isObject) : null;
}

/** Another one after each change of the file of profiles; null where there is none. */
function stampOfProfiles(configFolder: string): string | null {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(profilesFile(configFolder), { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return null;
  }
}

/**
 * Judges for each file that is written whether the saved profiles can be read and a profile is not among them any more: the file of profiles is read
 * only when it has changed.
 */
export function goneProfiles(configFolder: string): (profile: string) => boolean {
  let stamp: string | null = null;
  let names: ReadonlySet<unknown> | null = null;
  return (profile) => {
    const now = stampOfProfiles(configFolder);
    if (now === null || now !== stamp) {
      const saved = savedProfiles(configFolder);
      names = saved === null ? null : new Set(saved.map(({ name }) => name));
      stamp = now;
    }
    return names !== null && !names.has(profile);
  };
}

/** Variables that name the caller where the profile has no credentials. */
const CALLER_VARIABLES = ["SEXTANT_PUBLIC_KEY", "SEXTANT_CLIENT_ID"];

/**
 * Key of a connection in the file. It contains what profile and environment define of service and caller: after an edit it is another key.
 *
 * @param connection its name, the same before and after an edit
 */
export function startName(connection: string, env: Variables, configFolder: string): string {
  if (connection.startsWith("embedded")) return connection;
  const saved = savedProfiles(configFolder)?.find((one) => connection === `profile ${textOr(one["name"], "")}`) ?? null;
  const credentials = isObject(saved) && isObject(saved["credentials"]) ? saved["credentials"] : {};
  const variables = [...CALLER_VARIABLES, credentials["publicKeyVariable"], credentials["clientIdVariable"]];
  return `${connection} ${hashOf(JSON.stringify([saved, ...variables.map((name) => env[textOr(name, "")])]))}`;
}

/** The names saved under a key, if any. */
export function readLastStart(stateFolder: string, name: string): LastStart | null {
  const { version, connections } = readObject(join(stateFolder, LAST_START_FILE));
  const found = isObject(connections) ? connections[name] : undefined;
  if (version !== LAST_START_VERSION || !isObject(found)) return null;
  const groupId = textOr(found["groupId"], null);
  const environment = found["environment"];
  if (groupId === null) return null;
  if (environment !== "production" && environment !== "other" && environment !== "sandbox") return null;
  return {
    groupId,
    environment,
    groupName: textOr(found["groupName"], null),
    orgId: textOr(found["orgId"], null),
    orgName: textOr(found["orgName"], null),
  };
}

/** True when no console was opened here before, on any connection. */
export const hasNoStart = (stateFolder: string): boolean => !existsSync(join(stateFolder, LAST_START_FILE));

/** The preferences that the splash screen depends on. */
export function readLooks(configFolder: string): Pick<Preferences, "theme" | "symbols" | "pane" | "start"> {
  const { theme, symbols, pane, start } = readObject(join(configFolder, "preferences.json"));
  return {
    theme: textOr(theme, "terminal"),
    symbols: symbols === "ascii" || symbols === "blocks" ? symbols : "unicode",
    pane: pane === "on" ? "on" : "off",
    start: textOr(start, "overview"),
  };
}
