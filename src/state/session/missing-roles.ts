import type { Operation } from "../../contract/operation.ts";
import { type Role, rolesAllow } from "../../contract/roles.ts";
import { MINUTE } from "../../text/durations.ts";

/**
 * Missing roles, known from refusals or from a profile that states the caller's roles (`design.md`, client). Those of refusals are only valid for a
 * while, because they may have been granted since.
 */

export type MissingRoles = ReadonlyMap<string, { readonly roles: string; readonly at: number }>;

type Params = Readonly<Record<string, unknown>>;

/** Time for which a refusal prevents another attempt (ms): a role is granted within minutes. */
const VALID_FOR = 5 * MINUTE;

/** An operation in the scope of its roles: a project or an organisation. */
const keyOf = (operation: string, { groupId, orgId }: Params = {}): string =>
  `${operation} ${String(groupId ?? orgId ?? "")}`;

/** @param roles sufficient roles, as text (`Organization Owner or Project Owner`) @param at local clock (ms) */
export const withMissing = (
  missing: MissingRoles,
  operation: string,
  params: Params | undefined,
  roles: string,
  at: number,
): MissingRoles => new Map(missing).set(keyOf(operation, params), { roles, at });

/** The missing roles after an operation was not refused; the same map when there was no entry. */
export function withoutMissing(missing: MissingRoles, operation: string, params: Params | undefined): MissingRoles {
  const key = keyOf(operation, params);
  return missing.has(key) ? new Map([...missing].filter(([other]) => other !== key)) : missing;
}

/** Any one of these roles is enough. */
export const formatRoles = ({ roles }: Pick<Operation, "roles">): string =>
  roles.length === 0 ? "any role in the project" : roles.join(" or ");

/** Sufficient roles as text, of which the caller has none: the service refused it, or the profile states other roles. */
type MissingRole = { readonly roles: string; readonly source: "refusal" | "profile" };

/** The missing role of an operation; null where none is known to be missing. */
export function missingRole(
  { missingRoles, roles }: { readonly missingRoles: MissingRoles; readonly roles: readonly Role[] | null },
  operation: Pick<Operation, "id" | "roles">,
  params: Params | undefined,
  now: number,
): MissingRole | null {
  const refused = missingRoles.get(keyOf(operation.id, params));
  if (refused !== undefined && now - refused.at <= VALID_FOR) return { roles: refused.roles, source: "refusal" };
  if (roles === null || rolesAllow(roles, operation.roles)) return null;
  return { roles: formatRoles(operation), source: "profile" };
}
