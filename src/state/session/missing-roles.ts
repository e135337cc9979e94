import { MINUTE } from "../../text/durations.ts";

/** Roles that a refusal told to be missing (`design.md`, client): what is known of them is of then, and may have been granted since. */

export type MissingRoles = ReadonlyMap<string, { readonly roles: string; readonly at: number }>;

type Params = Readonly<Record<string, unknown>>;

/** How long a refusal keeps anybody from trying again (ms): a role is granted within minutes. */
const VALID_FOR = 5 * MINUTE;

/** An operation where its roles are: in a project, or in an organisation. */
const keyOf = (operation: string, { groupId, orgId }: Params = {}): string =>
  `${operation} ${String(groupId ?? orgId ?? "")}`;

/** @param roles those that would do, in words (`Organization Owner or Project Owner`) @param at this machine's time (ms) */
export const withMissing = (
  missing: MissingRoles,
  operation: string,
  params: Params | undefined,
  roles: string,
  at: number,
): MissingRoles => new Map(missing).set(keyOf(operation, params), { roles, at });

/** What is left once an operation was not refused; the same where nothing was known of it. */
export function withoutMissing(missing: MissingRoles, operation: string, params: Params | undefined): MissingRoles {
  const key = keyOf(operation, params);
  return missing.has(key) ? new Map([...missing].filter(([other]) => other !== key)) : missing;
}

/** The roles that an operation was refused for a short while ago, in words; null for none. */
export function missingRole(
  { missingRoles }: { readonly missingRoles: MissingRoles },
  operation: string,
  params: Params | undefined,
  now: number,
): string | null {
  const found = missingRoles.get(keyOf(operation, params));
  return found === undefined || now - found.at > VALID_FOR ? null : found.roles;
}
