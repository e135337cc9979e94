import { execFile } from "node:child_process";
import { isAbsolute } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { parseJson } from "../contract/json/json.ts";
import { ofLength } from "../contract/schema/lengths.ts";
import { Secret } from "../contract/secret.ts";
import type { Credentials } from "../contract/wire/connection.ts";
import { MINUTE } from "../text/durations.ts";
import { childEnvironment } from "./child-environment.ts";
import type { Variables } from "./paths.ts";
import type { CredentialSource } from "./profiles.ts";
import { readSecret, type SecretPlace, type SecretsAt } from "./secrets.ts";
import { SettingsError } from "./settings-error.ts";

/** Limits of a credential command: its run time (ms) and the size of its output (bytes). */
const COMMAND_TIMEOUT = MINUTE;
const COMMAND_OUTPUT = 64 * 1024;

/** Trimmed value of a variable, or an empty text: blanks around a pasted key are not part of it. */
export const variable = (env: Variables, name: string): string => env[name]?.trim() ?? "";

function needed(env: Variables, name: string, whose: string): string {
  const value = variable(env, name);
  if (value === "") throw new SettingsError(`The ${whose} is missing: set the environment variable ${name}.`);
  return value;
}

const Printed = z.union([
  z.looseObject({ publicKey: z.string().min(1, ofLength()), privateKey: z.string().min(1, ofLength()) }),
  z.looseObject({ clientId: z.string().min(1, ofLength()), clientSecret: z.string().min(1, ofLength()) }),
]);

/** Output of a program, or how it ended. The error of a child process repeats its output, so it is not passed on. */
async function printedBy(
  program: string,
  args: readonly string[],
  env: Variables,
  signal: AbortSignal | undefined,
): Promise<{ text: string } | { ending: string }> {
  try {
    const limits = {
      timeout: COMMAND_TIMEOUT,
      maxBuffer: COMMAND_OUTPUT,
      windowsHide: true,
      signal,
      env: childEnvironment(env),
    };
    // Promisified on use: Node loads a module for it, and most profiles have no command.
    const { stdout } = await promisify(execFile)(program, args, limits);
    return { text: stdout };
  } catch (error) {
    return { ending: endingOf(error) };
  }
}

/** Runs a profile's command without a shell and parses the one JSON object that it prints. The output is never shown. */
async function fromCommand(
  command: readonly string[],
  profile: string,
  env: Variables,
  signal: AbortSignal | undefined,
): Promise<Credentials> {
  const [program = "", ...args] = command;
  const about = `The credential command of profile ${profile} (${program})`;
  if (program.includes("/") && !isAbsolute(program)) {
    throw new SettingsError(`${about} has a relative path: use an absolute path, or a name on PATH.`);
  }
  const output = await printedBy(program, args, env, signal);
  if ("ending" in output) throw new SettingsError(`${about} ${output.ending}. Run the command in a shell to see why.`);
  const json = parseJson(output.text);
  const printed = json.ok ? Printed.safeParse(json.value) : undefined;
  if (printed?.success !== true) {
    throw new SettingsError(
      `${about} must print one JSON object with publicKey and privateKey, or with clientId and clientSecret.`,
    );
  }
  const { data } = printed;
  if ("privateKey" in data && typeof data.privateKey === "string" && typeof data.publicKey === "string") {
    return { kind: "digest", publicKey: data.publicKey, privateKey: new Secret(data.privateKey) };
  }
  return { kind: "oauth2", clientId: String(data["clientId"]), clientSecret: new Secret(String(data["clientSecret"])) };
}

function endingOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.name === "AbortError") return "was cancelled";
  if ("killed" in error && error.killed === true) return "timed out";
  if ("code" in error && error.code === "ENOENT") return "was not found";
  if ("code" in error && typeof error.code === "number") return `failed with exit code ${error.code}`;
  return "could not be started";
}

/** The secret of a profile: just entered, stored by Sextant, or in a variable. */
async function secretOf(
  { secretIn }: { readonly secretIn?: SecretPlace | undefined },
  profile: string,
  at: SecretsAt & { readonly entered?: Secret | null | undefined },
  name: string,
  whose: string,
): Promise<Secret> {
  if (at.entered !== undefined && at.entered !== null) return at.entered;
  if (secretIn === undefined) return new Secret(needed(at.env, name, whose));
  const found = await readSecret(at, secretIn, profile);
  if (found !== null) return found;
  const where = secretIn === "keyring" ? "The keyring" : "The secrets file";
  throw new SettingsError(
    `${where} has no ${whose} for profile ${profile}: enter it again (sextant profile edit ${profile}).`,
  );
}

/**
 * The credentials of a profile.
 *
 * @param at where secrets are stored; `entered` is a secret just typed and not stored yet
 * @param signal aborts a command whose result is no longer needed
 * @throws SettingsError naming the variable or the command that yields no credentials
 */
export async function credentialsOf(
  source: CredentialSource | undefined,
  profile: string,
  at: SecretsAt & { readonly entered?: Secret | null | undefined },
  signal?: AbortSignal,
): Promise<Credentials> {
  const { env } = at;
  switch (source?.kind) {
    case "command":
      return fromCommand(source.credentialCommand, profile, env, signal);
    case "oauth2": {
      const clientId = source.clientId ?? needed(env, source.clientIdVariable ?? "SEXTANT_CLIENT_ID", "client id");
      const variableName = source.clientSecretVariable ?? "SEXTANT_CLIENT_SECRET";
      return {
        kind: "oauth2",
        clientId,
        clientSecret: await secretOf(source, profile, at, variableName, "client secret"),
      };
    }
    case "digest": {
      const publicKey = source.publicKey ?? needed(env, source.publicKeyVariable ?? "SEXTANT_PUBLIC_KEY", "public key");
      const variableName = source.privateKeyVariable ?? "SEXTANT_PRIVATE_KEY";
      return {
        kind: "digest",
        publicKey,
        privateKey: await secretOf(source, profile, at, variableName, "private key"),
      };
    }
    default:
      return credentialsOfEnvironment(env);
  }
}

/**
 * Credentials from the `SEXTANT_*` variables: an API key or a service account, not both.
 *
 * @throws SettingsError naming the missing variable, or if both are set
 */
export function credentialsOfEnvironment(env: Variables): Credentials {
  const hasKey = variable(env, "SEXTANT_PUBLIC_KEY") !== "" || variable(env, "SEXTANT_PRIVATE_KEY") !== "";
  const hasAccount = variable(env, "SEXTANT_CLIENT_ID") !== "" || variable(env, "SEXTANT_CLIENT_SECRET") !== "";
  if (hasKey && hasAccount) {
    throw new SettingsError(
      "The environment has both an API key (SEXTANT_PUBLIC_KEY, SEXTANT_PRIVATE_KEY) and a service account " +
        "(SEXTANT_CLIENT_ID, SEXTANT_CLIENT_SECRET): unset one of the two.",
    );
  }
  if (hasAccount) {
    const clientId = needed(env, "SEXTANT_CLIENT_ID", "client id");
    const clientSecret = new Secret(needed(env, "SEXTANT_CLIENT_SECRET", "client secret"));
    return { kind: "oauth2", clientId, clientSecret };
  }
  if (!hasKey) {
    throw new SettingsError(
      "The credentials are missing: set SEXTANT_PUBLIC_KEY and SEXTANT_PRIVATE_KEY (an API key), or SEXTANT_CLIENT_ID " +
        "and SEXTANT_CLIENT_SECRET (a service account).",
    );
  }
  const publicKey = needed(env, "SEXTANT_PUBLIC_KEY", "public key");
  return { kind: "digest", publicKey, privateKey: new Secret(needed(env, "SEXTANT_PRIVATE_KEY", "private key")) };
}
