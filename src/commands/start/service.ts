import type { Client } from "../../client/client.ts";
import type { ClientHooks } from "../../client/hooks.ts";
import { GroupId, OrgId } from "../../contract/schema/ids.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import type { EmbeddedUse } from "../../service/embedded.ts";
import type { SettingsPaths, Variables } from "../../settings/paths.ts";
import type { Preferences } from "../../settings/preferences.ts";
import type { ProfileRequest } from "../../settings/resolve.ts";
import type { NameActions } from "../../state/names/names.ts";
import type { ServiceClient } from "../../state/service-client.ts";
import type { ConsoleProfile } from "../../state/session/console-profile.ts";
import { isUtcHere, type Zone } from "../../text/format.ts";
import type { Connected } from "../connect.ts";
import type { LastStart } from "./last-start.ts";
import { placeholderConnection } from "./placeholder-connection.ts";

/** The service of a console while it is being connected: the screen does not wait for work that only the first call needs. */

/** A connected or started service, and its client. */
export type ConnectedClient = { readonly connected: Connected; readonly client: Client };

/** Connects to the service or starts the embedded one. @throws SettingsError when the requested service cannot be used */
export async function connectOrStart(
  wanted: ProfileRequest,
  env: Variables,
  paths: SettingsPaths,
  use: EmbeddedUse,
): Promise<Connected> {
  const { connect } = await import("../connect.ts");
  return connect(wanted, env, paths, use);
}

/**
 * Creates the client of a service.
 *
 * @param readTimeoutMs timeout of an answer to a GET; left out: the client's own
 */
export async function openClient(
  found: Promise<Connected>,
  readTimeoutMs?: number,
  hooks: ClientHooks = {},
): Promise<ConnectedClient> {
  const [connected, { createClient }] = await Promise.all([found, import("../../client/client.ts")]);
  return { connected, client: createClient(connected.connection, hooks, undefined, readTimeoutMs) };
}

/** A client for a service that is still being connected: calls wait for it, and fail with its error. */
export const clientOf = (reached: Promise<ConnectedClient>): ServiceClient => ({
  call: async (operation, args, options) => (await reached).client.call(operation, args, options),
  callOperation: async (operation, args, options) => (await reached).client.callOperation(operation, args, options),
  allowWritesUntil: (time) => {
    // An unreachable service takes no writes; calls that wait for it fail with its error.
    reached.then(
      ({ client }) => client.allowWritesUntil(time),
      () => undefined,
    );
  },
});

/** The console profile of a connected service. */
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

/** A service that is being connected for the screen. */
type ConnectingService = {
  /** Its calls wait for the connection. */
  readonly client: ServiceClient;
  readonly found: Promise<Connected>;
  readonly reached: Promise<ConnectedClient>;
  /** The profile of the first frame. */
  readonly profile: Promise<ConsoleProfile>;
  readonly onFirstFrame: () => void;
};

/**
 * Connects a console while its screen is drawn.
 *
 * @param isFrameFirst true where the first frame is drawn before the service starts and calls are sent: both would take the processor from it.
 * Otherwise the service starts in its own thread while the code of the screen is loaded.
 * @param asLast the profile as in the last session, where its names are enough for the first frame
 */
export function connectAround({
  isFrameFirst,
  connect,
  asLast,
}: {
  readonly isFrameFirst: boolean;
  readonly connect: () => Promise<Connected>;
  readonly asLast: (client: ServiceClient) => ConsoleProfile | null;
}): ConnectingService {
  const firstFrame = Promise.withResolvers<void>();
  if (!isFrameFirst) firstFrame.resolve();
  const reached = firstFrame.promise.then(() => openClient(found));
  // Callers that await `reached` handle its error.
  reached.catch(() => undefined);
  const client = clientOf(reached);
  const last = asLast(client);
  const found = (last === null ? Promise.resolve() : firstFrame.promise).then(connect);
  return {
    client,
    found,
    reached,
    profile: last === null ? found.then((connected) => profileOf(connected, client)) : Promise.resolve(last),
    onFirstFrame: () => {
      if (isFrameFirst) setImmediate(firstFrame.resolve);
    },
  };
}

/**
 * The embedded service as in the last session, before it has started: its address and keys are not known yet and not shown. Null where the last
 * session saved too little.
 */
export function lastEmbeddedService(
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

/** Time zone of times on screen: where local time is UTC, it is called `utc`, not `local`. */
export const zoneHere = ({ time }: Pick<Preferences, "time">, now: number): Zone => (isUtcHere(now) ? "utc" : time);

/** Whoever starts a migration elsewhere has its id; nobody has that of a sample migration. */
export function rememberSampleMigrations({ names }: { readonly names: NameActions }, { migrations }: Connected): void {
  for (const { groupId, id } of migrations) {
    names.remember({ kind: "migration", name: id, id, project: groupId, source: "in the sample data" });
  }
}
