import { existsSync } from "node:fs";
import { ROLES, type Role } from "../../contract/roles.ts";
import { takeDataDirectory } from "../../service/embedded/data-directory.ts";
import { dataFile } from "../../service/embedded/own-directory.ts";
import { openStorage } from "../../service/open-storage.ts";
import {
  addCaller,
  type Caller,
  type Grants,
  isRole,
  listCallers,
  newAccount,
  newKey,
  removeCaller,
} from "../../service/requests/callers.ts";
import { readSampleWorld } from "../../service/sample-world.ts";
import type { SampleWorld } from "../../service/seed.ts";
import { SERVICE, type Store } from "../../service/storage/storage.ts";
import { StorageProblem } from "../../service/storage/storage-problem.ts";
import { serviceFolder, settingsPaths } from "../../settings/paths.ts";
import { didYouMeanElse } from "../../text/nearest.ts";
import { printableLines } from "../../text/printable.ts";
import { EXIT, reportFailure } from "../exit.ts";
import { outputJson } from "../json-text.ts";
import { errorPrinter, print } from "../output.ts";
import { performSubCommand } from "../sub-command.ts";
import { helpOf, listed } from "../table/help.ts";
import { checkPositionals, parse } from "../table/parse.ts";
import { KEY_COMMANDS } from "../table/serve-commands.ts";
import { WrongUse } from "../wrong-use.ts";
import { databaseOf } from "./database.ts";

/** `sextant serve keys`: API keys and service accounts of a service that is run with `sextant serve`. */

const complain = errorPrinter({ name: "serve keys" });

/** No key of that name exists. */
class NoSuchKey extends Error {}

type Place = { readonly data: string | undefined; readonly database: string | undefined };

/**
 * Opens the data of a service for the work, and closes them afterwards.
 *
 * @throws StorageProblem when the data cannot be opened, or do not exist
 */
async function withStore<Result>({ data, database }: Place, work: (store: Store) => Promise<Result>): Promise<Result> {
  const address = databaseOf(database, data);
  if (address !== null) {
    const { store } = await openStorage(address, Date.now);
    return worked(store, work);
  }
  const directory = data ?? serviceFolder(settingsPaths());
  if (!existsSync(dataFile(directory))) {
    throw new StorageProblem(`${directory} has no data of a service: name its folder with --data.`);
  }
  const taken = await takeDataDirectory(directory);
  if (taken.kind === "running") {
    throw new StorageProblem(
      `A service runs on ${directory} (process ${taken.pid}). Stop it first: its keys change while it does not run.`,
    );
  }
  try {
    const { store } = await openStorage(dataFile(directory), Date.now);
    return await worked(store, work);
  } finally {
    taken.directory.release();
  }
}

async function worked<Result>(store: Store, work: (store: Store) => Promise<Result>): Promise<Result> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The nearest names as the last sentence of an error. */
const instead = (typed: string, names: readonly string[]): string =>
  didYouMeanElse(typed, names, `Use ${names.join(", ")}.`, 2);

/** A role as it is typed: in a project by name or id, or in all where it is empty. */
type TypedRole = { readonly role: Role; readonly project: string };

/** @throws WrongUse for an unknown role, or none */
function rolesOf(texts: readonly string[]): readonly TypedRole[] {
  if (texts.length === 0)
    throw new WrongUse("A key without a role may do nothing: add --role 'Project Read Only' or others.");
  return texts.map((text) => {
    const [name = "", ...rest] = text.split("@");
    const project = rest.join("@");
    const role = name.trim();
    if (!isRole(role)) throw new WrongUse(`There is no role ${JSON.stringify(role)}. ${instead(role, ROLES)}`);
    if (role.startsWith("Organization ") && project !== "") {
      throw new WrongUse(`${role} is a role in the organisation: leave out @${project}.`);
    }
    return { role, project };
  });
}

/** @throws WrongUse for an unknown project */
function grantsOf(typed: readonly TypedRole[], { orgId, groups }: SampleWorld): Grants {
  const projects: Record<string, Role[]> = {};
  const organizations: Record<string, Role[]> = {};
  const add = (to: Record<string, Role[]>, id: string, role: Role): void => {
    to[id] = [...(to[id] ?? []), role];
  };
  for (const { role, project } of typed) {
    if (role.startsWith("Organization ")) {
      add(organizations, orgId, role);
      continue;
    }
    const meant = groups.filter(({ id, name }) => project === "" || id === project || name === project);
    if (meant.length === 0) {
      const names = groups.map(({ name }) => name);
      throw new WrongUse(`There is no project ${JSON.stringify(project)}. ${instead(project, names)}`);
    }
    for (const { id } of meant) add(projects, id, role);
  }
  return { projects, organizations };
}

async function add(argv: readonly string[]): Promise<string> {
  const options = parse(KEY_COMMANDS.add, argv);
  if (options.help) return helpOf(KEY_COMMANDS.add);
  checkPositionals(KEY_COMMANDS.add, options.words);
  const isAccount = options.text("kind") === "account";
  const place = { data: options.text("data"), database: options.text("database") };
  const roles = rolesOf(options.texts("role"));
  const make = (store: Store): Promise<Caller> =>
    store.write(SERVICE, async (transaction) => {
      const grants = grantsOf(roles, await readSampleWorld(transaction));
      const caller = isAccount ? newAccount(grants) : newKey(grants);
      await addCaller(transaction, caller);
      return caller;
    });
  const { name, secret } = await withStore(place, make);
  if (options.isOn("json")) {
    return outputJson(isAccount ? { clientId: name, clientSecret: secret } : { publicKey: name, privateKey: secret });
  }
  const [nameLabel, secretLabel] = isAccount ? ["client id", "client secret"] : ["public key", "private key"];
  return `${nameLabel.padEnd(15)}${name}\n${secretLabel.padEnd(15)}${secret}\nThe ${secretLabel} is not shown again.\n`;
}

/** The roles of a caller as text; projects with the same roles are listed together. */
function rolesIn({ projects, organizations }: Caller, { groups }: SampleWorld): readonly string[] {
  const titleOf = (id: string): string => groups.find((group) => group.id === id)?.name ?? id;
  const places = [
    ...Object.values(organizations).map((roles) => ["the organisation", roles] as const),
    ...Object.entries(projects).map(([id, roles]) => [titleOf(id), roles] as const),
  ];
  const rolesText = (roles: readonly Role[]): string =>
    roles.length === ROLES.length ? "every role" : roles.join(", ");
  const byRoles = Map.groupBy(places, ([, roles]) => rolesText(roles));
  return [...byRoles].map(([roles, where]) => `${roles} in ${where.map(([place]) => place).join(", ")}`);
}

async function list(argv: readonly string[]): Promise<string> {
  const options = parse(KEY_COMMANDS.list, argv);
  if (options.help) return helpOf(KEY_COMMANDS.list);
  checkPositionals(KEY_COMMANDS.list, options.words);
  const place = { data: options.text("data"), database: options.text("database") };
  const { callers, world } = await withStore(place, (store) =>
    store.read(async (transaction) => ({
      callers: await listCallers(transaction),
      world: await readSampleWorld(transaction),
    })),
  );
  if (options.isOn("json")) {
    return outputJson(
      callers.map(({ kind, name, projects, organizations }) => ({ kind, name, projects, organizations })),
    );
  }
  const title = (kind: Caller["kind"]): string => (kind === "key" ? "API key" : "service account");
  const rows = callers.map(
    (caller) => [caller.name, `${title(caller.kind)}; ${rolesIn(caller, world).join("; ")}`] as const,
  );
  return `${listed("Keys:", rows).join("\n")}\n`;
}

async function revoke(argv: readonly string[]): Promise<string> {
  const options = parse(KEY_COMMANDS.revoke, argv);
  if (options.help) return helpOf(KEY_COMMANDS.revoke);
  checkPositionals(KEY_COMMANDS.revoke, options.words);
  const [name] = options.words;
  if (name === undefined) throw new WrongUse("The name of the key is missing: sextant serve keys revoke NAME.");
  const place = { data: options.text("data"), database: options.text("database") };
  const isGone = await withStore(place, (store) =>
    store.write(SERVICE, (transaction) => removeCaller(transaction, name)),
  );
  if (!isGone) throw new NoSuchKey(`There is no key or account ${name}: sextant serve keys list shows them.`);
  return `${printableLines(name)} is revoked.\n`;
}

const ACTIONS = { add, list, revoke } as const satisfies Record<keyof typeof KEY_COMMANDS, unknown>;

const KEYS = {
  name: "serve keys",
  about: "API keys and service accounts of a service that you run",
  commands: KEY_COMMANDS,
};

/**
 * Runs `sextant serve keys`.
 *
 * @param argv the arguments after `keys`
 * @returns the exit code
 */
export async function serveKeys(argv: readonly string[]): Promise<number> {
  try {
    return await performSubCommand(KEYS, argv, async (name, rest) => {
      await print(await ACTIONS[name](rest));
      return EXIT.done;
    });
  } catch (error) {
    if (error instanceof StorageProblem || error instanceof NoSuchKey) {
      complain(error.message);
      return EXIT.refused;
    }
    return reportFailure(error, complain);
  }
}
