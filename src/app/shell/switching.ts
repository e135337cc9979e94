import { missingWords } from "../../areas/lookup.ts";
import { GroupId } from "../../contract/ids.ts";
import { lookupOfQueries, PROJECT_QUERIES } from "../../state/directory.ts";
import { isMissing } from "../../state/lookup.ts";
import { type App, openMenu } from "../app.ts";
import { errorWords } from "../error-text.ts";
import type { MenuItem } from "../workspace.ts";

/** Going over to another project, or to another profile. */

/** Its service may answer late: somebody who has moved on to something else meanwhile stays there. */
async function goOver(app: App, name: string): Promise<void> {
  const { notices } = app.store;
  notices.say("info", `Going over to profile ${name}…`);
  const keeps = (): string | null =>
    app.store.getState().layers.length === 0 ? null : "something else was opened meanwhile";
  const switched = await app.host.switchTo(name, keeps);
  if (switched.ok) notices.say("good", `Profile ${name}`);
  else notices.say("bad", `Still profile ${app.store.getState().session.profile}: ${switched.why}`);
}

async function openProfiles(app: App): Promise<void> {
  const { profile } = app.store.getState().session;
  try {
    const profiles = await app.host.profiles();
    if (profiles.every(({ name }) => name === profile)) {
      app.store.notices.say("info", `There is no profile but ${profile}: others are named in profiles.json.`);
      return;
    }
    const items = profiles.map(
      ({ name, environment }): MenuItem => ({
        id: name,
        title: name,
        keys: [name === profile ? "here" : "", environment === "other" ? "" : environment].filter(Boolean).join(" "),
        disabled: null,
        run: () => {
          if (name !== profile) void goOver(app, name);
        },
      }),
    );
    openMenu(app, "Profiles", items, ({ id }) => id === profile);
  } catch (error) {
    app.store.notices.say("bad", `The profiles cannot be read: ${errorWords(error)}`);
  }
}

/** The projects of this profile, and the way to another one. */
export function openProjects(app: App): void {
  const state = app.store.getState();
  const { session } = state;
  const found = lookupOfQueries(state, PROJECT_QUERIES);
  const projects = session.projects.map(
    (project): MenuItem => ({
      id: project.id,
      title: project.name,
      keys: project.id === session.groupId ? "here" : "",
      disabled: null,
      run: () => {
        if (project.id === session.groupId) return;
        app.store.navigation.forgetHistory();
        app.store.session.switchProject(GroupId.of(project.id));
      },
    }),
  );
  const none: MenuItem = {
    id: "none",
    title: "Another project",
    keys: "",
    disabled: isMissing(found) ? missingWords(found) : "the service lists none: name them in profiles.json",
    run: () => undefined,
  };
  const other: MenuItem = {
    id: "profile",
    title: "Another profile…",
    keys: `now ${session.profile}`,
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
