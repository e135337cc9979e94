import type { SourceDeployment, SourceProject } from "../../contract/source-projects.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { formatSize } from "../../text/format.ts";
import type { Ask, Context } from "../model/context.ts";
import { formatDeploymentKind, isStandalone, orgArgs, sourceProjectsOf } from "../source-projects/list.ts";

/** Source deployments as the on-premises manager reports them (E65): picked by name, size, version, TLS and login. */

export type MigrationSource = { readonly project: SourceProject; readonly deployment: SourceDeployment };

const sourcesIn = (projects: readonly SourceProject[]): readonly MigrationSource[] =>
  projects.flatMap((project) => (project.deployments ?? []).map((deployment) => ({ project, deployment })));

export const sourcesOf = (context: Context): readonly MigrationSource[] => sourcesIn(sourceProjectsOf(context));

/** Requests them now. */
export const askSources = async (ask: Ask, { scope }: Context): Promise<readonly MigrationSource[]> =>
  scope.orgId === null ? [] : sourcesIn((await ask("listSourceProjects", orgArgs(scope))).data);

/** `214 GB · 6.0.14 · TLS · Legacy Shop`: details that tell deployments apart. */
export function formatSource({ project, deployment }: MigrationSource): string {
  const { dbSizeBytes, databaseVersion, tlsEnabled, managed } = deployment;
  return [
    dbSizeBytes === null || dbSizeBytes === undefined ? "size unknown" : formatSize(dbSizeBytes),
    `${isStandalone(deployment) ? "! " : ""}${formatDeploymentKind(deployment)}`,
    databaseVersion ?? "version unknown",
    tlsEnabled === true ? "TLS" : "no TLS",
    managed === true ? "users managed by manager" : "own users",
    project.name ?? project.projectId ?? "",
  ].join(" · ");
}

/** Deployments by name, for a field that names one. */
export const deploymentSuggestions = (sources: readonly MigrationSource[]): readonly Suggestion[] =>
  sources.map((source) => ({
    value: source.deployment.name ?? "",
    label: source.deployment.name ?? "?",
    note: formatSource(source),
  }));
