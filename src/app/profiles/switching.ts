import { formatMissing } from "../../areas/lookup.ts";
import type { Suggestion } from "../../forms/types.ts";
import { lookupOfQueries, PROJECT_QUERIES } from "../../state/directory.ts";
import { isMissing } from "../../state/lookup.ts";
import type { ConsoleState } from "../../state/store.ts";
import { refusalText } from "../../text/format.ts";
import { type App, pushLayer } from "../app.ts";
import { projectSuggestions } from "../screen/project-suggestions.ts";
import { enterProject } from "../screen/visit.ts";
import { openProfiles } from "./profile-menu.ts";

/** Going over to another project, or to another profile. */

/** The way to the profiles; no id of a project is called so. */
const PROFILES = "profiles";

/** Why there may be others, or that there are none, in a line that leads nowhere. */
function otherProjects(state: ConsoleState): readonly Suggestion[] {
  const found = lookupOfQueries(state, PROJECT_QUERIES);
  if (isMissing(found)) return [{ value: "", label: "Another project", note: formatMissing(found) }];
  if (state.session.projects.length > 0) return [];
  return [{ value: "", label: "Another project", note: "the service lists no projects: add them to the profile" }];
}

function goToProject(app: App, value: string): void {
  const { session } = app.store.getState();
  if (value === PROFILES) return void openProfiles(app);
  const project = session.projects.find(({ id }) => id === value);
  if (project === undefined) {
    const [why] = otherProjects(app.store.getState());
    if (why !== undefined) app.store.notices.say("warning", refusalText(why.label, why.note ?? ""));
    return;
  }
  enterProject(app, project.id);
}

/** The projects of this profile to choose from, found by typing, and the way to another profile. */
export function openProjects(app: App): void {
  const state = app.store.getState();
  const { session } = state;
  const projects = projectSuggestions(state);
  const other: Suggestion = { value: PROFILES, label: "Another profile…", note: `current: ${session.profile}` };
  const index = projects.findIndex(({ value }) => value === session.groupId);
  const suggestions = [...projects, ...otherProjects(state), other];
  pushLayer(app, {
    kind: "picker",
    title: `Projects of profile ${session.profile}`,
    target: { kind: "choice", take: (value) => goToProject(app, value) },
    text: "",
    index: projects.length === 0 ? suggestions.length - 1 : Math.max(0, index),
    suggestions,
    failure: null,
    open: false,
    marked: null,
  });
}
