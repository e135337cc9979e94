import type { Suggestion } from "../../forms/suggestion.ts";
import { settingsPathsIn, typedPath } from "../../settings/settings-folder.ts";
import { createSelector } from "../../state/selector.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import type { App } from "../app.ts";
import { openChoice, openChoiceOfKnown } from "../layers/picker-choice.ts";
import {
  refuseUnlisted,
  selectProjectSuggestions,
  unlistedProjects,
  whyProjectsUnknown,
} from "../screen/project-suggestions.ts";
import { openComparison } from "./comparison-layer.ts";
import { openExport } from "./export-settings.ts";
import { projectHere } from "./project-here.ts";

/** Commands for the settings of a whole project: in the menu of each area with settings, and in the palette. */

type SettingsOffer = {
  readonly id: string;
  readonly title: string;
  /** Reason why it is unavailable now, or null. */
  readonly disabled: string | null;
  readonly run: () => void;
};

/** Suggests files and folders of the working directory; any other path can be typed. */
const suggestPaths = async (): Promise<readonly Suggestion[]> =>
  (await settingsPathsIn(process.cwd())).map(({ path, isFolder }) => ({
    value: path,
    label: path,
    note: isFolder ? "folder" : "file",
  }));

/** Project name in the title of a choice: in the first second of a console it may still be unknown. */
const called = ({ id, name }: ProjectEntry): string => (name === id ? "this project" : name);

/** Runs a function with the current project, with its name at the time of the choice. */
function withProjectHere(app: App, run: (here: ProjectEntry) => void): void {
  const here = projectHere(app);
  if (here !== null) run(here);
}

function compareWithProject(app: App, here: ProjectEntry, first: readonly string[]): void {
  const known = createSelector([selectProjectSuggestions(), whyProjectsUnknown], (projects, why) => [
    ...projects.filter(({ value }) => value !== here.id),
    ...unlistedProjects(why),
  ]);
  openChoiceOfKnown(app, { title: `Compare ${called(here)} with`, known, first: null }, (value) => {
    const state = app.store.getState();
    const there = state.session.projects.find(({ id }) => id === value);
    if (there === undefined) return refuseUnlisted(app, whyProjectsUnknown(state));
    withProjectHere(app, (now) => openComparison(app, now, { kind: "project", project: there }, first));
  });
}

function compareWithFile(app: App, here: ProjectEntry, first: readonly string[]): void {
  const title = `Compare ${called(here)} with a file or folder`;
  openChoice(app, { title, suggest: suggestPaths, open: true }, (path) =>
    withProjectHere(app, (now) => openComparison(app, now, { kind: "files", path: typedPath(path) }, first)),
  );
}

function exportProject(app: App, here: ProjectEntry): void {
  const title = `Folder for the settings of ${called(here)}`;
  const suggest = async (): Promise<readonly Suggestion[]> =>
    (await suggestPaths()).filter(({ note }) => note === "folder");
  openChoice(app, { title, suggest, open: true }, (folder) =>
    withProjectHere(app, (now) => openExport(app, now, typedPath(folder))),
  );
}

/** The commands. In a comparison the kinds of the current area come first. */
export function settingsOffers(app: App): readonly SettingsOffer[] {
  const here = projectHere(app);
  const state = app.store.getState();
  const { session, navigation } = state;
  const first = app.areas.of(navigation.place.area).settings ?? [];
  const missing = here === null ? "no project loaded yet" : null;
  // Projects that are not loaded yet appear in the list while it is open.
  const isAlone = whyProjectsUnknown(state) === null && !session.projects.some(({ id }) => id !== here?.id);
  const offer = (id: string, title: string, disabled: string | null, run: (project: ProjectEntry) => void) => ({
    ...{ id, title, disabled: missing ?? disabled },
    run: () => {
      if (here !== null) run(here);
    },
  });
  return [
    offer(
      "settings.compare-project",
      "Compare with project…",
      isAlone ? "this profile has no other project" : null,
      (project) => compareWithProject(app, project, first),
    ),
    offer("settings.compare-file", "Compare with file…", null, (project) => compareWithFile(app, project, first)),
    offer("settings.export", "Export settings of this project…", null, (project) => exportProject(app, project)),
  ];
}
