import { type Effect, goTo } from "../../areas/model/effect.ts";
import { KEPT_OF_PROFILE } from "../../state/kept-of-profile.ts";
import { type App, openMenu } from "../app.ts";
import { follow } from "../effects/follow.ts";
import { errorText } from "../error-text.ts";
import type { MenuItem } from "../workspace.ts";
import { type Filled, formOfValues, type ProfileTask, profileForm } from "./profile-form.ts";

/** Switching to another profile, and adding, changing, testing, importing and removing profiles. */

const areaOf = (app: App) => app.store.getState().navigation.place.area;

const page = (title: string, lines: readonly string[], tone: "plain" | "bad" | "good" = "plain"): Effect => ({
  kind: "page",
  page: { title, lines: lines.map((text) => [{ text, tone }]), copies: [] },
});

/** Offers to open a profile that was just saved. */
const offerToOpen = (app: App, name: string, lines: readonly string[]): Effect => ({
  kind: "pick",
  title: `Profile ${name} saved`,
  suggest: async () => [
    { value: "open", label: `Open ${name} now`, note: lines.join(" ") },
    { value: "stay", label: "Stay here" },
  ],
  take: (value) => (value === "open" ? { kind: "profile", name } : goTo(areaOf(app))),
});

async function save(app: App, task: ProfileTask, filled: Filled, back: (said: string) => Effect): Promise<Effect> {
  const { values, secret, isChecked } = filled;
  const former = task.kind === "change" ? task.former : null;
  const { ok, lines } = await app.host.profileFiles.save(values, secret, former, isChecked);
  return ok ? offerToOpen(app, values.name, lines) : back(lines.join(" "));
}

/** Opens the form of a profile; after a failed save it opens again with the reason. */
async function openProfileForm(app: App, task: ProfileTask): Promise<void> {
  const area = areaOf(app);
  const formWith = (start: ReturnType<typeof formOfValues>, said: string | null): Effect => ({
    kind: "form",
    setup: profileForm(area, task, start, said, (filled, values) =>
      save(app, task, filled, (words) => formWith(values, words)),
    ),
  });
  try {
    const stored = task.former === null ? null : await app.host.profileFiles.read(task.former);
    const start = formOfValues(stored);
    const { name, ...copied } = start;
    follow(app, formWith(task.kind === "copy" ? copied : { ...copied, ...(name === undefined ? {} : { name }) }, null));
  } catch (error) {
    app.store.notices.say("bad", errorText(error));
  }
}

const item = (id: string, title: string, run: () => void, disabled: string | null = null): MenuItem => ({
  id,
  title,
  disabled,
  run,
});

/** Menu of the saved profiles, to choose one for a command. */
function openChoice(
  app: App,
  title: string,
  names: readonly string[],
  take: (name: string) => void,
  disabled: (name: string) => string | null = () => null,
): void {
  openMenu(
    app,
    title,
    names.map((name) => item(name, name, () => take(name), disabled(name))),
  );
}

/** Sends a test request to the service of a profile, and shows the result. */
const checking = (app: App, name: string): Effect => ({
  kind: "asking",
  title: `Test profile ${name}`,
  load: async () => {
    const { ok, lines } = await app.host.profileFiles.check(name);
    return page(`Test profile ${name}`, lines, ok ? "plain" : "bad");
  },
});

/** Asks for confirmation before removing a profile; the first item keeps it. */
function openRemoval(app: App, name: string): void {
  openMenu(app, `Remove profile ${name}? Its key stays valid.`, [
    item("keep", "Keep it", () => undefined),
    item("goes", "Show what goes with it…", () => {
      // Below the page, for the answer.
      openRemoval(app, name);
      follow(
        app,
        page(`What goes with profile ${name}`, [
          `The secret that is kept for it, and ${KEPT_OF_PROFILE} on this machine.`,
          "Other profiles of the same service keep theirs. Activity stays: it says what was sent from here.",
          "The key stays valid until it is revoked at the service.",
        ]),
      );
    }),
    item("remove", "Remove it, with all that is kept of it here", () => {
      follow(app, {
        kind: "asking",
        title: `Remove profile ${name}`,
        load: async () => {
          const { ok, lines } = await app.host.profileFiles.remove(name);
          return page(`Remove profile ${name}`, lines, ok ? "plain" : "bad");
        },
      });
    }),
  ]);
}

async function openImport(app: App): Promise<void> {
  try {
    const found = await app.host.profileFiles.importable();
    if (found.length === 0) {
      app.store.notices.say("info", "There are no profiles of the vendor's command line to import.");
      return;
    }
    const take = (name: string, withSecret: boolean) => (): void =>
      follow(app, {
        kind: "asking",
        title: `Import profile ${name}`,
        load: async () => {
          const { ok, lines } = await app.host.profileFiles.importProfile(name, withSecret);
          return ok ? offerToOpen(app, name, lines) : page(`Import profile ${name}`, lines, "bad");
        },
      });
    openMenu(
      app,
      "Import a profile",
      found.flatMap(({ name, about, hasSecret, disabled }) => [
        { ...item(name, `${name}: ${about}`, take(name, false), disabled), keys: "without secret" },
        ...(hasSecret
          ? [
              {
                ...item(`${name} secret`, `${name}: ${about}`, take(name, true), disabled),
                keys: "secret to the keyring",
              },
            ]
          : []),
      ]),
    );
  } catch (error) {
    app.store.notices.say("bad", errorText(error));
  }
}

/** Opens the menu of all profiles, with the current one selected, and the commands on profiles. */
export async function openProfiles(app: App): Promise<void> {
  const { profile } = app.store.getState().session;
  try {
    const profiles = await app.host.profiles();
    const saved = profiles.filter(({ isSaved }) => isSaved).map(({ name }) => name);
    const without = saved.length === 0 ? "no saved profiles yet" : null;
    const items = profiles.map(
      ({ name, environment }): MenuItem => ({
        id: name,
        title: name,
        isName: true,
        keys: [name === profile ? "current" : "", environment === "other" ? "" : environment].filter(Boolean).join(" "),
        run: () => {
          if (name !== profile) follow(app, { kind: "profile", name });
        },
      }),
    );
    const open = (kind: ProfileTask["kind"]) => (former: string | null) => void openProfileForm(app, { kind, former });
    openMenu(
      app,
      "Profiles",
      [
        ...items,
        item("+new", "New profile…", () => open("new")(null)),
        item("+change", "Edit a profile…", () => openChoice(app, "Edit a profile", saved, open("change")), without),
        item("+copy", "Copy a profile…", () => openChoice(app, "Copy a profile", saved, open("copy")), without),
        item(
          "+test",
          "Test a profile…",
          () => openChoice(app, "Test a profile", saved, (name) => follow(app, checking(app, name))),
          without,
        ),
        item("+import", "Import a profile…", () => void openImport(app)),
        item(
          "+remove",
          "Remove a profile…",
          () =>
            openChoice(
              app,
              "Remove a profile",
              saved,
              (name) => openRemoval(app, name),
              // This console would keep its answers again when it ends.
              (name) => (name === profile ? "it is open: open another profile first" : null),
            ),
          without,
        ),
      ],
      ({ id }) => id === (profiles.length === 1 ? "+new" : profile),
    );
  } catch (error) {
    app.store.notices.say("bad", `The profiles cannot be read: ${errorText(error)}`);
  }
}
