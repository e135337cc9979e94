import { settingsPaths, type Variables } from "../settings/paths.ts";
import { addProfile, refuseTaken, secretPlaceOf } from "../settings/profile-changes.ts";
import { type Profile, readProfiles } from "../settings/profiles.ts";
import { profileNamed } from "../settings/resolve.ts";
import { readSecret, type SecretsAt } from "../settings/secrets.ts";
import { secretsPath } from "../settings/secrets-file.ts";
import { KEPT_OF_PROFILE } from "../state/kept-of-profile.ts";
import { pluralize } from "../text/format.ts";
import { printableLines } from "../text/printable.ts";
import { EXIT, reportFailure } from "./exit.ts";
import { outputJson } from "./json-text.ts";
import { errorPrinter, print } from "./output.ts";
import { checkProfile, MOST_PROJECTS } from "./profile/check.ts";
import { profileLines, profileRows } from "./profile/described.ts";
import { enteredSecret } from "./profile/entered-secret.ts";
import { importProfiles } from "./profile/import.ts";
import { profileOfOptions } from "./profile/profile-options.ts";
import { removeWholeProfile, replaceWholeProfile } from "./profile/whole-profile.ts";
import { performSubCommand } from "./sub-command.ts";
import type { Command } from "./table/command.ts";
import { helpOf } from "./table/help.ts";
import { checkPositionals, type ParsedArguments, parse } from "./table/parse.ts";
import { PROFILE_COMMANDS } from "./table/profile-commands.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant profile`: named services and credentials, for scripts and for the first connection. */

/** The service of a profile refused the caller, or could not be reached. */
class NotSaved extends Error {
  override readonly name = "NotSaved";
  readonly exit: number;

  constructor(why: string, exit: number) {
    super(`Not saved: ${why} --no-check saves without asking.`);
    this.exit = exit;
  }
}

const say = async (line: string): Promise<void> => {
  await print(`${printableLines(line)}\n`);
};

const warn = errorPrinter({ name: "profile" });

function nameIn(words: readonly string[], command: Command): string {
  checkPositionals(command, words);
  const [name] = words;
  if (name === undefined) throw new WrongUse(`The name of the profile is missing: sextant ${command.name} NAME.`);
  return name;
}

/** Label of the secret that a profile needs. */
const secretLabel = ({ credentials }: Profile): string =>
  credentials?.kind === "oauth2" ? "client secret" : "private key";

/** Ctrl-C from now on. Before, it ends the program by itself, also while a job in the background waits for the terminal. */
function interruption(): AbortSignal {
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  return interrupted.signal;
}

/** Calls the service and reports the result; fills in the service's projects where the profile names none. */
async function checked(
  profile: Profile,
  at: SecretsAt,
  secret: Awaited<ReturnType<typeof enteredSecret>> | null,
): Promise<Profile> {
  const found = await checkProfile(profile, at, secret, interruption());
  if (!found.ok) throw new NotSaved(found.why, found.exit);
  await say(`The service answered: ${pluralize(found.projects.length, "project")}.`);
  return profile.projects.length > 0 ? profile : { ...profile, projects: [...found.projects] };
}

function saidAloud(profile: Profile, at: SecretsAt): void {
  if (secretPlaceOf(profile) !== "file") return;
  warn(
    `The secret stands in clear in ${secretsPath(at.paths)}, which only you can read. A keyring or a command is safer.`,
  );
}

type AddOptions = ParsedArguments<(typeof PROFILE_COMMANDS)["add"]["options"]>;

async function add(options: AddOptions, at: SecretsAt): Promise<number> {
  const name = nameIn(options.words, PROFILE_COMMANDS.add);
  const profile = profileOfOptions(name, options, null);
  refuseTaken(await readProfiles(at.paths), name, null);
  const secret = secretPlaceOf(profile) === null ? null : await enteredSecret(secretLabel(profile));
  await addProfile(at, options.isOn("no-check") ? profile : await checked(profile, at, secret), secret);
  saidAloud(profile, at);
  await say(`Profile ${name} is saved. sextant --profile ${name} opens it.`);
  return EXIT.done;
}

type EditOptions = ParsedArguments<(typeof PROFILE_COMMANDS)["edit"]["options"]>;

async function edit(options: EditOptions, at: SecretsAt): Promise<number> {
  const name = nameIn(options.words, PROFILE_COMMANDS.edit);
  const former = await profileNamed(name, at.paths);
  const profile = profileOfOptions(options.text("name") ?? name, options, former);
  refuseTaken(await readProfiles(at.paths), profile.name, name);
  const place = secretPlaceOf(profile);
  const old = secretPlaceOf(former);
  const isNew = place !== null && (old === null || options.isOn("secret"));
  // A kept secret moves along to a new name and to a new place.
  const kept = place !== null && old !== null && !isNew ? await readSecret(at, old, name) : null;
  const secret = isNew ? await enteredSecret(secretLabel(profile)) : kept;
  await replaceWholeProfile(at, name, options.isOn("no-check") ? profile : await checked(profile, at, secret), secret);
  saidAloud(profile, at);
  await say(`Profile ${profile.name} is saved.`);
  return EXIT.done;
}

async function remove(argv: readonly string[], at: SecretsAt): Promise<number> {
  const options = parse(PROFILE_COMMANDS.remove, argv);
  const name = nameIn(options.words, PROFILE_COMMANDS.remove);
  await profileNamed(name, at.paths);
  if (options.text("confirm") !== name) {
    throw new WrongUse(
      `To remove profile ${name}, its secret and ${KEPT_OF_PROFILE}, add --confirm ${name}. Activity stays.`,
    );
  }
  await removeWholeProfile(at, name);
  await say(`Profile ${name} is removed, with what was kept of it.`);
  await say("Its key stays valid at the service until it is revoked there.");
  return EXIT.done;
}

async function check(argv: readonly string[], at: SecretsAt): Promise<number> {
  const name = nameIn(parse(PROFILE_COMMANDS.check, argv).words, PROFILE_COMMANDS.check);
  const found = await checkProfile(await profileNamed(name, at.paths), at, null, interruption());
  if (!found.ok) {
    warn(found.why);
    return found.exit;
  }
  const least = found.projects.length < MOST_PROJECTS ? "" : "at least ";
  await say(`Profile ${name} works: ${least}${pluralize(found.projects.length, "project")}.`);
  for (const { id, alias, clusters } of found.projects) {
    await say(
      `  ${id}  ${alias ?? ""}${clusters.length === 0 ? "" : `: ${clusters.map((one) => one.name).join(", ")}`}`,
    );
  }
  return EXIT.done;
}

async function list(argv: readonly string[], at: SecretsAt): Promise<number> {
  const options = parse(PROFILE_COMMANDS.list, argv);
  checkPositionals(PROFILE_COMMANDS.list, options.words);
  const profiles = await readProfiles(at.paths);
  if (options.isOn("json")) await print(outputJson([...profiles]));
  else if (profiles.length === 0) await say("No profiles yet. sextant profile add NAME --base-url URL adds one.");
  else for (const row of profileRows(profiles)) await say(row);
  return EXIT.done;
}

async function show(argv: readonly string[], at: SecretsAt): Promise<number> {
  const options = parse(PROFILE_COMMANDS.show, argv);
  const profile = await profileNamed(nameIn(options.words, PROFILE_COMMANDS.show), at.paths);
  if (options.isOn("json")) await print(outputJson(profile));
  else for (const line of profileLines(profile)) await say(line);
  return EXIT.done;
}

type Name = keyof typeof PROFILE_COMMANDS;

function perform(name: Name, argv: readonly string[], at: SecretsAt): Promise<number> {
  switch (name) {
    case "add":
      return add(parse(PROFILE_COMMANDS.add, argv), at);
    case "edit":
      return edit(parse(PROFILE_COMMANDS.edit, argv), at);
    case "remove":
      return remove(argv, at);
    case "check":
      return check(argv, at);
    case "list":
      return list(argv, at);
    case "show":
      return show(argv, at);
    case "import":
      return importProfiles(parse(PROFILE_COMMANDS.import, argv), at, say, warn);
  }
}

const PROFILE = { name: "profile", about: "services and callers by name", commands: PROFILE_COMMANDS };

/**
 * Runs `sextant profile …`.
 *
 * @returns the exit code: 0 done, 1 refused by the service, 2 wrong use or an unusable file, 3 service not reachable
 */
export async function profile(argv: readonly string[], env: Variables = process.env): Promise<number> {
  try {
    return await performSubCommand(PROFILE, argv, async (name, rest) => {
      if (rest.some((each) => each === "--help" || each === "-h")) {
        await print(helpOf(PROFILE_COMMANDS[name]));
        return EXIT.done;
      }
      return perform(name, rest, { paths: settingsPaths(env), env });
    });
  } catch (error) {
    if (!(error instanceof NotSaved)) return reportFailure(error, warn);
    warn(error.message);
    return error.exit;
  }
}
