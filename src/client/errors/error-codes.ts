/**
 * Error codes of the service that the client handles. A service may prefix a code with its own name, so codes are compared with and without a prefix.
 */
const PREFIX = /^(?:ATLAS|SERVICE|CLOUD)_/u;

/** True if a code equals a name, with or without the service's prefix. */
const isCode = (code: string | null, name: string): boolean =>
  code !== null && (code === name || code.replace(PREFIX, "") === name);

export const isOneOfCodes = (code: string | null, names: readonly string[]): boolean =>
  names.some((name) => isCode(code, name));

/** Codes for an authenticated caller without the required role or membership: another token or nonce would not help. */
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

/** Codes for a caller who is not a member of the project or organisation. */
export const NO_PART_CODES: readonly string[] = ["NOT_IN_GROUP", "USER_CANNOT_ACCESS_GROUP", "USER_CANNOT_ACCESS_ORG"];

/** Codes for a request from an IP address that is not allowed. */
export const ADDRESS_CODES: readonly string[] = [
  "IP_ADDRESS_NOT_ON_WHITELIST",
  "IP_ADDRESS_NOT_ON_ACCESS_LIST",
  "RESOURCE_REQUIRES_WHITELIST",
  "RESOURCE_REQUIRES_ACCESS_LIST",
  "ORG_REQUIRES_WHITELIST",
  "ORG_REQUIRES_ACCESS_LIST",
  "GLOBAL_USER_OUTSIDE_SUBNET",
];

/** Codes for a feature that is not part of the plan or configuration. */
export const PLAN_CODES: readonly string[] = [
  "UNSUPPORTED_FOR_CURRENT_PLAN",
  "UNSUPPORTED_FOR_CURRENT_CONFIG",
  "FEATURE_UNSUPPORTED",
  "UNSUPPORTED_FEATURE",
];

/** Codes while the service itself is being upgraded. */
export const UPGRADE_CODES: readonly string[] = ["WRITES_NOT_ALLOWED_DURING_APP_UPGRADES"];

/** A path that the service does not have. */
export const NO_ADDRESS_CODES: readonly string[] = ["RESOURCE_NOT_FOUND"];
