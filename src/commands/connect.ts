import { readFileSync } from "node:fs";
import { GroupId, OrgId } from "../contract/schema/ids.ts";
import { Secret } from "../contract/secret.ts";
import type { Connection, ServicePresence } from "../contract/wire/connection.ts";
import { type EmbeddedUse, startEmbedded } from "../service/embedded.ts";
import type { ServiceReady } from "../service/server/ready.ts";
import { type SettingsPaths, serviceFolder, type Variables } from "../settings/paths.ts";
import type { ProfileProject } from "../settings/profiles.ts";
import { type ProfileRequest, resolveConnection } from "../settings/resolve.ts";
import { messageOf } from "../text/thrown.ts";
import { NoService } from "./no-service.ts";

/** A service to call: a configured one, or the embedded one, started for as long as it is needed. */
export type Connected = {
  readonly connection: Connection;
  readonly projectId: GroupId | null;
  readonly orgId: OrgId | null;
  readonly projects: readonly ProfileProject[];
  /** Migrations in the embedded service's sample data; no operation lists migrations. */
  readonly migrations: ServiceReady["migrations"];
  /** Stops the embedded service if it was started here. */
  readonly close: () => Promise<void>;
};

/** The name of the embedded service's profile, in files and on screen. */
const EMBEDDED_PROFILE = "embedded";

/** Connection to a service from the address and keys that it reported. */
export const connectionOfReady = (
  ready: ServiceReady & { readonly presence?: () => ServicePresence; readonly returned?: () => Promise<boolean> },
  readOnly: Connection["readOnly"],
): Connection => ({
  profile: EMBEDDED_PROFILE,
  environment: "sandbox",
  baseUrl: new URL(ready.baseUrl),
  metricsUrl: new URL(ready.metricsUrl),
  tokenUrl: new URL(ready.tokenUrl),
  dialect: ready.dialect,
  credentials: { kind: "digest", publicKey: ready.publicKey, privateKey: new Secret(ready.privateKey) },
  scrape: { username: ready.scrapeUsername, password: new Secret(ready.scrapePassword) },
  ca: ready.caFile === undefined ? null : readFileSync(ready.caFile, "utf8"),
  readOnly,
  roles: null,
  ...(ready.presence === undefined ? {} : { presence: ready.presence }),
  ...(ready.returned === undefined ? {} : { returned: ready.returned }),
});

async function startOwn(dataDir: string, use: EmbeddedUse) {
  try {
    return await startEmbedded({ dataDir, ...use });
  } catch (cause) {
    throw new NoService(`The embedded service cannot start: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Resolves the requested service, and starts the embedded one where none is named.
 *
 * @param use options of the embedded service
 * @throws SettingsError when the requested service cannot be used
 * @throws NoService when the embedded service cannot start
 */
export async function connect(
  wanted: ProfileRequest,
  env: Variables,
  paths: SettingsPaths,
  use: EmbeddedUse,
): Promise<Connected> {
  const choice = await resolveConnection(wanted, env, paths).catch((failure: unknown) => {
    use.early?.abandon();
    throw failure;
  });
  if (choice.kind === "connection") {
    use.early?.abandon();
    const { connection, projectId, orgId, projects } = choice;
    return { connection, projectId, orgId, projects, migrations: [], close: async () => undefined };
  }
  const service = await startOwn(serviceFolder(paths), use);
  return {
    connection: { ...connectionOfReady(service, choice.readOnly), settingsFiles: choice.settingsFiles ?? null },
    projectId: choice.projectId ?? GroupId.parse(service.groupId),
    orgId: choice.orgId ?? OrgId.parse(service.orgId),
    projects: [],
    migrations: service.migrations,
    close: () => service.stop(),
  };
}
