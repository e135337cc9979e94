import { readFile, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { ownUser } from "../contract/file-trust.ts";
import { isObject, type Json } from "../contract/json/json.ts";
import { Secret } from "../contract/secret.ts";
import { codeOf } from "../text/thrown.ts";
import { fileError } from "./file-errors.ts";
import { homeFolder, type Variables } from "./paths.ts";
import type { Profile } from "./profiles.ts";
import { SettingsError } from "./settings-error.ts";

/**
 * Reads profiles of the vendor's own command line and never writes them. That file is TOML, each top-level table is a profile, and it holds
 * credentials only if that program found no keyring.
 */

/** A vendor profile converted to ours, with the secret from the file. */
export type VendorProfile = {
  readonly profile: Profile;
  readonly secret: Secret | null;
  /** Settings that cannot be imported, in sentences. */
  readonly notes: readonly string[];
  /** Reason why the profile cannot be imported at all, in a sentence; null if it can. */
  readonly refusal: string | null;
};

/** Address of the hosted service; a vendor profile names an address only if it differs from this one. */
const HOSTED = "https://cloud.mongodb.com";

/** Path of the vendor's file. */
export function vendorProfilesPath(env: Variables): string {
  const folder = env["XDG_CONFIG_HOME"];
  if (process.platform === "darwin")
    return join(homeFolder(), "Library", "Application Support", "atlascli", "config.toml");
  if (process.platform === "win32") return join(env["AppData"] ?? homeFolder(), "atlascli", "config.toml");
  const base = folder !== undefined && isAbsolute(folder) ? folder : join(homeFolder(env["HOME"]), ".config");
  return join(base, "atlascli", "config.toml");
}

const textIn = (table: Readonly<Record<string, Json | undefined>>, ...keys: readonly string[]): string | null => {
  for (const key of keys) {
    const value = table[key];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return null;
};

type Read = Pick<VendorProfile, "secret" | "notes" | "refusal"> & { readonly credentials: Profile["credentials"] };

const ENTER_ONE = "enter an API key or a service account.";

/** Login methods without a program's key (`auth_type` in that file), which are refused. */
const REFUSED: ReadonlyMap<string | null, string> = new Map([
  ["user_account", `A browser login cannot be imported: ${ENTER_ONE}`],
  ["no_auth", `A profile without a login cannot be imported: ${ENTER_ONE}`],
]);

/** API key or service account of a vendor profile. */
function credentialsIn(table: Readonly<Record<string, Json | undefined>>, name: string): Read {
  const kind = textIn(table, "auth_type");
  const publicKey = textIn(table, "public_api_key");
  const clientId = textIn(table, "client_id");
  const refusal = REFUSED.get(kind) ?? null;
  if (refusal !== null) return { credentials: undefined, secret: null, notes: [refusal], refusal };
  const isAccount = kind === "service_account" || (publicKey === null && clientId !== null);
  const text = isAccount ? textIn(table, "client_secret") : textIn(table, "private_api_key");
  const stem = name.toUpperCase().replaceAll(/[^A-Z0-9]/gu, "_");
  const callerVariable = `${stem}_${isAccount ? "CLIENT_ID" : "PUBLIC_KEY"}`;
  const secretVariable = `${stem}_${isAccount ? "CLIENT_SECRET" : "PRIVATE_KEY"}`;
  const caller = isAccount ? clientId : publicKey;
  const credentials: Profile["credentials"] = isAccount
    ? {
        kind: "oauth2",
        ...(caller === null ? { clientIdVariable: callerVariable } : { clientId: caller }),
        clientSecretVariable: secretVariable,
      }
    : {
        kind: "digest",
        ...(caller === null ? { publicKeyVariable: callerVariable } : { publicKey: caller }),
        privateKeyVariable: secretVariable,
      };
  const missing = [
    ...(caller === null ? [{ of: isAccount ? "client id" : "public key", variable: callerVariable }] : []),
    ...(text === null ? [{ of: isAccount ? "client secret" : "private key", variable: secretVariable }] : []),
  ];
  return { credentials, secret: text === null ? null : new Secret(text), notes: notesOf(missing), refusal };
}

/**
 * Names the parts of a login that are not in the file, and a remedy. Since version 2 that program stores all of it in the keyring, if there is one.
 */
function notesOf(missing: readonly { readonly of: string; readonly variable: string }[]): readonly string[] {
  if (missing.length === 0) return [];
  const what = missing.map((one) => one.of).join(" and the ");
  const [are, it] = missing.length === 1 ? ["is", "it"] : ["are", "them"];
  const variables = missing.map(({ variable }) => variable).join(" and ");
  return [
    `The ${what} ${are} not in the file: since version 2 that program keeps ${it} in the keyring. ` +
      `Set ${variables}, or edit the imported profile.`,
  ];
}

async function profileIn(name: string, table: Readonly<Record<string, Json | undefined>>): Promise<VendorProfile> {
  const { Profile: schema } = await import("./profiles.ts");
  const { credentials, secret, notes, refusal } = credentialsIn(table, name);
  const address = textIn(table, "ops_manager_url", "base_url")?.replace(/\/+$/u, "") ?? null;
  const isOther = textIn(table, "service") === "cloudgov" && address === null;
  if (isOther) throw new SettingsError(`Profile ${name} is of another cloud and names no address: add it by hand.`);
  const project = textIn(table, "project_id");
  const organisation = textIn(table, "org_id");
  const checked = schema.safeParse({
    name,
    baseUrl: address ?? HOSTED,
    dialect: "atlas",
    ...(organisation === null ? {} : { orgId: organisation }),
    projects: project === null ? [] : [{ id: project }],
    ...(credentials === undefined ? {} : { credentials }),
  });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new SettingsError(
      `Profile ${name} cannot be imported: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}.`,
    );
  }
  return { profile: checked.data, secret, notes, refusal };
}

const OTHERS_READ = 0o044;

/** Advice where other users of this machine can read the secrets in the vendor's file. */
async function exposureNotes(path: string): Promise<readonly string[]> {
  if (ownUser() === undefined || ((await stat(path)).mode & OTHERS_READ) === 0) return [];
  return [`Other users of this machine can read the secret in ${path}: run chmod 600 on it.`];
}

/** Top-level tables of a parsed TOML file, converted to JSON. No profile has dates or big integers, which JSON lacks. */
function tablesIn(document: unknown): readonly (readonly [string, Readonly<Record<string, Json | undefined>>])[] {
  const json: Json = JSON.parse(JSON.stringify(document));
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([name, value]) => (isObject(value) ? [[name, value] as const] : []));
}

/**
 * All profiles of the vendor's command line.
 *
 * @returns null if the file does not exist; `problems` has the errors of single profiles
 * @throws SettingsError if the file cannot be read or is not TOML
 */
export async function readVendorProfiles(
  env: Variables,
): Promise<{ readonly found: readonly VendorProfile[]; readonly problems: readonly string[] } | null> {
  const path = vendorProfilesPath(env);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw fileError("read", "the profiles of the vendor's command line", path, error);
  }
  const { parse, TomlError } = await import("smol-toml");
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    // Do not show the parser's message: it repeats the line, which may hold a key.
    const where = error instanceof TomlError ? ` (line ${error.line}, column ${error.column})` : "";
    throw new SettingsError(`${path} is not valid TOML${where}. Correct it with the program that wrote it.`);
  }
  const exposed = await exposureNotes(path);
  const found: VendorProfile[] = [];
  const problems: string[] = [];
  for (const [name, table] of tablesIn(document)) {
    try {
      const one = await profileIn(name, table);
      found.push(one.secret === null ? one : { ...one, notes: [...one.notes, ...exposed] });
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      problems.push(error.message);
    }
  }
  return { found, problems };
}
