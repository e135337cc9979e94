import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HeaderFacts } from "../../app/screen/header.ts";
import { isObject } from "../../contract/json/json.ts";
import { readOwn } from "../../settings/ownership.ts";
import type { Preferences } from "../../settings/preferences.ts";

/**
 * What the last console on a connection knew of where it was, so that the next one begins there: names alone, no data and no
 * secrets. It is read before anything else is there to read it with; what cannot be read counts as not there.
 */
export type LastStart = Pick<HeaderFacts["session"], "environment" | "orgName" | "groupName"> & {
  readonly orgId: string | null;
  readonly groupId: string;
};

/** The file of all connections, below the state folder. */
export const LAST_START_FILE = "start.json";

export const LAST_START_VERSION = 1;

function readObject(path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readOwn(path)?.toString("utf8") ?? "{}");
    return isObject(value) ? value : {};
  } catch {
    // None yet, or somebody's own: the program says what is wrong with it, where that matters.
    return {};
  }
}

const textOr = <Other>(value: unknown, other: Other): string | Other => (typeof value === "string" ? value : other);

/** What is remembered of a connection, if anything. */
export function readLastStart(stateFolder: string, connection: string): LastStart | null {
  const { version, connections } = readObject(join(stateFolder, LAST_START_FILE));
  const found = isObject(connections) ? connections[connection] : undefined;
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

/** Whether no console was opened here before, on any connection. */
export const hasNoStart = (stateFolder: string): boolean => !existsSync(join(stateFolder, LAST_START_FILE));

/** The preferences that the first picture depends on. */
export function readLooks(configFolder: string): Pick<Preferences, "theme" | "symbols" | "pane" | "start"> {
  const { theme, symbols, pane, start } = readObject(join(configFolder, "preferences.json"));
  return {
    theme: textOr(theme, "terminal"),
    symbols: symbols === "ascii" ? "ascii" : "unicode",
    pane: pane === "on" ? "on" : "off",
    start: textOr(start, "overview"),
  };
}
