import { weakMapMemoize } from "reselect";
import { pluralize } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import type { App } from "../app.ts";
import { type Source, targetsOf } from "./source.ts";

/** Projects that a review writes to: those of its requests, whatever the screen shows. */

/** Ids of the projects in the requests of a review, without duplicates. Memoized: there may be thousands of requests. */
export const projectsOf = weakMapMemoize((source: Source): readonly string[] => [
  ...new Set(targetsOf(source).flatMap(({ params }) => params["groupId"] ?? [])),
]);

/** Name of a project, or its id if the name is unknown. */
function nameOf(app: App, project: string): string {
  const { projects, groupId, groupName } = app.store.getState().session;
  const name = projects.find(({ id }) => id === project)?.name ?? (project === groupId ? groupName : null);
  return printable(name ?? project);
}

/** The projects in words; null if the only project is the one that the header names. */
export function noProjectLines(app: App, source: Source): string | null {
  const state = app.store.getState();
  const projects = projectsOf(source);
  const isHere = projects.every((project) => project === state.session.groupId);
  if (projects.length === 0 || (isHere && !app.selectors.isOfAllProjects(state))) return null;
  return projects
    .map((project) => {
      const count = targetsOf(source).filter(({ params }) => params["groupId"] === project).length;
      return projects.length === 1 ? nameOf(app, project) : `${nameOf(app, project)} (${pluralize(count, "request")})`;
    })
    .join(", ");
}

/** Names of the projects that a write affects. */
export function projectNames(app: App, source: Source): string | null {
  const names = projectsOf(source).map((project) => nameOf(app, project));
  return names.length === 0 ? app.store.getState().session.groupName : names.join(", ");
}
