import { dirname, isAbsolute, join, resolve } from "node:path";
import type { GroupId, OrgId } from "../contract/schema/ids.ts";
import type { Secret } from "../contract/secret.ts";
import type { Connection, ReadOnly } from "../contract/wire/connection.ts";
import { didYouMeanElse } from "../text/nearest.ts";
import { joinTexts } from "../text/present.ts";
import { credentialsOf } from "./credentials.ts";
import {
  connectionOfEnvironment,
  idsOfEnvironment,
  namesService,
  readAuthority,
  scrapeOf,
  settingsFilesOf,
} from "./environment.ts";
import type { SettingsPaths, Variables } from "./paths.ts";
import { type Profile, type ProfileProject, profilesPath, readProfiles } from "./profiles.ts";
import { proxyOf } from "./proxy.ts";
import type { SecretsAt } from "./secrets.ts";
import { SettingsError } from "./settings-error.ts";
import { typedPath } from "./settings-folder.ts";

/** Connection options of the command line, and a signal that aborts a credential command. */
export type ProfileRequest = {
  readonly profile?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
};

type Ids = { readonly projectId: GroupId | null; readonly orgId: OrgId | null };

/** The service to connect to, and the credentials for it. */
export type ProfileChoice =
  | (Ids & {
      readonly kind: "connection";
      readonly connection: Connection;
      readonly source: "profile" | "environment";
      readonly projects: readonly ProfileProject[];
    })
  /** No service is named: the embedded one, which the command starts. */
  | (Ids & Pick<Connection, "readOnly" | "settingsFiles"> & { readonly kind: "embedded" });

/** Reason for a connection being read-only: the most permanent one wins, and its source is shown. */
function readOnlyRule(profile: Profile | null, wanted: ProfileRequest): ReadOnly | null {
  if (wanted.readOnly === true) return { because: "--read-only", unlockable: false };
  if (profile?.readOnly === true) return { because: `profile ${profile.name}`, unlockable: false };
  if (profile?.environment === "production") {
    return { because: `production profile ${profile.name}`, unlockable: true };
  }
  return null;
}

function unknownProfile(profiles: readonly Profile[], name: string, path: string): string {
  const names = profiles.map((profile) => profile.name);
  const what = `Unknown profile ${name === "" ? '""' : name}.`;
  if (names.length === 0) {
    return `${what} No profiles yet (${path}): sextant profile add ${name === "" ? "NAME" : name} --base-url URL adds one.`;
  }
  return joinTexts(" ", what, didYouMeanElse(name, names, "", 1), `Profiles: ${names.join(", ")} (${path}).`);
}

/** @throws SettingsError naming the existing profiles */
export async function profileNamed(name: string, paths: SettingsPaths): Promise<Profile> {
  const profiles = await readProfiles(paths);
  const profile = profiles.find((each) => each.name === name);
  if (profile === undefined) throw new SettingsError(unknownProfile(profiles, name, profilesPath(paths)));
  return profile;
}

/**
 * The connection of a profile, which may not be saved yet.
 *
 * @param entered its secret, if it was just typed
 * @throws SettingsError if its credentials or its certificate authority are not available
 */
export async function connectionOfProfile(
  profile: Profile,
  wanted: ProfileRequest,
  { paths, env }: SecretsAt,
  entered: Secret | null = null,
): Promise<ProfileChoice & { readonly kind: "connection" }> {
  const ids = idsOfEnvironment(env);
  const { caFile, settingsFiles, scrape } = profile;
  const folder = dirname(profilesPath(paths));
  return {
    kind: "connection",
    source: "profile",
    connection: {
      profile: profile.name,
      environment: profile.environment,
      baseUrl: new URL(profile.baseUrl),
      metricsUrl: profile.metricsUrl === undefined ? null : new URL(profile.metricsUrl),
      tokenUrl: profile.tokenUrl === undefined ? null : new URL(profile.tokenUrl),
      dialect: profile.dialect,
      credentials: await credentialsOf(profile.credentials, profile.name, { paths, env, entered }, wanted.signal),
      scrape: scrapeOf(env, scrape?.usernameVariable, scrape?.passwordVariable),
      ca:
        caFile === undefined
          ? null
          : await readAuthority(isAbsolute(caFile) ? caFile : join(folder, caFile), `The profile ${profile.name}`),
      readOnly: readOnlyRule(profile, wanted),
      roles: profile.roles ?? null,
      settingsFiles: settingsFiles === undefined ? null : resolve(folder, typedPath(settingsFiles)),
      proxy: proxyOf(env),
    },
    projectId: ids.projectId ?? profile.projects[0]?.id ?? null,
    orgId: ids.orgId ?? profile.orgId ?? null,
    projects: profile.projects,
  };
}

/**
 * Chooses the connection: `--profile`, else the environment, else the embedded service. A production profile starts read-only.
 *
 * @throws SettingsError if the requested service is not available; it never falls back to another one
 */
export async function resolveConnection(
  wanted: ProfileRequest,
  env: Variables,
  paths: SettingsPaths,
): Promise<ProfileChoice> {
  if (wanted.profile !== undefined) {
    return connectionOfProfile(await profileNamed(wanted.profile, paths), wanted, { paths, env });
  }
  const readOnly = readOnlyRule(null, wanted);
  if (!namesService(env)) {
    return { kind: "embedded", readOnly, settingsFiles: settingsFilesOf(env), ...idsOfEnvironment(env) };
  }
  const { connection, projectId, orgId } = await connectionOfEnvironment(env);
  return {
    kind: "connection",
    source: "environment",
    connection: { ...connection, readOnly },
    projectId,
    orgId,
    projects: [],
  };
}
