import { addProfile } from "../../settings/profile-changes.ts";
import { type Profile, readProfiles } from "../../settings/profiles.ts";
import type { SecretPlace, SecretsAt } from "../../settings/secrets.ts";
import { SettingsError } from "../../settings/settings-error.ts";
import { readVendorProfiles, type VendorProfile, vendorProfilesPath } from "../../settings/vendor-profiles.ts";
import { EXIT } from "../exit.ts";
import type { ParsedArguments } from "../table/parse.ts";
import type { PROFILE_COMMANDS } from "../table/profile-commands.ts";
import { WrongUse } from "../wrong-use.ts";
import { credentialLabel } from "./described.ts";

/** Profiles of the vendor's command line tool: listed, and imported when they are named. */

type Say = (line: string) => Promise<void>;
type Warn = (line: string) => void;
type Options = ParsedArguments<(typeof PROFILE_COMMANDS)["import"]["options"]>;

/** The same profile with its secret stored by Sextant, where it has one. */
function keeping({ profile, secret }: VendorProfile, place: SecretPlace): Profile {
  const { credentials } = profile;
  if (secret === null || credentials === undefined || credentials.kind === "command") return profile;
  if (credentials.kind === "digest") {
    const { privateKeyVariable: _variable, ...rest } = credentials;
    return { ...profile, credentials: { ...rest, secretIn: place } };
  }
  const { clientSecretVariable: _variable, ...rest } = credentials;
  return { ...profile, credentials: { ...rest, secretIn: place } };
}

function described({ profile, secret, notes, refusal }: VendorProfile, isThere: boolean): string {
  if (refusal !== null) return `${profile.name}: ${profile.baseUrl}. ${refusal}`;
  const about = secret === null ? "" : ", secret in its file";
  const there = isThere ? " (a profile of this name is here already)" : "";
  return `${profile.name}: ${profile.baseUrl}, ${credentialLabel(profile)}${about}${there}${notes.length === 0 ? "" : `. ${notes.join(" ")}`}`;
}

/**
 * Imports one profile.
 *
 * @param place where its secret is stored; null leaves it in the vendor's file
 * @returns the message for the person
 * @throws SettingsError where the profile does not exist, uses no API key, or cannot be saved
 */
export async function importOne(at: SecretsAt, name: string, place: SecretPlace | null): Promise<string> {
  const one = (await readVendorProfiles(at.env))?.found.find(({ profile }) => profile.name === name);
  if (one === undefined) throw new SettingsError(`There is no profile ${name} to import.`);
  if (one.refusal !== null) throw new SettingsError(`Profile ${name} is not imported. ${one.refusal}`);
  const isKept = place !== null && one.secret !== null;
  const profile = isKept ? keeping(one, place) : one.profile;
  await addProfile(at, profile, isKept ? one.secret : null);
  return [`Imported ${profile.name}: ${credentialLabel(profile)}.`, ...one.notes].join(" ");
}

/**
 * Lists the vendor's profiles, or imports the named ones.
 *
 * @throws SettingsError where the vendor's file cannot be used
 * @throws WrongUse where a name is not in it
 */
export async function importProfiles(options: Options, at: SecretsAt, say: Say, warn: Warn): Promise<number> {
  const read = await readVendorProfiles(at.env);
  if (read === null) {
    const none = `Nothing to import: there is no ${vendorProfilesPath(at.env)}.`;
    if (options.words.length > 0) throw new WrongUse(none);
    await say(none);
    return EXIT.done;
  }
  const { found, problems } = read;
  for (const problem of problems) warn(problem);
  const own = new Set((await readProfiles(at.paths)).map(({ name }) => name));
  const { words } = options;
  if (words.length === 0) {
    for (const one of found) await say(described(one, own.has(one.profile.name)));
    if (found.length > 0) await say("sextant profile import NAME takes one over; --with-secrets its secret too.");
    return EXIT.done;
  }
  const unknown = words.find((name) => !found.some(({ profile }) => profile.name === name));
  if (unknown !== undefined) {
    const names = found.map(({ profile }) => profile.name).join(", ");
    throw new WrongUse(`No profile ${JSON.stringify(unknown)} to import. There are: ${names || "none"}.`);
  }
  const place = options.text("secret-in") === "file" ? "file" : "keyring";
  let code: number = EXIT.done;
  for (const { profile } of found.filter((one) => words.includes(one.profile.name))) {
    try {
      await say(await importOne(at, profile.name, options.isOn("with-secrets") ? place : null));
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      warn(error.message);
      code = EXIT.wrongUse;
    }
  }
  return code;
}
