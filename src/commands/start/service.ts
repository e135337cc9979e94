import type { Client } from "../../client/client.ts";
import type { ClientHooks } from "../../client/hooks.ts";
import { GroupId, OrgId } from "../../contract/schema/ids.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import type { EmbeddedUse } from "../../service/embedded.ts";
import type { SettingsPaths, Variables } from "../../settings/paths.ts";
import type { Preferences } from "../../settings/preferences.ts";
import type { ProfileRequest } from "../../settings/resolve.ts";
import type { ConsoleProfile, ServiceClient } from "../../state/dependencies.ts";
import type { NameActions } from "../../state/names/names.ts";
import { isUtcHere, type Zone } from "../../text/format.ts";
import type { Connected } from "../connect.ts";
import type { LastStart } from "./last-start.ts";
import { placeholderConnection } from "./placeholder-connection.ts";

/** The service of a console, on its way: the screen does not wait for what only the first call needs. */

/** A service that was found or started, and the client that talks to it. */
export type Reached = { readonly connected: Connected; readonly client: Client };

/** Finds the service or starts the embedded one. @throws SettingsError when what was asked for cannot be had */
export async function find(
  wanted: ProfileRequest,
  env: Variables,
  paths: SettingsPaths,
  use: EmbeddedUse,
): Promise<Connected> {
  const { connect } = await import("../connect.ts");
  return connect(wanted, env, paths, use);
}

/**
 * Makes the client of a service.
 *
 * @param readTimeoutMs how long an answer to a GET is waited for; left out: as long as the client waits by itself
 */
export async function reach(
  found: Promise<Connected>,
  readTimeoutMs?: number,
  hooks: ClientHooks = {},
): Promise<Reached> {
  const [connected, { createClient }] = await Promise.all([found, import("../../client/client.ts")]);
  return { connected, client: createClient(connected.connection, hooks, undefined, readTimeoutMs) };
}

/** A client for a service that is on its way: calls wait for it. What keeps it from coming is what they fail with. */
export const clientOf = (reached: Promise<Reached>): ServiceClient => ({
  call: async (operation, args, options) => (await reached).client.call(operation, args, options),
  callOperation: async (operation, args, options) => (await reached).client.callOperation(operation, args, options),
  allowWritesUntil: (time) => {
    // A service that is not reached takes no writes; the callers that wait for it get its error.
    reached.then(
      ({ client }) => client.allowWritesUntil(time),
      () => undefined,
    );
  },
});

/** The profile of a service that was found. */
export const profileOf = (
  { connection, projectId, orgId, projects }: Connected,
  client: ServiceClient,
): ConsoleProfile => ({
  connection,
  client,
  groupId: projectId,
  orgId,
  projects: projects.map(({ id, alias, clusters }) => ({ id, name: alias ?? id, clusters })),
});

/**
 * The embedded service as it was the last time, before it has come up: its address and keys are not known yet and nothing shows them.
 * Null where the last time says too little.
 */
export function embeddedAgain(
  last: LastStart,
  { readOnly, settingsFiles = null }: Pick<Connection, "readOnly" | "settingsFiles">,
  client: ServiceClient,
): ConsoleProfile | null {
  const groupId = GroupId.safeParse(last.groupId);
  const orgId = OrgId.safeParse(last.orgId);
  if (!groupId.success || !orgId.success) return null;
  return {
    connection: {
      ...placeholderConnection({ profile: "embedded", environment: "sandbox", readOnly }),
      settingsFiles,
    },
    client,
    groupId: groupId.data,
    orgId: orgId.data,
    projects: [],
  };
}

/** The zone of times on screen. Where clocks show UTC anyway there is one name for it, and `local` is not it. */
export const zoneHere = ({ time }: Pick<Preferences, "time">, now: number): Zone => (isUtcHere(now) ? "utc" : time);

/** Elsewhere those who start a migration have its id; nobody has that of a sample. */
export function rememberSamples({ names }: { readonly names: NameActions }, { migrations }: Connected): void {
  for (const { groupId, id } of migrations) {
    names.remember({ kind: "migration", name: id, id, project: groupId, source: "in the sample data" });
  }
}
