import { expect, it } from "vitest";
import { type App, changeLayer } from "../../src/app/app.ts";
import { createApp } from "../../src/app/create-app.ts";
import { countThings, entryValue, pickerEntries } from "../../src/app/layers/picker-entries.ts";
import { openProjects } from "../../src/app/profiles/switching.ts";
import { toggleAllProjects } from "../../src/app/screen/show-all.ts";
import { enterProject } from "../../src/app/screen/visit.ts";
import { layerOf } from "../../src/app/workspace.ts";
import { OTHER_PROJECT, testConsole } from "../state/console.ts";
import { quietHost } from "../ui/quiet-host.ts";

const THIRD = "65f000000000000000000003";

/** The lines of the choice that is open, and which of them has the keys. */
function choiceOf(app: App) {
  const picker = layerOf(app.store.getState(), "picker");
  if (picker === undefined) throw new Error("no choice is open");
  const entries = pickerEntries(picker);
  const selected = entries[picker.index];
  return {
    labels: entries.map((entry) => (entry.kind === "free" ? entry.text : entry.suggestion.label)),
    selected: selected === undefined ? null : entryValue(selected),
    count: countThings(entries),
  };
}

it("lists the projects that come while their list is open, and the line that has the keys keeps them", async () => {
  const { store, client } = testConsole();
  client.respond = (call) => {
    if (call.operation.id !== "listProjects") return;
    const results = [{ id: THIRD, name: "Ledger", orgId: THIRD, clusterCount: 0 }];
    call.answer({ results, totalCount: 1 });
  };
  const app = createApp({ store, host: quietHost() });
  openProjects(app);
  changeLayer(app, "picker", (picker) => ({ ...picker, index: 1 }));
  expect(choiceOf(app)).toEqual({
    labels: ["Payments", "Search", "Another project", "Another profile…"],
    selected: OTHER_PROJECT,
    count: 2,
  });
  await store.resources.ask("listProjects", { params: {} });
  expect(choiceOf(app)).toEqual({
    labels: ["Ledger", "Payments", "Search", "Another profile…"],
    selected: OTHER_PROJECT,
    count: 3,
  });
});

it.each([
  ["another project", OTHER_PROJECT],
  ["the project that was looked at", null],
])("leaves all projects for %s", (_which, other) => {
  const app = createApp({ store: testConsole().store, host: quietHost() });
  const { store, selectors } = app;
  const groupId = store.getState().session.groupId ?? "";
  store.navigation.open({ area: "alerts", ids: [] });
  toggleAllProjects(app);
  expect(selectors.isOfAllProjects(store.getState())).toBe(true);
  enterProject(app, other ?? groupId);
  expect(selectors.isOfAllProjects(store.getState())).toBe(false);
  expect(store.getState().session.groupId).toBe(other ?? groupId);
  expect(store.getState().navigation.place).toEqual({ area: "alerts", ids: [] });
});

it.each([
  ["DISK_ON_FIRE", "DISK_ON_FIRE"],
  ["10.0.0.7", "10.0.0.7"],
  ["Backup Failed", "BACKUP_FAILED_WILL_BE_RETRIED_SOON"],
  ["soon retried", "BACKUP_FAILED_WILL_BE_RETRIED_SOON"],
  ["dskonfire", "DISK_SPACE_ON_A_NODE_FINISHED_REBALANCING"],
])("takes %s for what is meant, and not what its letters happen to stand in", (text, first) => {
  const suggestions = [
    { value: "BACKUP_FAILED_WILL_BE_RETRIED_SOON", label: "backup failed, will be retried soon" },
    { value: "DISK_SPACE_ON_A_NODE_FINISHED_REBALANCING", label: "disk space on a node: finished rebalancing" },
  ];
  const picker = { kind: "picker", title: "Event", target: { kind: "field", key: "eventTypeName" }, index: 0 } as const;
  const entries = pickerEntries({ ...picker, text, suggestions, failure: null, open: true, marked: null });
  expect(entries.map(entryValue)[0]).toBe(first);
});

it.each([
  // An exact name, its beginnings, then beginnings of words, then parts of words, but not of a note's.
  ["side", ["Side", "side-2", "prod-eu-side", "prod-side", "upside"]],
  ["prod-eu", ["prod-eu", "prod-eu-side"]],
  ["eu prod", ["prod-eu-side", "prod-eu"]],
  // Letters in their order only where nothing has the words.
  ["pay", ["Payments"]],
  ["pymnts", ["Payments"]],
])("finds by %s what has it, the nearest first, and nothing by scattered letters beside it", (text, found) => {
  const labels = [
    "Project Analytics of Yesterday",
    "upside",
    "prod-eu-side",
    "prod-side",
    "side-2",
    "Side",
    "Payments",
  ];
  const suggestions = [
    ...labels.map((label, index) => ({ value: `value ${index}`, label })),
    { value: "prod-eu", label: "prod-eu", note: "beside the sea" },
  ];
  const picker = { kind: "picker", title: "Project", target: { kind: "field", key: "x" }, index: 0 } as const;
  const entries = pickerEntries({ ...picker, text, suggestions, failure: null, open: false, marked: null });
  const shown = entries.map((entry) => (entry.kind === "free" ? entry.text : entry.suggestion.label));
  expect(shown).toEqual(found);
});
