import { expect, it } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { createApp } from "../../../src/app/create-app.ts";
import { pickerEntries } from "../../../src/app/layers/picker-entries.ts";
import { settingsOffers } from "../../../src/app/settings-files/offers.ts";
import { layerOf } from "../../../src/app/workspace.ts";
import { OTHER_PROJECT, PROJECT, testConsole, testProfile } from "../../state/console.ts";
import { quietHost } from "../../ui/quiet-host.ts";

const comparing = (app: App) => settingsOffers(app).find(({ id }) => id === "settings.compare-project");

/** What the list of projects to compare with says. */
const listed = (app: App) => {
  const picker = layerOf(app.store.getState(), "picker");
  return picker === undefined
    ? null
    : pickerEntries(picker).map((entry) =>
        entry.kind === "free" ? entry.text : [entry.suggestion.label, entry.suggestion.note],
      );
};

/** A console on a service that lists some projects; its profile names one of them, or gives its id alone. */
function consoleOf(others: readonly { readonly id: string; readonly name: string }[], { isNamed = true } = {}) {
  const { store, client } = testConsole();
  const projects = isNamed ? [{ id: PROJECT, name: "Payments", clusters: [] }] : [];
  store.session.switchProfile({ ...testProfile(client), projects, groupId: PROJECT });
  client.respond = (call) => {
    if (call.operation.id !== "listProjects") return;
    const results = [{ id: PROJECT, name: "Payments" }, ...others].map((one) => ({
      ...one,
      orgId: PROJECT,
      clusterCount: 0,
    }));
    call.answer({ results, totalCount: results.length });
  };
  const app = createApp({ store, host: quietHost() });
  return { app, list: () => store.resources.ask("listProjects", { params: {} }) };
}

it("does not say that there is no other project before the projects are known, and lists those that come", async () => {
  const { app, list } = consoleOf([{ id: OTHER_PROJECT, name: "Search" }]);
  expect(comparing(app)?.disabled).toBeNull();
  comparing(app)?.run();
  expect(listed(app)).toEqual([["Another project", "not loaded yet"]]);
  await list();
  expect(listed(app)).toEqual([["Search", ""]]);
  expect(layerOf(app.store.getState(), "picker")?.title).toBe("Compare Payments with");
});

it("says so once the service has listed none", async () => {
  const { app, list } = consoleOf([]);
  await list();
  expect(comparing(app)?.disabled).toBe("this profile has no other project");
});

it("compares the project as it is called by then, where its name comes while the choice is open", async () => {
  const { app, list } = consoleOf([{ id: OTHER_PROJECT, name: "Search" }], { isNamed: false });
  comparing(app)?.run();
  const choice = layerOf(app.store.getState(), "picker");
  expect(choice?.title).toBe("Compare this project with");
  await list();
  if (choice?.target.kind === "choice") choice.target.take(OTHER_PROJECT);
  expect(layerOf(app.store.getState(), "comparison")?.here.name).toBe("Payments");
});
