import { isObject, type Json, parseJsonInText } from "../contract/json.ts";

/**
 * Audit filters in words, and what is likely wrong with one. The service checks their syntax only, not their meaning (`domain.md`
 * 7.3): a filter that matches nothing is stored without a word, and nothing is recorded.
 */

/** What is recorded, by the kind of action. */
const GROUPS: readonly { readonly words: string; readonly actions: readonly string[] }[] = [
  { words: "logins", actions: ["authenticate", "logout", "clientMetadata"] },
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
];

const KNOWN_ACTIONS: ReadonlySet<string> = new Set(GROUPS.flatMap(({ actions }) => actions));

export const filterText = (filter: Json): string => JSON.stringify(filter);

export const group = (words: string): readonly string[] => GROUPS.find((each) => each.words === words)?.actions ?? [];

/** The actions that a filter names, wherever it does; null where it names none. */
function actionsIn(filter: Json): readonly string[] | null {
  if (Array.isArray(filter)) {
    const found = filter.map(actionsIn).filter((actions) => actions !== null);
    return found.length === 0 ? null : found.flat();
  }
  if (!isObject(filter)) return null;
  const found: (readonly string[])[] = [];
  for (const [name, value] of Object.entries(filter)) {
    if (name === "atype") found.push(namedBy(value));
    else {
      const inner = Array.isArray(value) || isObject(value) ? actionsIn(value) : null;
      if (inner !== null) found.push(inner);
    }
  }
  return found.length === 0 ? null : found.flat();
}

function namedBy(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  const listed = isObject(value) ? (value["$in"] ?? value["$eq"]) : undefined;
  if (typeof listed === "string") return [listed];
  return Array.isArray(listed) ? listed.filter((item) => typeof item === "string") : [];
}

const parsed = (text: string): Json | undefined => {
  const json = parseJsonInText(text);
  return json.ok ? json.value : undefined;
};

/** Whether a filter selects permission checks: only then does recording their successes mean anything. */
export function selectsPermissionChecks(text: string): boolean {
  const filter = parsed(text);
  if (filter === undefined) return false;
  const actions = actionsIn(filter);
  return actions === null || actions.includes("authCheck");
}

/** A filter in words: `failed logins, changes of users and roles`. */
export function formatFilter(text: string | null | undefined): string {
  if (text === null || text === undefined || text.trim() === "") return "everything (no filter)";
  const json = parseJsonInText(text);
  if (!json.ok) return json.problem.kind === "too-long" ? `a filter of ${json.problem.message}` : "not JSON";
  const filter = json.value;
  const actions = actionsIn(filter);
  if (actions === null)
    return isObject(filter) && Object.keys(filter).length === 0
      ? "everything"
      : "events by fields other than the action";
  const failed = /"result":\{"\$ne":0\}/u.test(filterText(filter));
  const groups = GROUPS.filter((each) => each.actions.some((action) => actions.includes(action))).map(({ words }) =>
    words === "logins" && failed ? "failed logins" : words,
  );
  const unknown = actions.filter((action) => !KNOWN_ACTIONS.has(action));
  const users = /"user":"([^"]+)"/u.exec(filterText(filter))?.[1];
  const words = [...groups, ...unknown];
  return `${words.length === 0 ? "no events" : words.join(", ")}${users === undefined ? "" : `, of ${users}`}`;
}

/** What is likely wrong with a filter, in words, or nothing. No row of it keeps it from being sent: the service takes it. */
export function filterDoubts(text: string): readonly string[] {
  const filter = parsed(text);
  if (filter === undefined || !isObject(filter)) return [];
  const doubts: string[] = [];
  const actions = actionsIn(filter) ?? [];
  const unknown = [...new Set(actions.filter((action) => !KNOWN_ACTIONS.has(action)))];
  if (unknown.length > 0) doubts.push(`Unknown action: ${unknown.join(", ")}. It matches no events.`);
  if (/"\$(in|or|and)":\[\]/u.test(filterText(filter)))
    doubts.push("An empty list matches nothing: no events are audited.");
  if (/"user":"USER"/u.test(filterText(filter))) doubts.push("USER is a placeholder: replace it with a user name.");
  return doubts;
}
