import { shortId } from "../../text/format.ts";
import type { Context } from "../model/context.ts";

/** Names of projects, the same wherever one is named. */

type Names = Pick<Context, "scope" | "known">;

/** Name of a project of the profile, or of one whose name was seen; null where only its id is known. */
export const knownProjectName = ({ scope, known }: Names, id: string): string | null =>
  scope.projects.find((project) => project.id === id)?.name ??
  (id === scope.groupId ? scope.groupName : null) ??
  known("project", null).find((name) => name.id === id)?.name ??
  null;

/** Name of a project; one of which only the id is known goes by that. */
export const projectName = (names: Names, id: string): string =>
  knownProjectName(names, id) ?? `project ${shortId(id)}`;

/** A cluster, with its project where that is another one: `stage (Payments)`. */
export const clusterWithProject = (names: Names, cluster: string, project: string | null): string =>
  project === null || project === names.scope.groupId ? cluster : `${cluster} (${projectName(names, project)})`;
