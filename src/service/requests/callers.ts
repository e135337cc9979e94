import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { isObject, type JsonObject } from "../../contract/json/json.ts";
import { ROLES, type Role } from "../../contract/roles.ts";
import { makeDraft } from "../storage/draft.ts";
import { memoizeText } from "../storage/memoize-text.ts";
import { listAll } from "../storage/questions.ts";
import type { DocumentDraft, ReadTransaction, WriteTransaction } from "../storage/storage.ts";
import { storedBody } from "../storage/stored-row.ts";

/**
 * Callers: API keys (digest) and service accounts (token). Both are documents with roles per project: a caller without a role in a project has no
 * access to it.
 */
type CallerKind = "key" | "account" | "scraper";

export type Caller = {
  readonly kind: CallerKind;
  /** Public key or client id: also the name in records of its actions. */
  readonly name: string;
  readonly secret: string;
  readonly projects: Readonly<Record<string, readonly Role[]>>;
  readonly organizations: Readonly<Record<string, readonly Role[]>>;
};

/** Roles by project id and by organisation id. */
export type Grants = Pick<Caller, "projects" | "organizations">;

export const CALLER = "caller";

const draftOf = (caller: Caller): DocumentDraft =>
  makeDraft({ kind: CALLER, id: caller.name, parent: "service", body: { ...caller } });

/** True for the name of a role. */
export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value);

/** All roles in these projects or organisations. */
export const everyRole = (ids: readonly string[]): Record<string, readonly Role[]> =>
  Object.fromEntries(ids.map((id) => [id, ROLES]));

/** Roles by id; invalid parts of a value are dropped. */
function rolesById(value: unknown): Record<string, readonly Role[]> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([id, roles]) => [id, Array.isArray(roles) ? roles.filter(isRole) : []]),
  );
}

function callerOf(body: JsonObject): Caller {
  const { kind, name, secret, projects, organizations } = body;
  return {
    kind: kind === "account" ? "account" : "key",
    name: String(name),
    secret: String(secret),
    projects: rolesById(projects),
    organizations: rolesById(organizations),
  };
}

/** The caller with a name, or undefined. */
export async function findCaller(transaction: ReadTransaction, name: string): Promise<Caller | undefined> {
  const stored = await transaction.getText(CALLER, name);
  return stored === undefined ? undefined : callerOfText(stored.text);
}

/** Memoized, because every request looks up its caller. */
const callerOfText = memoizeText((text: string): Caller => callerOf(storedBody(text)));

/** All callers, sorted by name. */
export async function listCallers(transaction: ReadTransaction): Promise<readonly Caller[]> {
  return (await listAll(transaction, { kind: CALLER, parent: "service" })).map(({ body }) => callerOf(body));
}

/** Removes a caller, which makes its tokens invalid. @returns whether it existed */
export async function removeCaller(transaction: WriteTransaction, name: string): Promise<boolean> {
  const isThere = (await transaction.get(CALLER, name)) !== undefined;
  await transaction.remove(CALLER, name);
  return isThere;
}

/** Stores a caller. */
export async function addCaller(transaction: WriteTransaction, caller: Caller): Promise<void> {
  await transaction.put(draftOf(caller));
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const letters = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)] ?? "a").join("");

/** A new API key: eight letters and a UUID. */
export const newKey = (grants: Grants): Caller => ({ kind: "key", name: letters(8), secret: randomUUID(), ...grants });

/** A new service account. */
export const newAccount = (grants: Grants): Caller => ({
  kind: "account",
  name: `sa_id_${randomBytes(12).toString("hex")}`,
  secret: `sa_sk_${randomBytes(30).toString("base64url")}`,
  ...grants,
});

/** A random secret: control token, scrape password, signing keys. */
export const newSecret = (): string => randomBytes(30).toString("base64url");
