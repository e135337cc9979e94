import { lookupTable } from "../../contract/json/own-values.ts";
import { type ProfileValues, profileOfValues, valuesOfProfile } from "../../settings/profile-values.ts";
import { type Profile, ProfileProject } from "../../settings/profiles.ts";
import type { ParsedArguments } from "../table/parse.ts";
import type { PROFILE_OPTIONS } from "../table/profile-commands.ts";
import { WrongUse } from "../wrong-use.ts";

/** A profile as command line options describe it. */

type Written = ParsedArguments<typeof PROFILE_OPTIONS>;

type Credentials = Pick<ProfileValues, "credentials" | "caller" | "callerVariable" | "command">;

/** The credentials from one of the three options, else those of the former profile. */
function credentialsIn(options: Written, former: ProfileValues | null): Credentials {
  const [publicKey, clientId, command] = [
    options.text("public-key"),
    options.text("client-id"),
    options.text("secret-command"),
  ];
  if ([publicKey, clientId, command].filter((text) => text !== undefined).length > 1) {
    throw new WrongUse("Give one of --public-key, --client-id and --secret-command.");
  }
  if (command !== undefined) return { credentials: "command", command };
  if (publicKey !== undefined) return { credentials: "key", caller: publicKey, callerVariable: undefined };
  if (clientId !== undefined) return { credentials: "account", caller: clientId, callerVariable: undefined };
  if (former === null) return { credentials: "variables" };
  const { credentials, caller, callerVariable, command: old } = former;
  return { credentials, caller, callerVariable, command: old };
}

/** The place of the secret from an option, else that of the former profile. */
function secretIn(options: Written, former: ProfileValues | null): Pick<ProfileValues, "secretIn" | "secretVariable"> {
  const [place, variable] = [options.text("secret-in"), options.text("secret-variable")];
  if (place !== undefined && variable !== undefined) {
    throw new WrongUse("Give one of --secret-in and --secret-variable.");
  }
  if (variable !== undefined) return { secretIn: "variable", secretVariable: variable };
  if (place === "keyring" || place === "file") return { secretIn: place };
  return { secretIn: former?.secretIn, secretVariable: former?.secretVariable };
}

/** Projects written as `ID` or `NAME=ID`. */
const projectsOf = (texts: readonly string[]): readonly ProfileProject[] =>
  texts.map((text) => {
    const [first = "", second] = text.split("=", 2);
    const checked = ProfileProject.safeParse(second === undefined ? { id: first } : { alias: first, id: second });
    if (checked.success) return checked.data;
    throw new WrongUse(`--project: ${checked.error.issues[0]?.message ?? "not valid"}.`);
  });

/** The option for each setting. */
const OPTION_OF: Readonly<Record<string, string>> = lookupTable({
  name: "The name of a profile",
  baseUrl: "--base-url",
  metricsUrl: "--metrics-url",
  tokenUrl: "--token-url",
  caFile: "--ca-file",
  settingsFiles: "--settings-files",
  orgId: "--org",
});

/**
 * A profile from the given options, with the former profile as defaults.
 *
 * @throws WrongUse naming the first error
 */
export function profileOfOptions(name: string, options: Written, former: Profile | null): Profile {
  const old = former === null ? null : valuesOfProfile(former);
  const caller = { ...credentialsIn(options, old), ...secretIn(options, old) };
  const baseUrl = options.text("base-url") ?? old?.baseUrl;
  if (baseUrl === undefined || baseUrl === "") throw new WrongUse("The address is missing: add --base-url URL.");
  if (name === "") throw new WrongUse("The name of a profile may not be empty.");
  const written = profileOfValues(
    {
      name,
      baseUrl,
      dialect: options.text("dialect") ?? old?.dialect,
      environment: options.text("environment") ?? old?.environment,
      readOnly: options.isOn("read-only") ? true : old?.readOnly,
      ...caller,
      orgId: options.text("org") ?? old?.orgId,
      caFile: options.text("ca-file") ?? old?.caFile,
      settingsFiles: options.text("settings-files") ?? old?.settingsFiles,
      metricsUrl: options.text("metrics-url") ?? old?.metricsUrl,
      tokenUrl: options.text("token-url") ?? old?.tokenUrl,
    },
    former,
  );
  if (!written.ok) throw new WrongUse(`${OPTION_OF[written.path] ?? written.path}: ${written.message}.`);
  const projects = projectsOf(options.texts("project"));
  return projects.length === 0 ? written.profile : { ...written.profile, projects: [...projects] };
}
