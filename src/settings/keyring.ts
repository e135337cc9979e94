import { execFile } from "node:child_process";
import { Secret } from "../contract/secret.ts";
import { SECOND } from "../text/durations.ts";
import { childEnvironment } from "./child-environment.ts";
import type { Variables } from "./paths.ts";
import { SettingsError } from "./settings-error.ts";

/**
 * The desktop's keyring, through a command of the system: `secret-tool` (Secret Service: GNOME Keyring, KWallet, KeePassXC), `security` on macOS.
 * Secrets are passed on standard input, because arguments are visible in process lists.
 */

/** Timeout (ms): a locked keyring asks for its password in a window, which is invisible over SSH. */
const PATIENCE = 20 * SECOND;
const MOST_OUTPUT = 64 * 1024;

type Ended =
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "failed"; readonly code: number }
  | { readonly kind: "absent" }
  | { readonly kind: "late" };

/** Runs a command of the system. Its standard error may hold anything and is not shown. */
function ran(program: string, args: readonly string[], input: string, env: Variables): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { timeout: PATIENCE, maxBuffer: MOST_OUTPUT, windowsHide: true, env: childEnvironment(env) };
    const child = execFile(program, [...args], options, (error, text) => {
      if (error === null) return resolve({ kind: "done", text });
      if (error.killed === true) return resolve({ kind: "late" });
      return resolve(typeof error.code === "number" ? { kind: "failed", code: error.code } : { kind: "absent" });
    });
    // A command that ends without reading its input is recognised by its exit code.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** The commands of a system to store, look up and remove a profile's secret. */
type Commands = {
  readonly program: string;
  readonly store: (profile: string, secret: string) => { readonly args: readonly string[]; readonly input: string };
  readonly look: (profile: string) => readonly string[];
  readonly clear: (profile: string) => readonly string[];
  /** True for the exit code of a look-up that finds no secret. */
  readonly isNone: (code: number) => boolean;
};

const SERVICE = "sextant";

const SECRET_SERVICE: Commands = {
  program: "secret-tool",
  store: (profile, secret) => ({
    args: ["store", `--label=Sextant: ${profile}`, "service", SERVICE, "profile", profile],
    input: secret,
  }),
  look: (profile) => ["lookup", "service", SERVICE, "profile", profile],
  clear: (profile) => ["clear", "service", SERVICE, "profile", profile],
  isNone: (code) => code === 1,
};

const KEYCHAIN: Commands = {
  program: "security",
  // `security -i` reads a command line from standard input; the secret is in hexadecimal, so it needs no quoting.
  store: (profile, secret) => ({
    args: ["-i"],
    input: `add-generic-password -U -s ${SERVICE} -a ${profile} -X ${Buffer.from(secret).toString("hex")}\n`,
  }),
  look: (profile) => ["find-generic-password", "-s", SERVICE, "-a", profile, "-w"],
  clear: (profile) => ["delete-generic-password", "-s", SERVICE, "-a", profile],
  // errSecItemNotFound
  isNone: (code) => code === 44,
};

const commandsHere = (): Commands => (process.platform === "darwin" ? KEYCHAIN : SECRET_SERVICE);

function refused(doing: string, program: string, ended: Ended): SettingsError {
  const why =
    ended.kind === "absent"
      ? `the command ${program} is not installed`
      : ended.kind === "late"
        ? "it did not answer in 20 s; it may be locked and wait for its password"
        : "it refused; it may be locked, or there is none in this session";
  const help = ended.kind === "absent" ? "Install it" : "Unlock it";
  return new SettingsError(
    `Cannot ${doing} the keyring: ${why}. ${help}, or keep the secret in a variable, a command or the secrets file.`,
  );
}

/** @returns null if the keyring has no secret for this profile @throws SettingsError if it cannot be read */
export async function readFromKeyring(profile: string, env: Variables): Promise<Secret | null> {
  const { program, look, isNone } = commandsHere();
  const ended = await ran(program, look(profile), "", env);
  if (ended.kind === "done") return ended.text === "" ? null : new Secret(ended.text.replace(/\n$/u, ""));
  if (ended.kind === "failed" && isNone(ended.code)) return null;
  throw refused("read from", program, ended);
}

/** @throws SettingsError if the secret cannot be stored */
export async function writeToKeyring(profile: string, secret: Secret, env: Variables): Promise<void> {
  const { program, store } = commandsHere();
  const { args, input } = store(profile, secret.reveal());
  const ended = await ran(program, args, input, env);
  if (ended.kind !== "done") throw refused("write to", program, ended);
  // Some keyrings report success without storing anything.
  const back = await readFromKeyring(profile, env);
  if (back?.reveal() !== secret.reveal()) throw refused("write to", program, { kind: "failed", code: 0 });
}

/** Removes a secret if there is one. @throws SettingsError if the keyring cannot be changed */
export async function removeFromKeyring(profile: string, env: Variables): Promise<void> {
  const { program, clear, isNone } = commandsHere();
  const ended = await ran(program, clear(profile), "", env);
  if (ended.kind === "done" || (ended.kind === "failed" && isNone(ended.code))) return;
  throw refused("remove from", program, ended);
}
