/**
 * Error codes of the service that mean something to the client. A service may write its own name in front of a code, so a code
 * is matched with and without.
 */
const PREFIX = /^(?:ATLAS|SERVICE|CLOUD)_/u;

/** Whether a code is the named one, with or without the service's name in front. */
const isCode = (code: string | null, name: string): boolean =>
  code !== null && (code === name || code.replace(PREFIX, "") === name);

export const isOneOf = (code: string | null, names: readonly string[]): boolean =>
  names.some((name) => isCode(code, name));

/** The caller is known and lacks a role or a part in the project: another token or nonce would change nothing. */
export const ROLE_CODES: readonly string[] = [
  "USER_UNAUTHORIZED",
  "NOT_IN_GROUP",
  "USER_CANNOT_ACCESS_GROUP",
  "USER_CANNOT_ACCESS_ORG",
  "NOT_ORG_GROUP_CREATOR",
  "NOT_ORG_OWNER",
  "NOT_GROUP_USER_ADMIN",
  "ACCESS_FORBIDDEN",
];

/** The caller has no part in the project or organisation at all. */
export const NO_PART_CODES: readonly string[] = ["NOT_IN_GROUP", "USER_CANNOT_ACCESS_GROUP", "USER_CANNOT_ACCESS_ORG"];

/** The address that the request came from is not allowed. */
export const ADDRESS_CODES: readonly string[] = [
  "IP_ADDRESS_NOT_ON_WHITELIST",
  "IP_ADDRESS_NOT_ON_ACCESS_LIST",
  "RESOURCE_REQUIRES_WHITELIST",
  "RESOURCE_REQUIRES_ACCESS_LIST",
  "ORG_REQUIRES_WHITELIST",
  "ORG_REQUIRES_ACCESS_LIST",
  "GLOBAL_USER_OUTSIDE_SUBNET",
];

/** What is asked for is not part of the plan or the configuration. */
export const PLAN_CODES: readonly string[] = [
  "UNSUPPORTED_FOR_CURRENT_PLAN",
  "UNSUPPORTED_FOR_CURRENT_CONFIG",
  "FEATURE_UNSUPPORTED",
  "UNSUPPORTED_FEATURE",
];

/** The service is being changed itself. */
export const UPGRADE_CODES: readonly string[] = ["WRITES_NOT_ALLOWED_DURING_APP_UPGRADES"];
