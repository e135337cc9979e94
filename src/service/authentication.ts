import type { Operation } from "../contract/operation.ts";
import type { Role } from "../contract/roles.ts";
import { allows } from "../contract/roles.ts";
import { type Caller, findCaller } from "./callers.ts";
import { type DigestGate, readDigest } from "./digest.ts";
import { ORGANIZATION, PROJECT } from "./projects.ts";
import { notAllowed, notFound, Refusal } from "./refusal.ts";
import type { ReadTransaction } from "./storage.ts";
import { accountOfToken } from "./tokens.ts";

/** Who calls, and whether they may (specification part 5). */

export type Doors = { readonly digest: DigestGate; readonly signingKey: string };

/** A 401 with its one challenge. */
function challenge(doors: Doors, code: string, detail: string, stale = false): Refusal {
  return new Refusal({ status: 401, code, detail, headers: { "WWW-Authenticate": doors.digest.challenge(stale) } });
}

/**
 * The caller of a request, by digest or by token.
 *
 * @param target the raw request target
 * @throws a refusal with a challenge when nobody can be made out
 */
export async function authenticate(
  transaction: ReadTransaction,
  doors: Doors,
  request: { readonly method: string; readonly target: string; readonly authorization: string | undefined },
  wallClock: number,
): Promise<Caller> {
  const { method, target, authorization } = request;
  if (authorization === undefined) {
    throw challenge(doors, "UNEXPECTED_ERROR", "Sign the request: with an API key (digest) or an access token.");
  }
  const bearer = /^bearer +(\S+)$/iu.exec(authorization)?.[1];
  if (bearer !== undefined) {
    const account = await accountOfToken(transaction, bearer, doors.signingKey, wallClock);
    const caller = account === undefined ? undefined : await findCaller(transaction, account);
    if (caller?.kind === "account") return caller;
    throw challenge(doors, "NO_CURRENT_USER", "The access token is wrong, over or revoked.");
  }
  const answer = readDigest(authorization);
  const caller = await findCaller(transaction, answer?.get("username") ?? "");
  if (answer === undefined || caller?.kind !== "key") {
    throw challenge(doors, "NO_CURRENT_USER", "No API key answers to this signature.");
  }
  const result = doors.digest.check(answer, method, target, caller.secret);
  if (result.ok) return caller;
  throw challenge(doors, "NO_CURRENT_USER", "The signature is not the one expected.", result.stale);
}

/** The roles that a caller holds where an operation acts. */
function heldRoles(caller: Caller, params: Readonly<Record<string, string>>): readonly Role[] {
  const { groupId, orgId } = params;
  const everywhere = Object.values(caller.organizations).flat();
  if (groupId !== undefined) return [...(caller.projects[groupId] ?? []), ...everywhere];
  if (orgId !== undefined) return caller.organizations[orgId] ?? [];
  return [...everywhere, ...Object.values(caller.projects).flat()];
}

/** Refuses what the caller may not see or do: absent places 404, foreign ones and missing roles 401. */
export async function authorize(
  transaction: ReadTransaction,
  caller: Caller,
  operation: Operation,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { groupId, orgId } = params;
  if (groupId !== undefined) {
    if ((await transaction.get(PROJECT, groupId)) === undefined) {
      throw notFound("GROUP_NOT_FOUND", `There is no project ${groupId}.`, groupId);
    }
    if ((caller.projects[groupId] ?? []).length === 0) {
      throw notAllowed("NOT_IN_GROUP", `You have no part in the project ${groupId}.`, groupId);
    }
  }
  if (orgId !== undefined) {
    if ((await transaction.get(ORGANIZATION, orgId)) === undefined) {
      throw notFound("ORG_NOT_FOUND", `There is no organisation ${orgId}.`, orgId);
    }
    if ((caller.organizations[orgId] ?? []).length === 0) {
      throw notAllowed("USER_CANNOT_ACCESS_ORG", `You have no part in the organisation ${orgId}.`, orgId);
    }
  }
  if (allows(heldRoles(caller, params), operation.roles)) return;
  const needed = operation.roles.length === 0 ? "any role" : operation.roles.join(" or ");
  throw notAllowed("USER_UNAUTHORIZED", `${operation.title} needs the role ${needed}.`, ...operation.roles);
}

/** A refusal of status 401 always carries a challenge, wherever it was thrown (RFC 9110, 11.6.1). */
export function withChallenge(refusal: Refusal, doors: Doors): Refusal {
  if (refusal.status !== 401 || refusal.headers["WWW-Authenticate"] !== undefined) return refusal;
  const { status, code, detail, parameters, fields, headers } = refusal;
  const answer = { "WWW-Authenticate": doors.digest.challenge(false) };
  return new Refusal({ status, code, detail, parameters, fields, headers: { ...headers, ...answer } });
}
