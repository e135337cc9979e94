import { GroupId } from "../../contract/ids.ts";
import { type Console, pushLayer } from "../console.ts";
import type { MenuItem } from "../workspace.ts";

/** Going over to another project, or to another profile. */

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function goOver(console: Console, name: string): Promise<void> {
  const { notices } = console.store;
  notices.say("info", `Going over to profile ${name}…`);
  const gone = await console.host.switchTo(name);
  if (gone.ok) notices.say("good", `Profile ${name}`);
  else notices.say("bad", `Still profile ${console.store.getState().session.profile}: ${gone.why}`);
}

async function openProfiles(console: Console): Promise<void> {
  const { profile } = console.store.getState().session;
  try {
    const profiles = await console.host.profiles();
    if (profiles.every(({ name }) => name === profile)) {
      console.store.notices.say("info", `There is no profile but ${profile}: others are named in profiles.json.`);
      return;
    }
    const items = profiles.map(
      ({ name, environment }): MenuItem => ({
        id: name,
        title: name,
        keys: [name === profile ? "here" : "", environment === "other" ? "" : environment].filter(Boolean).join(" "),
        disabled: null,
        run: () => {
          if (name !== profile) void goOver(console, name);
        },
      }),
    );
    const index = Math.max(
      0,
      items.findIndex(({ id }) => id === profile),
    );
    pushLayer(console, { kind: "menu", title: "Profiles", items, index });
  } catch (error) {
    console.store.notices.say("bad", `The profiles cannot be read: ${wordsOf(error)}`);
  }
}

/** The projects of this profile, and the way to another one. */
export function openProjects(console: Console): void {
  const { session } = console.store.getState();
  const projects = session.projects.map(
    (project): MenuItem => ({
      id: project.id,
      title: project.name,
      keys: project.id === session.groupId ? "here" : "",
      disabled: null,
      run: () => {
        if (project.id !== session.groupId) console.store.session.switchProject(GroupId.parse(project.id));
      },
    }),
  );
  const other: MenuItem = {
    id: "profile",
    title: "Another profile…",
    keys: `now ${session.profile}`,
    disabled: null,
    run: () => void openProfiles(console),
  };
  const index = Math.max(
    0,
    projects.findIndex(({ id }) => id === session.groupId),
  );
  pushLayer(console, {
    kind: "menu",
    title: `Projects of profile ${session.profile}`,
    items: [...projects, other],
    index,
  });
}
