import type { Suggestion } from "../../forms/types.ts";
import { createSelector } from "../../state/selector.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { App } from "../app.ts";
import { openChoiceOfKnown } from "../layers/picker-choice.ts";
import {
  refuseUnlisted,
  selectProjectSuggestions,
  unlistedProjects,
  whyProjectsUnknown,
} from "../screen/project-suggestions.ts";
import { enterProject } from "../screen/visit.ts";
import { openProfiles } from "./profile-menu.ts";

/** Going over to another project, or to another profile. */

/** The way to the profiles; no id of a project is called so. */
const PROFILES = "profiles";

/** Why other projects are not listed; null where they are. */
function whyNoOthers(state: ConsoleState): string | null {
  const unknown = whyProjectsUnknown(state);
  if (unknown !== null) return unknown;
  return state.session.projects.length > 0 ? null : "the service lists no projects: add them to the profile";
}

function goToProject(app: App, value: string): void {
  if (value === PROFILES) return void openProfiles(app);
  const state = app.store.getState();
  const project = state.session.projects.find(({ id }) => id === value);
  if (project !== undefined) return void enterProject(app, project.id);
  refuseUnlisted(app, whyNoOthers(state));
}

/** Makes what selects the lines of the list: the projects, why others are not listed, and the way to another profile. */
const selectMenu = () =>
  createSelector(
    [selectProjectSuggestions(), whyNoOthers, ({ session }: ConsoleState) => session.profile],
    (projects, why, profile): readonly Suggestion[] => [
      ...projects,
      ...unlistedProjects(why),
      { value: PROFILES, label: "Another profile…", note: `current: ${profile}`, isBesides: true },
    ],
  );

/** The projects of this profile to choose from, found by typing, and the way to another profile. */
export function openProjects(app: App): void {
  const { session } = app.store.getState();
  const title = `Projects of profile ${session.profile}`;
  const first = session.projects.length === 0 ? PROFILES : session.groupId;
  openChoiceOfKnown(app, { title, known: selectMenu(), first }, (value) => goToProject(app, value));
}
