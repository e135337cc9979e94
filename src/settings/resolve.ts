import { dirname, isAbsolute, join, resolve } from "node:path";
import type { GroupId, OrgId } from "../contract/schema/ids.ts";
import type { Secret } from "../contract/secret.ts";
import type { Connection, ReadOnly } from "../contract/wire/connection.ts";
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

/** What the command line says about the connection, and until when it is wanted: a credential command is ended then. */
export type ProfileRequest = {
  readonly profile?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
};

type Ids = { readonly projectId: GroupId | null; readonly orgId: OrgId | null };

/** Which service is talked to, and as whom. */
export type ProfileChoice =
  | (Ids & {
      readonly kind: "connection";
      readonly connection: Connection;
      readonly source: "profile" | "environment";
      readonly projects: readonly ProfileProject[];
    })
  /** No service is named: the embedded one, which the command starts. */
  | (Ids & Pick<Connection, "readOnly" | "settingsFiles"> & { readonly kind: "embedded" });

/** Why a connection may only read: the most lasting reason wins, and its source is shown. */
function readOnlyRule(profile: Profile | null, wanted: ProfileRequest): ReadOnly | null {
  if (wanted.readOnly === true) return { because: "--read-only", unlockable: false };
  if (profile?.readOnly === true) return { because: `profile ${profile.name}`, unlockable: false };
  if (profile?.environment === "production") {
    return { because: `production profile ${profile.name}`, unlockable: true };
  }
  return null;
}

function nearest(profiles: readonly Profile[], name: string): string {
  if (profiles.length === 0) return "No profiles yet";
  const names = profiles.map((profile) => profile.name).join(", ");
  return name === "" ? `Profiles: ${names}` : `Unknown profile ${name}. Profiles: ${names}`;
}

/** @throws SettingsError naming the profiles that there are */
export async function profileNamed(name: string, paths: SettingsPaths): Promise<Profile> {
  const profiles = await readProfiles(paths);
  const profile = profiles.find((each) => each.name === name);
  if (profile === undefined) throw new SettingsError(`${nearest(profiles, name)} (${profilesPath(paths)}).`);
  return profile;
}

/**
 * The connection of a profile, which need not be saved yet.
 *
 * @param entered its secret, where it was typed just now
 * @throws SettingsError when its credentials or its authority cannot be had
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
 * Which connection: `--profile`, else the environment, else the embedded service. A production profile starts read-only.
 *
 * @throws SettingsError when what was asked for cannot be had; it never falls back to another service then
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
