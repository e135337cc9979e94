import type { z } from "zod";
import { AnyAccessRole } from "../contract/cloud-access.ts";
import { isJson } from "../contract/json/json.ts";
import { readTolerantly } from "../contract/schema/tolerant.ts";
import { shortId } from "../text/format.ts";

type RoleRecord = z.output<typeof AnyAccessRole>;

/** A role of the service in a cloud account, of any provider (`domain.md` 8.3 and 15). */
export type AccessRole = {
  readonly id: string;
  /** Cloud provider in the service's spelling. */
  readonly provider: string;
  /** Name in its cloud, without the address before it; null while it has none. */
  readonly cloudName: string | null;
  /** Display name: short, and never empty. */
  readonly name: string;
  /** Authorisation in the cloud; unknown when the service does not tell. */
  readonly status: "authorised" | "waiting" | "failed" | "unknown";
  readonly record: RoleRecord;
};

/** Clouds whose roles may come without an authorisation state. */
const NOT_REPORTED: readonly string[] = ["AZURE", "GCP"];

const afterAddress = (name: string): string => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf(":")) + 1);

function nameIn(provider: string, id: string, cloudName: string | null): string {
  if (cloudName === null) return `role ${shortId(id)}`;
  if (provider === "AZURE") return `principal ${shortId(cloudName)}`;
  return provider === "GCP" ? (cloudName.split("@")[0] ?? cloudName) : cloudName;
}

function statusOf({ status, providerName, authorizedDate }: RoleRecord): AccessRole["status"] {
  if (status === "FAILED") return "failed";
  if (status) return status === "COMPLETE" ? "authorised" : "waiting";
  if (NOT_REPORTED.includes(providerName ?? "")) return "unknown";
  return authorizedDate ? "authorised" : "waiting";
}

/** A record of any provider as a role, or null for one without an id. */
export function accessRole(answer: unknown): AccessRole | null {
  const read = isJson(answer) ? readTolerantly(AnyAccessRole, answer) : null;
  if (read?.ok !== true) return null;
  const record = read.data;
  const id = record.roleId || record._id;
  if (!id) return null;
  const provider = record.providerName || "?";
  const named = record.iamAssumedRoleArn || record.gcpServiceAccountForAtlas || record.servicePrincipalId;
  const cloudName = named ? afterAddress(named) : null;
  return { id, provider, cloudName, name: nameIn(provider, id, cloudName), status: statusOf(record), record };
}

/** All roles of a project in one list. */
export const accessRoles = (roles: { readonly [key: string]: unknown }): readonly AccessRole[] =>
  Object.values(roles)
    .flatMap((records) => (Array.isArray(records) ? records : []))
    .map(accessRole)
    .filter((role) => role !== null);

/**
 * The roles by which something can be judged: null where a list of them is null, as a role that is not among the others may be in it. A service
 * without a cloud leaves out the list of that cloud.
 */
export const judgedRolesOf = (roles: { readonly [key: string]: unknown }): readonly AccessRole[] | null =>
  Object.values(roles).some((records) => records === null) || !Object.values(roles).some(Array.isArray)
    ? null
    : accessRoles(roles);

/** True when a role can be used: unknown status counts as usable. */
export const isUsable = ({ status }: AccessRole): boolean => status === "authorised" || status === "unknown";
