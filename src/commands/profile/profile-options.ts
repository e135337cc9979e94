import { Profile } from "../../settings/profiles.ts";
import type { Parsed } from "../table/parse.ts";
import type { PROFILE_OPTIONS } from "../table/profile-commands.ts";
import { WrongUse } from "../wrong-use.ts";

/** A profile as the options of a command describe it. */

type Written = Parsed<typeof PROFILE_OPTIONS>;

/** A value in place of one that is left out. */
const given = <Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> => {
  const found: Partial<Record<Key, Value>> = {};
  if (value !== undefined) found[key] = value;
  return found;
};

type Credentials = NonNullable<Profile["credentials"]>;

/** How the secret is named in the credentials: kept by Sextant, or a variable. */
function credentialsOf(options: Written, former: Profile["credentials"]): Credentials | undefined {
  const [publicKey, clientId, command] = [
    options.text("public-key"),
    options.text("client-id"),
    options.text("secret-command"),
  ];
  const place = options.text("secret-in");
  const variable = options.text("secret-variable");
  const kinds = [publicKey, clientId, command].filter((text) => text !== undefined);
  if (kinds.length > 1) throw new WrongUse("Give one of --public-key, --client-id and --secret-command.");
  if (place !== undefined && variable !== undefined)
    throw new WrongUse("Give one of --secret-in and --secret-variable.");
  if (command !== undefined) return { kind: "command", credentialCommand: command.trim().split(/\s+/u) };
  const secretIn = place === "keyring" || place === "file" ? place : undefined;
  const own = former?.kind === "command" ? undefined : former;
  const kept = variable === undefined ? given("secretIn", secretIn ?? own?.secretIn) : {};
  if (clientId !== undefined || (publicKey === undefined && own?.kind === "oauth2")) {
    const old = own?.kind === "oauth2" ? own : undefined;
    return {
      kind: "oauth2",
      ...given("clientId", clientId ?? old?.clientId),
      ...given("clientIdVariable", clientId === undefined ? old?.clientIdVariable : undefined),
      ...given(
        "clientSecretVariable",
        variable ?? (kept.secretIn === undefined ? old?.clientSecretVariable : undefined),
      ),
      ...kept,
    };
  }
  if (publicKey === undefined && own === undefined) return undefined;
  const old = own?.kind === "digest" ? own : undefined;
  return {
    kind: "digest",
    ...given("publicKey", publicKey ?? old?.publicKey),
    ...given("publicKeyVariable", publicKey === undefined ? old?.publicKeyVariable : undefined),
    ...given("privateKeyVariable", variable ?? (kept.secretIn === undefined ? old?.privateKeyVariable : undefined)),
    ...kept,
  };
}

/** `ID` or `NAME=ID`. */
function projectsOf(texts: readonly string[]): readonly { readonly id: string; readonly alias?: string }[] | undefined {
  if (texts.length === 0) return undefined;
  return texts.map((text) => {
    const [first = "", second] = text.split("=", 2);
    return second === undefined ? { id: first } : { alias: first, id: second };
  });
}

/** By which option a setting is given. */
const OPTION_OF: Readonly<Record<string, string>> = {
  name: "The name of a profile",
  baseUrl: "--base-url",
  metricsUrl: "--metrics-url",
  tokenUrl: "--token-url",
  caFile: "--ca-file",
  orgId: "--org",
  projects: "--project",
};

/**
 * A profile of what is given, over what was there.
 *
 * @throws WrongUse naming the first thing that is wrong
 */
export function profileOfOptions(name: string, options: Written, former: Profile | null): Profile {
  const credentials = credentialsOf(options, former?.credentials);
  const checked = Profile.safeParse({
    ...former,
    name,
    ...given("baseUrl", options.text("base-url")),
    ...given("dialect", options.text("dialect")),
    ...given("environment", options.text("environment")),
    ...given("metricsUrl", options.text("metrics-url")),
    ...given("tokenUrl", options.text("token-url")),
    ...given("caFile", options.text("ca-file")),
    ...given("orgId", options.text("org")),
    ...given("projects", projectsOf(options.texts("project"))),
    ...(options.isOn("read-only") ? { readOnly: true } : {}),
    ...given("credentials", credentials),
  });
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const where = issue?.path.map(String).join(".") ?? "";
  if (where === "baseUrl" && former === null && options.text("base-url") === undefined) {
    throw new WrongUse("The address is missing: add --base-url.");
  }
  throw new WrongUse(`${OPTION_OF[where.split(".", 1)[0] ?? ""] ?? where}: ${issue?.message ?? "not valid"}.`);
}
