import { join } from "node:path";
import * as z from "zod";
import { ROLES } from "../contract/roles.ts";
import { ClusterName, GroupId, OrgId } from "../contract/schema/ids.ts";
import { ofLength } from "../contract/schema/lengths.ts";
import { DIALECTS } from "../contract/wire/dialect.ts";
import { addressProblem } from "./address.ts";
import { changeDocument } from "./changed-files.ts";
import { type FileKind, readDocument } from "./files.ts";
import type { SettingsPaths } from "./paths.ts";
import { SECRET_PLACES } from "./secrets.ts";

/**
 * `profiles.json`: services and callers by name. It holds no secrets: a profile names the environment variables that hold them, or a command that
 * prints them.
 */

/** Kinds of clusters, which determine the operations available (`domain.md` 1.7). */
const CLUSTER_KINDS = ["replicaSet", "sharded", "serverless", "tenant", "unknown"] as const;

const Address = z.string().check(({ value, issues }) => {
  const message = addressProblem(value);
  if (message !== null) issues.push({ code: "custom", message, input: value });
});

const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, "the name of an environment variable");

/** Storage of the secret by Sextant itself, instead of a variable. */
const SecretIn = z.enum(SECRET_PLACES).optional();

/** Source of a profile's credentials. Whatever is left out is read from the corresponding `SEXTANT_*` variable. */
export const CredentialSource = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("digest"),
      publicKey: z.string().min(1, ofLength()).optional(),
      publicKeyVariable: VariableName.optional(),
      privateKeyVariable: VariableName.optional(),
      secretIn: SecretIn,
    }),
    z.strictObject({
      kind: z.literal("oauth2"),
      clientId: z.string().min(1, ofLength()).optional(),
      clientIdVariable: VariableName.optional(),
      clientSecretVariable: VariableName.optional(),
      secretIn: SecretIn,
    }),
    z.strictObject({
      kind: z.literal("command"),
      /** Program and arguments, run without a shell. It prints one JSON object with the keys of the other kinds. */
      credentialCommand: z.array(z.string()).min(1, ofLength("a program and its arguments")),
    }),
  ],
  { error: 'requires a "kind": digest, oauth2 or command' },
);

export type CredentialSource = z.output<typeof CredentialSource>;

export const ProfileProject = z.strictObject({
  id: GroupId,
  alias: z.string().min(1, ofLength()).optional(),
  clusters: z.array(z.strictObject({ name: ClusterName, kind: z.enum(CLUSTER_KINDS).default("unknown") })).default([]),
});

export type ProfileProject = z.output<typeof ProfileProject>;

export const Profile = z.strictObject({
  name: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, "letters, digits, dots, hyphens and underscores"),
  baseUrl: Address,
  metricsUrl: Address.optional(),
  tokenUrl: Address.optional(),
  dialect: z.enum(DIALECTS).default("specification"),
  environment: z.enum(["production", "other"]).default("other"),
  readOnly: z.boolean().optional(),
  roles: z.array(z.enum(ROLES)).optional(),
  orgId: OrgId.optional(),
  projects: z.array(ProfileProject).default([]),
  caFile: z.string().min(1, ofLength()).optional(),
  settingsFiles: z.string().min(1, ofLength()).optional(),
  credentials: CredentialSource.optional(),
  scrape: z
    .strictObject({ usernameVariable: VariableName.optional(), passwordVariable: VariableName.optional() })
    .optional(),
});

export type Profile = z.output<typeof Profile>;

const Profiles = z.strictObject({
  profiles: z.array(Profile).superRefine((profiles, context) => {
    profiles.forEach(({ name }, index) => {
      if (profiles.findIndex((other) => other.name === name) < index) {
        context.addIssue({ code: "custom", path: [index, "name"], message: `two profiles are named ${name}` });
      }
    });
  }),
});

const PROFILES_FILE: FileKind<typeof Profiles> = { what: "the profiles", version: 1, schema: Profiles };

export const profilesPath = (paths: SettingsPaths): string => join(paths.config, "profiles.json");

/**
 * All profiles in the order of the file; empty if the file does not exist.
 *
 * @throws SettingsError naming the file and the field
 */
export async function readProfiles(paths: SettingsPaths): Promise<readonly Profile[]> {
  return (await readDocument(profilesPath(paths), PROFILES_FILE))?.profiles ?? [];
}

/**
 * Changes the profiles, starting from the file's current content: another console may have changed it.
 *
 * @throws SettingsError if the file cannot be read or written; errors of `change` are passed on
 */
export const changeProfiles = (
  paths: SettingsPaths,
  change: (now: readonly Profile[]) => readonly z.input<typeof Profile>[],
): Promise<void> =>
  changeDocument(profilesPath(paths), PROFILES_FILE, (now) => ({ profiles: [...change(now?.profiles ?? [])] }));
