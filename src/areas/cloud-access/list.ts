import { cloudLabel } from "../../contract/clouds.ts";
import { textIn } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { RoleId } from "../../contract/schema/ids.ts";
import { type AccessRole, accessRole, isUsable } from "../../domain/access-role.ts";
import type { Query } from "../../state/answers/query.ts";
import { timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { bad, dim, NOT_REPORTED, warn } from "../builders/cells.ts";
import { ageColumn, column, type ListColumn, rowsOf } from "../builders/columns.ts";
import { count } from "../builders/count.ts";
import { field, fieldIfAny, heading, textLine, timeField } from "../builders/lines.ts";
import type { Context, Scope } from "../model/context.ts";
import type { DetailModel, ListModel } from "../model/view.ts";
import { projectArgs } from "../queries/args.ts";
import { cachedRoles, judgedRoles } from "../queries/export-buckets.ts";
import { cloudNameOf, statusCell, statusLabel, stepLines, trustPolicy, usesOf } from "./role.ts";

/** Roles of the service in cloud accounts: the list for all providers (E68) and one role (E70). */

/** Age of a role, ms. */
function sinceMade({ record }: AccessRole, { now }: Context): number | null {
  const created = timeOf(textIn(record, "createdDate"));
  return created === null ? null : now - created;
}

/** Sort order of roles: those that need attention first. */
const NEEDING_FIRST: readonly ReturnType<typeof statusLabel>[] = [
  "failed",
  "not authorised",
  "not reported",
  "authorised",
];

export const COLUMNS: readonly ListColumn<AccessRole>[] = [
  column({ id: "provider", title: "PROVIDER", min: 8, max: 8, priority: 1 }, ({ provider }) => cloudLabel(provider)),
  column({ id: "name", title: "ROLE", min: 11, grow: 3, max: 44, priority: 1, truncate: "middle" }, cloudNameOf),
  column(
    {
      id: "status",
      title: "STATUS",
      min: 10,
      max: 15,
      priority: 1,
      whole: true,
      sort: (role) => NEEDING_FIRST.indexOf(statusLabel(role)),
    },
    statusCell,
  ),
  column({ id: "uses", title: "USED FOR", min: 10, grow: 3, max: 18, priority: 2, whole: true }, (role) => {
    const uses = usesOf(role);
    if (uses === null) return NOT_REPORTED;
    return uses.length === 0 ? dim("unused") : uses.join(", ");
  }),
  ageColumn(3, sinceMade),
];

const oneArgs = (scope: Scope, id: string) => ({
  params: { groupId: scope.groupId, roleId: RoleId.of(id) },
});

const listQuery = (scope: Scope, poll: Query["poll"]): Query => ({
  operation: "listCloudProviderAccessRoles",
  args: projectArgs(scope),
  poll,
});

export const queries = (scope: Scope): readonly Query[] => [listQuery(scope, "once")];

/** Polled while a role is not authorised: that happens outside the console (`domain.md` 15.6). */
export const running = (context: Context): readonly Query[] =>
  (cachedRoles(context) ?? []).some(({ status }) => status === "waiting")
    ? [listQuery(context.scope, "search-nodes")]
    : [];

export function list(context: Context): ListModel {
  const roles = cachedRoles(context) ?? [];
  const isWhole = judgedRoles(context) !== null;
  const numberOf = (label: ReturnType<typeof statusLabel>): number =>
    roles.filter((role) => statusLabel(role) === label).length;
  const [waiting, failed, unknown] = [numberOf("not authorised"), numberOf("failed"), numberOf("not reported")];
  return {
    summary: present(
      count("authorised", [numberOf("authorised")], (sum) => `${sum} authorised`),
      failed > 0 && count("failed", [failed], (sum) => bad(`${sum} failed`)),
      unknown > 0 && count("unknown", [unknown], (sum) => `${sum} not reported`),
      waiting > 0 && count("waiting", [waiting], (sum) => warn(`${sum} not authorised`)),
      cachedRoles(context) !== null && !isWhole && warn("! some roles not reported"),
    ),
    rows: rowsOf(COLUMNS, roles, context, ({ id }) => ({ id })),
    sections: [],
    defaultSort: { column: "status", descending: false },
    empty: !isWhole
      ? "The service does not report its roles here."
      : `No role: the service has no access to your cloud account, so nothing can be exported. ${context.key("action.new")} creates one.`,
  };
}

/** The role as last read: on its own, or as a row of the list. */
const cachedRole = (context: Context, id: string): AccessRole | undefined =>
  accessRole(context.cached("getCloudProviderAccessRole", oneArgs(context.scope, id))?.data) ??
  cachedRoles(context)?.find((each) => each.id === id);

export const detailQueries = (context: Context, id: string): readonly Query[] => [
  {
    operation: "getCloudProviderAccessRole",
    args: oneArgs(context.scope, id),
    poll: cachedRole(context, id)?.status === "waiting" ? "search-nodes" : "once",
  },
];

const LABELS: Readonly<Record<string, string>> = lookupTable({
  atlasAWSAccountArn: "Account",
  atlasAssumedRoleExternalId: "External id",
  iamAssumedRoleArn: "Role",
  atlasAzureAppId: "Application",
  servicePrincipalId: "Principal",
  tenantId: "Tenant",
  gcpServiceAccountForAtlas: "Account",
});

export function detail(context: Context, id: string): DetailModel | null {
  const role = cachedRole(context, id);
  if (role === undefined) return null;
  const policy = trustPolicy(role);
  return {
    title: cloudNameOf(role),
    raw: context.cached("getCloudProviderAccessRole", oneArgs(context.scope, id))?.raw ?? null,
    lines: present(
      field("Status", statusCell(role)),
      field("Provider", cloudLabel(role.provider)),
      ...Object.entries(LABELS).map(([name, label]) => fieldIfAny(label, textIn(role.record, name))),
      timeField("Created", timeOf(textIn(role.record, "createdDate")), context),
      timeField("Authorised", timeOf(textIn(role.record, "authorizedDate")), context),
      heading("Steps"),
      ...stepLines(role).map(textLine),
      policy !== null &&
        !isUsable(role) &&
        textLine(dim(`Text to paste: press ${context.key("action.menu")}, then Show authorisation steps.`)),
      field("Id", role.id),
    ),
  };
}
