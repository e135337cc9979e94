import { OrgId } from "../../contract/schema/ids.ts";
import type { SourceDeployment, SourceProject } from "../../contract/source-projects.ts";
import type { Query } from "../../state/answers/query.ts";
import { formatMegabytes, formatNumber, formatSize, pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { dim, NOT_REPORTED, warn } from "../builders/cells.ts";
import { column, type ListColumn, rowsOf } from "../builders/columns.ts";
import { field, fieldIfAny, heading, textLine } from "../builders/lines.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import type { DetailModel, ListModel } from "../model/view.ts";

/** The deployments that can be migrated here, one row each, by project of the on-premises manager (E65). */

export const orgArgs = (scope: Pick<Scope, "orgId">) => ({ params: { orgId: OrgId.of(scope.orgId ?? "") } });

export const queries = (scope: Scope): readonly Query[] =>
  scope.orgId === null ? [] : [{ operation: "listSourceProjects", args: orgArgs(scope), poll: "once" }];

const cached = (context: Context) =>
  context.scope.orgId === null ? undefined : context.cached("listSourceProjects", orgArgs(context.scope));

export const sourceProjectsOf = (context: Context): readonly SourceProject[] => cached(context)?.data ?? [];

/** The id of a deployment: it is unique within its project only. */
const idOf = (project: SourceProject, deployment: SourceDeployment, index: number): string =>
  `${project.projectId ?? ""}:${deployment.clusterId ?? deployment.name ?? index}`;

/** True for a deployment without an oplog, which is a standalone: its changes cannot be followed while it is copied. */
export const isStandalone = ({ oplogSizeMB }: SourceDeployment): boolean =>
  oplogSizeMB === null || oplogSizeMB === undefined;

export function formatDeploymentKind(deployment: SourceDeployment): string {
  const { sharded, shardsSize } = deployment;
  if (isStandalone(deployment)) return "standalone";
  if (sharded === true)
    return shardsSize === null || shardsSize === undefined ? "sharded" : `${formatNumber(shardsSize)} shards`;
  return sharded === false ? "replica set" : "unknown";
}

const tlsCell = (tls: boolean | null | undefined): Cell =>
  tls === true ? "yes" : tls === false ? warn("no") : dim("–");

const loginLabel = (managed: boolean | null | undefined): string =>
  managed === true ? "managed by manager" : managed === false ? "own users" : "–";

type Place = { readonly id: string; readonly project: SourceProject; readonly deployment: SourceDeployment };

const placesOf = (projects: readonly SourceProject[]): readonly Place[] =>
  projects.flatMap((project) =>
    (project.deployments ?? []).map((deployment, index) => ({
      id: idOf(project, deployment, index),
      project,
      deployment,
    })),
  );

export const COLUMNS: readonly ListColumn<Place>[] = [
  column(
    { id: "name", title: "DEPLOYMENT", min: 14, grow: 3, max: 40, priority: 1, truncate: "middle" },
    ({ deployment }) => deployment.name ?? "–",
  ),
  column(
    {
      id: "size",
      title: "SIZE",
      min: 8,
      priority: 1,
      align: "right",
      sort: ({ deployment }) => Number(formatNumber(deployment.dbSizeBytes ?? 0)),
    },
    ({ deployment: { dbSizeBytes: bytes } }) => (bytes === null || bytes === undefined ? "–" : formatSize(bytes)),
  ),
  column({ id: "type", title: "TYPE", min: 11, priority: 2 }, ({ deployment }) => formatDeploymentKind(deployment)),
  column(
    { id: "version", title: "VERSION", min: 7, priority: 2 },
    ({ deployment }) => deployment.databaseVersion ?? "–",
  ),
  column({ id: "tls", title: "TLS", min: 3, priority: 2 }, ({ deployment }) => tlsCell(deployment.tlsEnabled)),
  column(
    {
      id: "oplog",
      title: "OPLOG",
      min: 8,
      priority: 3,
      align: "right",
      sort: ({ deployment }) => Number(formatNumber(deployment.oplogSizeMB ?? 0)),
    },
    ({ deployment: { oplogSizeMB: size } }) => (size === null || size === undefined ? "–" : formatMegabytes(size)),
  ),
  column({ id: "managed", title: "LOGIN", min: 10, grow: 1, max: 20, priority: 3 }, ({ deployment: { managed } }) =>
    managed === true ? "manager" : loginLabel(managed),
  ),
];

export function list(context: Context): ListModel {
  const projects = sourceProjectsOf(context);
  const rows = rowsOf(COLUMNS, placesOf(projects), context, ({ id, project }) => ({
    id,
    section: project.projectId ?? "",
  }));
  const isSilent = projects.some(({ deployments }) => deployments === null || deployments === undefined);
  return {
    summary:
      context.scope.orgId === null
        ? [warn("organisation unknown")]
        : present(
            pluralize(projects.length, "project"),
            pluralize(rows.length, "deployment"),
            isSilent && warn("! some not reported"),
          ),
    rows,
    sections: projects.map(({ projectId, name }) => ({
      id: projectId ?? "",
      title: name ?? projectId ?? "",
      isName: true,
    })),
    defaultSort: { column: "name", descending: false },
    empty:
      context.scope.orgId === null
        ? "The organisation of this project is unknown. Set orgId in the profile."
        : isSilent
          ? "The on-premises manager does not report its deployments."
          : projects.length > 0
            ? "The on-premises manager has no deployments."
            : `No on-premises manager is linked. ${context.key("action.new")} creates a link token.`,
  };
}

export function detail(context: Context, id: string): DetailModel | null {
  const found = placesOf(sourceProjectsOf(context)).find((each) => each.id === id);
  if (found === undefined) return null;
  const { project, deployment } = found;
  const { name, dbSizeBytes, databaseVersion, featureCompatibilityVersion, agentVersion, oplogSizeMB } = deployment;
  const { migrationHosts: hosts } = project;
  return {
    title: name ?? id,
    raw: deployment,
    lines: present(
      fieldIfAny("Project", project.name ?? project.projectId),
      fieldIfAny("Type", formatDeploymentKind(deployment)),
      fieldIfAny("Size", dbSizeBytes == null ? null : formatSize(dbSizeBytes)),
      fieldIfAny("Version", databaseVersion),
      fieldIfAny("Feature version", featureCompatibilityVersion),
      fieldIfAny("Agent", agentVersion),
      fieldIfAny("Oplog", oplogSizeMB == null ? null : formatMegabytes(oplogSizeMB)),
      fieldIfAny("TLS", tlsCell(deployment.tlsEnabled)),
      fieldIfAny("Login", loginLabel(deployment.managed)),
      heading(hosts?.length === 0 ? "No migration host: migration is not possible" : "Migration hosts"),
      ...(hosts?.map(textLine) ?? [textLine(NOT_REPORTED)]),
      heading("Migrate"),
      field("Validate", "in Live migration", { area: "live-migration", ids: [] }),
      fieldIfAny("Id", deployment.clusterId),
      fieldIfAny("Project id", project.projectId),
    ),
  };
}
