/** Audit log actions of the database, grouped by kind. */
const GROUPS = [
  { words: "logins", actions: ["authenticate"] },
  { words: "logouts", actions: ["logout"] },
  { words: "client metadata", actions: ["clientMetadata"] },
  { words: "authorization checks (reads and writes)", actions: ["authCheck"] },
  {
    words: "changes of collections and indexes",
    actions: [
      "createCollection",
      "createDatabase",
      "createIndex",
      "renameCollection",
      "dropCollection",
      "dropDatabase",
      "dropIndex",
    ],
  },
  {
    words: "changes of users and roles",
    actions: [
      "createUser",
      "dropUser",
      "dropAllUsersFromDatabase",
      "updateUser",
      "grantRolesToUser",
      "revokeRolesFromUser",
      "createRole",
      "updateRole",
      "dropRole",
      "dropAllRolesFromDatabase",
      "grantRolesToRole",
      "revokeRolesFromRole",
      "grantPrivilegesToRole",
      "revokePrivilegesFromRole",
      "directAuthMutation",
    ],
  },
  {
    words: "cluster changes",
    actions: [
      "enableSharding",
      "shardCollection",
      "refineCollectionShardKey",
      "addShard",
      "removeShard",
      "replSetReconfig",
      "shutdown",
      "startup",
      "auditConfigure",
      "getClusterParameter",
      "setClusterParameter",
      "importCollection",
    ],
  },
  { words: "application messages", actions: ["applicationMessage"] },
] as const;

export type AuditGroup = { readonly words: string; readonly actions: readonly string[] };

export const AUDIT_GROUPS: readonly AuditGroup[] = GROUPS;

export const AUDIT_ACTIONS: ReadonlySet<string> = new Set(AUDIT_GROUPS.flatMap(({ actions }) => actions));

/** Actions of a group. */
export const group = (words: (typeof GROUPS)[number]["words"]): readonly string[] =>
  AUDIT_GROUPS.find((each) => each.words === words)?.actions ?? [];
