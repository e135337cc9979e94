import { MINUTE } from "../../text/durations.ts";

/** Missing roles named by refusals (`design.md`, client): only valid for a while, because they may have been granted since. */

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

/** Roles that an operation was recently refused for, as text; null for none. */
export function missingRole(
  { missingRoles }: { readonly missingRoles: MissingRoles },
  operation: string,
  params: Params | undefined,
  now: number,
): string | null {
  const found = missingRoles.get(keyOf(operation, params));
  return found === undefined || now - found.at > VALID_FOR ? null : found.roles;
}
