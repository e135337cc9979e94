import { GroupId, RoleId } from "../../contract/ids.ts";
import type { Query } from "../../state/query.ts";
import { formatAge, formatTimeAndAge, timeOf } from "../../text/format.ts";
import type { Context, Scope } from "../context.ts";
import { projectArgs } from "../queries/args.ts";
import type { Column, DetailLine, DetailModel, ListModel, Row } from "../view.ts";
import { type CloudRole, roleOf, STATUS_CELLS, stepsOf, trustPolicy } from "./role.ts";

/** Roles of the service in cloud accounts: the list of all providers (E68) and one of them (E70). */

const COLUMNS: readonly Column[] = [
  { id: "provider", title: "CLOUD", min: 5, grow: 0, max: 8, priority: 1, align: "left", truncate: "end" },
  { id: "name", title: "ROLE", min: 14, grow: 3, max: 44, priority: 1, align: "left", truncate: "end" },
  { id: "standing", title: "STATE", min: 10, grow: 0, max: 15, priority: 1, align: "left", truncate: "end" },
  { id: "uses", title: "USED FOR", min: 10, grow: 3, max: 60, priority: 2, align: "left", truncate: "end" },
  { id: "created", title: "AGE", min: 4, grow: 0, priority: 3, align: "right", truncate: "end", ticks: true },
];

export const oneArgs = (scope: Scope, id: string) => ({
  params: { groupId: GroupId.of(scope.groupId), roleId: RoleId.of(id) },
});

/** While one waits for somebody to authorise it elsewhere, it is asked for again (`domain.md` 15.6). */
export const queries = (scope: Scope): readonly Query[] => [
  { operation: "listCloudProviderAccessRoles", args: projectArgs(scope), pace: "search-nodes" },
];

export function cachedRoles(context: Context): readonly CloudRole[] {
  const data = context.cached("listCloudProviderAccessRoles", projectArgs(context.scope))?.data;
  if (data === undefined) return [];
  return Object.values(data)
    .flatMap((records) => (Array.isArray(records) ? records : []))
    .map(roleOf)
    .filter((role) => role !== null);
}

function rowOf(role: CloudRole, now: number): Row {
  const created = timeOf(role.created);
  return {
    id: role.id,
    cells: {
      provider: role.provider,
      name: role.name,
      standing: STATUS_CELLS[role.status],
      uses: role.uses.length === 0 ? { text: "nothing yet", tone: "dim" } : role.uses.join(", "),
      created: created === null ? "" : formatAge(now - created),
    },
    sort: { created: created === null ? 0 : now - created, standing: role.status === "waiting" ? 0 : 1 },
  };
}

export function list(context: Context): ListModel {
  const roles = cachedRoles(context);
  const waiting = roles.filter(({ status: standing }) => standing === "waiting").length;
  return {
    summary: [
      `${roles.length - waiting} ready`,
      ...(waiting > 0 ? [{ text: `${waiting} waiting for you`, tone: "warn" } as const] : []),
    ],
    columns: COLUMNS,
    rows: roles.map((role) => rowOf(role, context.now)),
    sections: [],
    defaultSort: { column: "standing", descending: false },
    empty: "No role: the service has no access to a cloud account of yours, so nothing can be exported. n makes one.",
  };
}

export const detailQueries = (context: Context, id: string): readonly Query[] => [
  { operation: "getCloudProviderAccessRole", args: oneArgs(context.scope, id), pace: "search-nodes" },
];

const LABELS: Readonly<Record<string, string>> = {
  atlasAWSAccountArn: "Account",
  atlasAssumedRoleExternalId: "External id",
  iamAssumedRoleArn: "Role",
  atlasAzureAppId: "Application",
  servicePrincipalId: "Principal",
  tenantId: "Tenant",
  gcpServiceAccountForAtlas: "Account",
};

export function detail(context: Context, id: string): DetailModel | null {
  const found = context.cached("getCloudProviderAccessRole", oneArgs(context.scope, id));
  const role = roleOf(found?.data) ?? cachedRoles(context).find((each) => each.id === id);
  if (role === undefined) return null;
  const { now, zone } = context;
  const created = timeOf(role.created);
  const authorized = timeOf(role.authorized);
  const policy = trustPolicy(role);
  return {
    title: role.name,
    raw: found?.raw ?? null,
    lines: [
      { kind: "field", label: "State", value: STATUS_CELLS[role.status] },
      { kind: "field", label: "Cloud", value: role.provider },
      ...Object.entries(LABELS).flatMap(([field, label]): DetailLine[] => {
        const value = role.record[field];
        return typeof value === "string" && value !== "" ? [{ kind: "field", label, value }] : [];
      }),
      ...(created === null
        ? []
        : [{ kind: "field", label: "Made", value: formatTimeAndAge(created, now, zone) } as const]),
      ...(authorized === null
        ? []
        : [{ kind: "field", label: "Authorised", value: formatTimeAndAge(authorized, now, zone) } as const]),
      { kind: "heading", text: "Steps" },
      ...stepsOf(role).map(
        ({ done, words }, index): DetailLine => ({
          kind: "text",
          value: { text: `${index + 1} ${done ? "✓" : "·"} ${words}`, tone: done ? "good" : "plain" },
        }),
      ),
      ...(policy === null || role.status === "authorised"
        ? []
        : [{ kind: "text", value: { text: "The text to paste: a, What is left to do.", tone: "dim" } } as const]),
      { kind: "field", label: "Id", value: role.id },
    ],
  };
}
