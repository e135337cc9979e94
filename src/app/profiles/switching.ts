import { formatMissing } from "../../areas/lookup.ts";
import { lookupOfQueries, PROJECT_QUERIES } from "../../state/directory.ts";
import { isMissing } from "../../state/lookup.ts";
import { type App, openMenu } from "../app.ts";
import { enterProject } from "../screen/visit.ts";
import type { MenuItem } from "../workspace.ts";
import { openProfiles } from "./profile-menu.ts";

/** Going over to another project, or to another profile. */

/** The projects of this profile, and the way to another one. */
export function openProjects(app: App): void {
  const state = app.store.getState();
  const { session } = state;
  const found = lookupOfQueries(state, PROJECT_QUERIES);
  const projects = session.projects.map(
    (project): MenuItem => ({
      id: project.id,
      title: project.name,
      keys: project.id === session.groupId ? "current" : "",
      disabled: null,
      run: () => enterProject(app, project.id),
    }),
  );
  const none: MenuItem = {
    id: "none",
    title: "Another project",
    keys: "",
    disabled: isMissing(found) ? formatMissing(found) : "the service lists no projects: add them to the profile",
    run: () => undefined,
  };
  const other: MenuItem = {
    id: "profile",
    title: "Another profile…",
    keys: `current: ${session.profile}`,
    disabled: null,
    run: () => void openProfiles(app),
  };
  openMenu(
    app,
    `Projects of profile ${session.profile}`,
    [...projects, ...(projects.length === 0 || isMissing(found) ? [none] : []), other],
    ({ id }) => id === (projects.length === 0 ? other.id : session.groupId),
  );
}
