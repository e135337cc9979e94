import type { Suggestion } from "../../forms/suggestion.ts";
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

/** Switching to another project, or to another profile. */

/** Value of the item that leads to the profiles; no project has this id. */
const PROFILES = "profiles";

/** Reason why other projects are not listed; null if they are. */
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

/** On sample data, the way to one's own service. */
const otherProfilesNote = ({ session }: ConsoleState): string =>
  session.environment === "sandbox" ? "connect to your service" : `current: ${session.profile}`;

/** Creates a selector of the items: projects, the reason if others are not listed, and the link to the profiles. */
const selectMenu = () =>
  createSelector(
    [selectProjectSuggestions(), whyNoOthers, otherProfilesNote],
    (projects, why, note): readonly Suggestion[] => [
      ...projects,
      ...unlistedProjects(why),
      { value: PROFILES, label: "Another profile…", note, isBesides: true },
    ],
  );

/** Opens the searchable choice of this profile's projects, with a link to the profiles. */
export function openProjects(app: App): void {
  const { session } = app.store.getState();
  const title = `Projects of profile ${session.profile}`;
  const first = session.projects.length === 0 ? PROFILES : session.groupId;
  openChoiceOfKnown(app, { title, known: selectMenu(), first }, (value) => goToProject(app, value));
}
