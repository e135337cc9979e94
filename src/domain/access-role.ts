import type { CloudAccessRoles } from "../contract/cloud-access.ts";
import { shortId } from "../text/format.ts";

/** Access roles as exports need them: which may write, and what they are called (`domain.md` 8.3). */

export type AccessRole = {
  readonly id: string;
  /** The cloud that it lives in, as the service names it. */
  readonly provider: string;
  /** What people call it: the end of its address, or what else is known of it. */
  readonly name: string;
  /** Whether somebody authorised it in the cloud; null where the service does not tell. */
  readonly authorised: boolean | null;
  readonly tenantId: string | null;
};

const tail = (address: string): string =>
  address.slice(Math.max(address.lastIndexOf("/"), address.lastIndexOf(":")) + 1);

const named = (
  name: string | null | undefined,
  id: string,
  words: (name: string) => string = (same) => same,
): string => (name === null || name === undefined || name === "" ? `role ${shortId(id)}` : words(name));

/** All roles of a project in one list. */
export function accessRoles(roles: CloudAccessRoles): readonly AccessRole[] {
  return [
    ...(roles.awsIamRoles ?? []).flatMap(({ roleId, iamAssumedRoleArn, authorizedDate }): AccessRole[] =>
      roleId === null || roleId === undefined
        ? []
        : [
            {
              id: roleId,
              provider: "AWS",
              name: named(iamAssumedRoleArn, roleId, tail),
              authorised: authorizedDate !== null && authorizedDate !== undefined,
              tenantId: null,
            },
          ],
    ),
    ...(roles.azureServicePrincipals ?? []).flatMap(({ _id, servicePrincipalId, tenantId }): AccessRole[] =>
      _id === null || _id === undefined
        ? []
        : [
            {
              id: _id,
              provider: "AZURE",
              name: named(servicePrincipalId, _id, (principal) => `principal ${shortId(principal)}`),
              authorised: null,
              tenantId: tenantId ?? null,
            },
          ],
    ),
    ...(roles.gcpServiceAccounts ?? []).flatMap(({ roleId, gcpServiceAccountForAtlas, status }): AccessRole[] =>
      roleId === null || roleId === undefined
        ? []
        : [
            {
              id: roleId,
              provider: "GCP",
              name: named(gcpServiceAccountForAtlas, roleId, (account) => account.split("@")[0] ?? account),
              authorised: status === null || status === undefined ? null : status === "COMPLETE",
              tenantId: null,
            },
          ],
    ),
  ];
}

/** Whether a role may be used: one of which that is not told is taken for usable. */
export const isUsable = ({ authorised }: AccessRole): boolean => authorised !== false;
