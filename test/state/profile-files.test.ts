import { expect, test } from "vitest";
import { createAppStore } from "../../src/app/store.ts";
import { connectionName } from "../../src/commands/start/splash.ts";
import { LiveMigrationId } from "../../src/contract/schema/ids.ts";
import { NOTHING_PERSISTED } from "../../src/state/answers/persisted-cache.ts";
import { moveProfileFiles, removeProfileFiles } from "../../src/state/profile-files.ts";
import { lagKey } from "../../src/state/samples/measured.ts";
import { alertId, PROJECT, testConsole, testProfile } from "./console.ts";
import { FakeClient } from "./fake-client.ts";
import { FakeClock } from "./fake-clock.ts";
import { MemoryFiles } from "./memory-files.ts";

const MIGRATION = LiveMigrationId.parse("65f0000000000000000000aa");
const PLACE = { area: "alerts", ids: [] } as const;

/** A session of a profile in which everything was used that is kept of one. */
async function use(files: MemoryFiles, profile: string, service = "http://localhost:1"): Promise<void> {
  const clock = new FakeClock();
  const client = new FakeClient(clock.now);
  client.respond = (call) => call.answer({ results: [] });
  const last = {
    connection: connectionName(profile, {}),
    build: null,
    groupName: null,
    orgName: null,
    answers: NOTHING_PERSISTED,
  };
  const store = createAppStore(
    {
      profile: testProfile(client, { profile, baseUrl: new URL(service) }),
      files,
      clock,
      random: () => 0.5,
      process: "1",
      last,
    },
    PLACE,
  );
  await store.start();
  store.resources.watch("main", [
    { operation: "listAlerts", args: { params: { groupId: PROJECT }, query: { status: "OPEN" } }, poll: "alerts" },
  ]);
  await clock.advance(10);
  store.names.remember({ kind: "migration", name: "m", id: MIGRATION, project: PROJECT, source: "told" });
  store.samples.record(lagKey(PROJECT, MIGRATION), { at: clock.now(), value: 1 });
  store.pins.toggle({
    place: { area: "alerts", ids: [alertId(1)] },
    project: PROJECT,
    kind: "alert",
    title: "an alert",
    read: { operation: "getAlert", params: { groupId: PROJECT, alertId: alertId(1) } },
  });
  store.subscriptions.add({
    ...{ groupId: PROJECT, groupName: "Payments", area: "alerts", about: "list", thing: "", name: "Alerts" },
    condition: "open=0",
    title: "when no alert is open",
  });
  store.runbooks.change({ does: "start", run: "one", runbook: "p", title: "t", groupId: PROJECT, values: {} });
  store.views.setFilter("alerts", "disk");
  store.drafts.save({ id: "edit", content: {} });
  await clock.advance(1000);
  store.flushSync();
  await store.stop();
}

const namesIn = (files: MemoryFiles): readonly string[] => [...files.texts.keys(), ...files.lines.keys()];

test("what is kept of a profile goes with it, and another of the same service and caller keeps its own", async () => {
  const files = new MemoryFiles();
  await use(files, "prod");
  const ofProd = namesIn(files);
  expect(new Set(ofProd.map((name) => name.split("/")[0]))).toEqual(
    new Set(["last", "names", "samples", "pins", "subscriptions", "runbooks", "views", "drafts"]),
  );
  await use(files, "prod-2");
  const ofOther = namesIn(files).filter((name) => !ofProd.includes(name));
  expect(ofOther).toHaveLength(ofProd.length);
  await use(files, "prod", "http://localhost:2");
  await removeProfileFiles(files, "prod");
  expect(namesIn(files)).toEqual(ofOther);
});

test("what is kept of a profile has its new name after a renaming, and is read under it", async () => {
  const files = new MemoryFiles();
  await use(files, "prod");
  const former = namesIn(files);
  await moveProfileFiles(files, "prod", "main");
  expect(namesIn(files)).toHaveLength(former.length);
  expect(namesIn(files).filter((name) => former.includes(name))).toEqual([]);

  const { store } = testConsole({ files, connection: { profile: "main" } });
  await store.start();
  const { names, pins, subscriptions, runbooks, views, drafts } = store.getState();
  expect([names, pins, views].map(({ size }) => size > 0)).toEqual([true, true, true]);
  expect([subscriptions, runbooks, drafts.list].map((list) => list?.length)).toEqual([1, 1, 1]);
  await store.drafts.discard("edit");
  await store.stop();
  expect(namesIn(files).filter((name) => name.startsWith("drafts/"))).toEqual([]);
});
