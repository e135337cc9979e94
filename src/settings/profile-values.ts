import { Profile } from "./profiles.ts";
import { SECRET_PLACES } from "./secrets.ts";

/** A profile as a form and the options of a command have it: flat, and its secret apart. */

export const CREDENTIAL_KINDS = ["key", "account", "command", "variables"] as const;
export const SECRETS_IN = [...SECRET_PLACES, "variable"] as const;

export type ProfileValues = {
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly dialect?: string | undefined;
  readonly environment?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** An API key, a service account, a command that prints either, or the `SEXTANT_*` variables. */
  readonly credentials: (typeof CREDENTIAL_KINDS)[number];
  /** The public key, or the client id. */
  readonly caller?: string | undefined;
  /** The variable that holds it, where it is not written down. */
  readonly callerVariable?: string | undefined;
  readonly secretIn?: (typeof SECRETS_IN)[number] | undefined;
  readonly secretVariable?: string | undefined;
  /** Program and arguments, split at blanks. */
  readonly command?: string | undefined;
  readonly orgId?: string | undefined;
  readonly caFile?: string | undefined;
  readonly settingsFiles?: string | undefined;
  readonly metricsUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
};

/** What is there of a record: a key without a value is not written. */
const present = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== ""));

function credentialsOf(values: ProfileValues): Readonly<Record<string, unknown>> | undefined {
  const { credentials, caller, callerVariable, secretIn, secretVariable, command = "" } = values;
  const place = secretIn === "variable" ? undefined : secretIn;
  const variable = place === undefined ? secretVariable : undefined;
  switch (credentials) {
    case "key":
      return present({
        kind: "digest",
        publicKey: caller,
        publicKeyVariable: callerVariable,
        privateKeyVariable: variable,
        secretIn: place,
      });
    case "account":
      return present({
        kind: "oauth2",
        clientId: caller,
        clientIdVariable: callerVariable,
        clientSecretVariable: variable,
        secretIn: place,
      });
    case "command":
      return { kind: "command", credentialCommand: command.split(/\s+/u).filter((word) => word !== "") };
    case "variables":
      return undefined;
  }
}

/** The profile, or the first thing that is wrong with it: the path of the setting, and what it has to be. */
export type Written =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly path: string; readonly message: string };

/** A profile of what was filled in. @param former what it had that is not filled in: projects, roles, the user of the metrics */
export function profileOfValues(values: ProfileValues, former: Profile | null): Written {
  const { name, baseUrl, dialect, environment, readOnly, orgId, caFile, settingsFiles, metricsUrl, tokenUrl } = values;
  const { roles, projects, scrape } = former ?? {};
  const checked = Profile.safeParse(
    present({
      roles,
      projects,
      scrape,
      name,
      baseUrl,
      dialect,
      environment,
      readOnly: readOnly === true ? true : undefined,
      orgId,
      caFile,
      settingsFiles,
      metricsUrl,
      tokenUrl,
      credentials: credentialsOf(values),
    }),
  );
  if (checked.success) return { ok: true, profile: checked.data };
  const [issue] = checked.error.issues;
  return { ok: false, path: issue?.path.map(String).join(".") ?? "", message: issue?.message ?? "not valid" };
}

/** What a form of a profile starts with. */
export function valuesOfProfile(profile: Profile): ProfileValues {
  const { name, baseUrl, dialect, environment, readOnly, orgId, caFile, settingsFiles, credentials } = profile;
  const { metricsUrl, tokenUrl } = profile;
  const common = { name, baseUrl, dialect, environment, readOnly, orgId, caFile, settingsFiles, metricsUrl, tokenUrl };
  switch (credentials?.kind) {
    case "digest":
      return {
        ...common,
        credentials: "key",
        caller: credentials.publicKey,
        callerVariable: credentials.publicKeyVariable,
        secretIn: credentials.secretIn ?? "variable",
        secretVariable: credentials.privateKeyVariable,
      };
    case "oauth2":
      return {
        ...common,
        credentials: "account",
        caller: credentials.clientId,
        callerVariable: credentials.clientIdVariable,
        secretIn: credentials.secretIn ?? "variable",
        secretVariable: credentials.clientSecretVariable,
      };
    case "command":
      return { ...common, credentials: "command", command: credentials.credentialCommand.join(" ") };
    default:
      return { ...common, credentials: "variables" };
  }
}
