import { Profile } from "./profiles.ts";
import { SECRET_PLACES } from "./secrets.ts";

/** A profile as flat values, for a form and for command-line options, without its secret. */

export const CREDENTIAL_KINDS = ["key", "account", "command", "variables"] as const;
export const SECRETS_IN = [...SECRET_PLACES, "variable"] as const;

export type ProfileValues = {
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly dialect?: string | undefined;
  readonly environment?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** An API key, a service account, a command that prints one of them, or the `SEXTANT_*` variables. */
  readonly credentials: (typeof CREDENTIAL_KINDS)[number];
  /** The public key or the client id. */
  readonly caller?: string | undefined;
  /** The variable that holds `caller`, if the profile does not. */
  readonly callerVariable?: string | undefined;
  readonly secretIn?: (typeof SECRETS_IN)[number] | undefined;
  readonly secretVariable?: string | undefined;
  /** Program and arguments, separated by blanks. */
  readonly command?: string | undefined;
  readonly orgId?: string | undefined;
  readonly caFile?: string | undefined;
  readonly settingsFiles?: string | undefined;
  readonly metricsUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
};

/** A record without empty values, which are not written to the file. */
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

/** The profile, or its first error: the path of the setting and its requirement. */
type Written =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly path: string; readonly message: string };

/** A profile from entered values. @param former the profile before, for settings that have no value here: projects, roles, metrics user */
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

/** Initial values of a profile's form. */
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
