import { expect, test } from "vitest";
import { createAppStore } from "../../src/app/store.ts";
import { readData } from "../../src/client/answers/answer.ts";
import { operations } from "../../src/contract/operations.ts";
import { omissionsOf } from "../../src/state/answers/omissions.ts";
import { isPersisted, readPersistedCache } from "../../src/state/answers/persisted-cache.ts";
import { resourceOf } from "../../src/state/store.ts";
import { alertId, OTHER_PROJECT, PROJECT, testProfile } from "./console.ts";
import { FakeClient } from "./fake-client.ts";
import { FakeClock } from "./fake-clock.ts";
import { MemoryFiles } from "./memory-files.ts";

/** What a console showed when it ended is what the next one begins with, until the service has said how it is now. */

const OPEN = { params: { groupId: PROJECT }, query: { status: "OPEN" } } as const;
const watchOpen = { operation: "listAlerts", args: OPEN, poll: "alerts" } as const;

async function consoleOn(files: MemoryFiles, clock: FakeClock, build: string | null = null) {
  const client = new FakeClient(clock.now);
  const answers = await readPersistedCache(files, "embedded", build);
  const last = { connection: "embedded", build, groupName: "Payments", orgName: "Acme", answers };
  const store = createAppStore(
    { profile: testProfile(client), files, clock, random: () => 0.5, process: "process-1", last },
    { area: "alerts", ids: [] },
  );
  return { store, client };
}

/** A console that has seen one alert and was ended. */
async function endedConsole(files: MemoryFiles, clock: FakeClock): Promise<number> {
  const { store, client } = await consoleOn(files, clock);
  client.respond = (call) => call.answer({ results: [{ id: alertId(1), status: "OPEN" }], totalCount: 1 });
  store.resources.watch("main", [watchOpen]);
  await clock.advance(0);
  const asOf = resourceOf(store.getState(), "listAlerts", OPEN)?.asOf ?? Number.NaN;
  store.flushSync();
  await store.stop();
  return asOf;
}

test("the next console shows it at once with its time, asks at once, and then knows", async () => {
  const [files, clock] = [new MemoryFiles(), new FakeClock()];
  const seenAt = await endedConsole(files, clock);
  await clock.advance(3000);
  const { store, client } = await consoleOn(files, clock);
  expect(store.getState().session).toMatchObject({ orgName: "Acme", groupName: "Payments" });
  store.resources.watch("main", [watchOpen]);
  const persisted = resourceOf(store.getState(), "listAlerts", OPEN);
  expect(persisted?.cached?.data.results.map(({ id }) => id)).toEqual([alertId(1)]);
  expect(persisted?.asOf).toBe(seenAt);
  expect(isPersisted(persisted)).toBe(true);
  client.respond = (call) => call.answer({ results: [{ id: alertId(2), status: "OPEN" }], totalCount: 1 });
  await clock.advance(0);
  const known = resourceOf(store.getState(), "listAlerts", OPEN);
  expect(known?.cached?.data.results.map(({ id }) => id)).toEqual([alertId(2)]);
  expect(isPersisted(known)).toBe(false);
});

test("facts are never taken from it: who asks is given the service's answer", async () => {
  const [files, clock] = [new MemoryFiles(), new FakeClock()];
  await endedConsole(files, clock);
  const { store, client } = await consoleOn(files, clock);
  store.resources.watch("main", [watchOpen]);
  client.respond = (call) => call.answer({ results: [], totalCount: 0 });
  const { data } = await store.resources.ask("listAlerts", OPEN, Number.MAX_SAFE_INTEGER);
  expect(data.results).toEqual([]);
});

test("another project does not show it, nor the same one when it is come back to", async () => {
  const [files, clock] = [new MemoryFiles(), new FakeClock()];
  await endedConsole(files, clock);
  const { store } = await consoleOn(files, clock);
  store.session.switchProject(OTHER_PROJECT);
  store.session.switchProject(PROJECT);
  store.resources.watch("main", [watchOpen]);
  expect(resourceOf(store.getState(), "listAlerts", OPEN)?.cached ?? null).toBeNull();
});

test("a damaged file is as good as none", async () => {
  const [files, clock] = [new MemoryFiles(), new FakeClock()];
  await endedConsole(files, clock);
  for (const name of files.texts.keys()) if (name.startsWith("last/")) files.texts.set(name, "{");
  expect((await readPersistedCache(files, "embedded", null)).answers.size).toBe(0);
});

test("what the very same program kept is taken as it had checked it, and what another one kept is checked again", async () => {
  const [files, clock] = [new MemoryFiles(), new FakeClock()];
  const all = { params: { groupId: PROJECT } } as const;
  const watchAll = { operation: "listAlertConfigurations", args: all, poll: "once" } as const;
  const notification = { typeName: "MONITORING", monitoringApiKey: "****c77a", unknown: [{ deep: 1 }] };
  const row = { id: alertId(3), eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "GROUP" }, notification] };
  const before = await consoleOn(files, clock, "A");
  before.client.respond = (call) => call.answer({ results: [row], totalCount: 1 });
  before.store.resources.watch("main", [watchAll]);
  await clock.advance(0);
  const seen = resourceOf(before.store.getState(), "listAlertConfigurations", all)?.cached?.data;
  expect(seen?.results).toHaveLength(1);
  before.store.flushSync();
  await before.store.stop();
  const again = async (build: string | null) => {
    const { store } = await consoleOn(files, clock, build);
    store.resources.watch("main", [watchAll]);
    return resourceOf(store.getState(), "listAlertConfigurations", all)?.cached?.data;
  };
  for (const build of ["A", "B", null]) expect(await again(build), String(build)).toEqual(seen);
  // What fits no schema any more shows who looked.
  for (const [name, text] of files.texts) {
    if (name.startsWith("last/")) files.texts.set(name, text.replace('"NO_PRIMARY"', "17"));
  }
  expect((await again("A"))?.results[0]).toMatchObject({ eventTypeName: 17 });
  for (const build of ["B", null]) expect(await again(build), String(build)).toBeUndefined();
});

test("what could not be read of it is not read in the next console either", async () => {
  const [files, clock] = [new MemoryFiles(), new FakeClock()];
  const read = readData(operations.listAlerts.response, {
    results: [{ id: alertId(1), status: "OPEN" }, { id: null }],
  });
  if (!read.ok) throw new Error(read.problem);
  const { data, raw, misfits } = read;
  for (const build of ["A", null]) {
    const before = await consoleOn(files, clock, build);
    before.client.respond = (call) => call.answer(raw, { data, misfits });
    before.store.resources.watch("main", [watchOpen]);
    await clock.advance(0);
    before.store.flushSync();
    await before.store.stop();
    const { store } = await consoleOn(files, clock, build);
    store.resources.watch("main", [watchOpen]);
    const cached = resourceOf(store.getState(), "listAlerts", OPEN)?.cached;
    expect([build, cached?.data.results.map(({ id }) => id)]).toEqual([build, [alertId(1)]]);
    expect(cached && omissionsOf("listAlerts", cached)).toEqual({ rows: 1, partly: 0, cut: null });
    expect(cached?.misfits).toMatchObject([{ path: ["results", 1], row: { id: null } }]);
  }
});
