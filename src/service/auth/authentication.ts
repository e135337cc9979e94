import { createHash, timingSafeEqual } from "node:crypto";
import type { Address, Operation } from "../../contract/operation.ts";
import { type Role, rolesAllow } from "../../contract/roles.ts";
import { ORGANIZATION, PROJECT } from "../projects.ts";
import { type Caller, findCaller } from "../requests/callers.ts";
import { HttpError, notAllowed, notFound } from "../requests/http-error.ts";
import { readSampleWorld } from "../sample-world.ts";
import type { ReadTransaction } from "../storage/storage.ts";
import { type DigestGate, readDigest } from "./digest.ts";
import { accountOfToken } from "./tokens.ts";

/** Authentication and authorisation of callers (specification part 5). */

export type AuthContext = {
  readonly digest: DigestGate;
  readonly signingKey: string;
  /** The one login of the metrics address; it is valid nowhere else. */
  readonly scrape: { readonly username: string; readonly password: string };
};

/** The request line and credentials that prove the caller. `target` is unparsed, as received. */
type Proof = { readonly method: string; readonly target: string; readonly authorization: string | undefined };

/** Error code of an invalid signature or token. */
export const NO_CURRENT_USER = "NO_CURRENT_USER";

const BASIC_CHALLENGE = 'Basic realm="metrics", charset="UTF-8"';

/** A 401 with its one challenge. */
function challenge(auth: AuthContext, code: string, detail: string, stale = false): HttpError {
  return new HttpError({ status: 401, code, detail, headers: { "WWW-Authenticate": auth.digest.challenge(stale) } });
}

/**
 * The caller that a request claims. The nonce is counted outside of the transaction that looked up the caller: a transaction may be repeated, and a
 * nonce count can be used only once.
 */
type Claim = {
  readonly caller: Caller;
  /** @throws a refusal with a challenge when the signature is not the caller's, or was used before */
  confirm(): Promise<void>;
};

const confirmed = async (): Promise<void> => undefined;

/**
 * The caller of a request, by digest or by token.
 *
 * @throws a refusal with a challenge when the caller cannot be identified
 */
export async function authenticate(
  transaction: ReadTransaction,
  auth: AuthContext,
  request: Proof,
  wallClock: number,
): Promise<Claim> {
  const { method, target, authorization } = request;
  if (authorization === undefined) {
    throw challenge(auth, "UNEXPECTED_ERROR", "Authentication required: an API key (digest) or an access token.");
  }
  const bearer = /^bearer +(\S+)$/iu.exec(authorization)?.[1];
  if (bearer !== undefined) {
    const account = await accountOfToken(transaction, bearer, auth.signingKey, wallClock);
    const caller = account === undefined ? undefined : await findCaller(transaction, account);
    if (caller?.kind === "account") return { caller, confirm: confirmed };
    throw challenge(auth, NO_CURRENT_USER, "The access token is invalid, expired or revoked.");
  }
  const answer = readDigest(authorization);
  const caller = await findCaller(transaction, answer?.get("username") ?? "");
  if (answer === undefined || caller?.kind !== "key") {
    throw challenge(auth, NO_CURRENT_USER, "Unknown API key.");
  }
  return {
    caller,
    async confirm() {
      const result = await auth.digest.check(answer, method, target, caller.secret);
      if (!result.ok) throw challenge(auth, NO_CURRENT_USER, "Invalid signature.", result.stale);
    },
  };
}

/**
 * The scrape user, by HTTP Basic (specification part 5, 4): it sees the projects of the first keys.
 *
 * @throws a refusal with a Basic challenge: keys and tokens are not accepted here
 */
export async function authenticateScraper(
  transaction: ReadTransaction,
  { scrape }: AuthContext,
  { authorization }: Proof,
): Promise<Claim> {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/iu.exec(authorization ?? "")?.[1] ?? "";
  if (!sameText(Buffer.from(encoded, "base64").toString("utf8"), `${scrape.username}:${scrape.password}`)) {
    throw new HttpError({
      status: 401,
      code: "UNEXPECTED_ERROR",
      detail: "The metrics address requires the scrape user and password (HTTP Basic).",
      headers: { "WWW-Authenticate": BASIC_CHALLENGE },
    });
  }
  const { groups } = await readSampleWorld(transaction);
  const caller: Caller = {
    kind: "scraper",
    name: scrape.username,
    secret: scrape.password,
    projects: Object.fromEntries(groups.map(({ id }) => [id, SCRAPER_ROLES])),
    organizations: {},
  };
  return { caller, confirm: confirmed };
}

const SCRAPER_ROLES: readonly Role[] = ["Project Monitoring Admin"];

/** Compares two texts in constant time. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The roles of a caller in an organisation itself. */
const ofOrganization = (caller: Caller, orgId: string): readonly Role[] =>
  (caller.organizations[orgId] ?? []).filter((role) => role.startsWith("Organization "));

/** The roles of a caller anywhere: for operations outside of projects and organisations. */
const ofAnyPlace = ({ organizations, projects }: Caller): readonly Role[] =>
  [organizations, projects].flatMap((places) => Object.values(places).flat());

/**
 * The roles of a caller in a project and its organisation. Without a role in the project, one of the operation's roles in the organisation is enough
 * for access (specification part 5, 5).
 *
 * @throws a refusal: 404 for an absent project, 401 for a foreign one
 */
async function rolesInProject(
  transaction: ReadTransaction,
  caller: Caller,
  operation: Operation,
  groupId: string,
): Promise<readonly Role[]> {
  const project = await transaction.getText(PROJECT, groupId);
  if (project === undefined) throw notFound("GROUP_NOT_FOUND", `No project ${groupId}.`, groupId);
  const own = caller.projects[groupId] ?? [];
  const above = ofOrganization(caller, project.parent);
  if (own.length > 0 || operation.roles.some((role) => above.includes(role))) return [...own, ...above];
  throw notAllowed("NOT_IN_GROUP", `No access to project ${groupId}.`, groupId);
}

/** The roles of a caller in an organisation. @throws as `rolesInProject` */
async function rolesInOrganization(
  transaction: ReadTransaction,
  caller: Caller,
  orgId: string,
): Promise<readonly Role[]> {
  if ((await transaction.getText(ORGANIZATION, orgId)) === undefined) {
    throw notFound("ORG_NOT_FOUND", `No organisation ${orgId}.`, orgId);
  }
  const own = caller.organizations[orgId] ?? [];
  if (own.length > 0) return own;
  throw notAllowed("USER_CANNOT_ACCESS_ORG", `No access to organisation ${orgId}.`, orgId);
}

/** Refuses operations that the caller may not see or do: 404 for absent projects and organisations, 401 for foreign ones and missing roles. */
export async function authorize(
  transaction: ReadTransaction,
  caller: Caller,
  operation: Operation,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { groupId, orgId } = params;
  const inProject = groupId === undefined ? [] : await rolesInProject(transaction, caller, operation, groupId);
  const inOrganization = orgId === undefined ? [] : await rolesInOrganization(transaction, caller, orgId);
  const elsewhere = groupId === undefined && orgId === undefined ? ofAnyPlace(caller) : [];
  if (rolesAllow([...inProject, ...inOrganization, ...elsewhere], operation.roles)) return;
  const needed = operation.roles.length === 0 ? "any role" : operation.roles.join(" or ");
  throw notAllowed("USER_UNAUTHORIZED", `${operation.title} requires the role ${needed}.`, ...operation.roles);
}

/** Every refusal with status 401 gets a challenge, wherever it was thrown (RFC 9110, 11.6.1). */
export function withChallenge(refusal: HttpError, auth: AuthContext, address: Address): HttpError {
  if (refusal.status !== 401 || refusal.headers["WWW-Authenticate"] !== undefined) return refusal;
  const { status, code, detail, parameters, fields, headers } = refusal;
  const answer = { "WWW-Authenticate": address === "metrics" ? BASIC_CHALLENGE : auth.digest.challenge(false) };
  return new HttpError({ status, code, detail, parameters, fields, headers: { ...headers, ...answer } });
}
