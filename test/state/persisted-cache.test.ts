import { expect, test } from "vitest";
import { createAppStore } from "../../src/app/store.ts";
import { readData } from "../../src/client/answers/answer.ts";
import { operations } from "../../src/contract/operations.ts";
import { Secret } from "../../src/contract/secret.ts";
import type { Connection } from "../../src/contract/wire/connection.ts";
import { omissionsOf } from "../../src/state/answers/omissions.ts";
import { isPersisted, readPersistedCache } from "../../src/state/answers/persisted-cache.ts";
import { resourceOf } from "../../src/state/answers/resource.ts";
import { alertId, OTHER_PROJECT, PROJECT, testConnection, testProfile } from "./console.ts";
import { FakeClient } from "./fake-client.ts";
import { FakeClock } from "./fake-clock.ts";
import { MemoryFiles } from "./memory-files.ts";

/** What a console showed when it ended is what the next one begins with, until the service has said how it is now. */

const OPEN = { params: { groupId: PROJECT }, query: { status: "OPEN" } } as const;
const OWNER = { name: "test", connection: testConnection() };
const watchOpen = { operation: "listAlerts", args: OPEN, poll: "alerts" } as const;

async function consoleOn(
  files: MemoryFiles,
  clock: FakeClock,
  build: string | null = null,
  change: Partial<Connection> = {},
) {
  const client = new FakeClient(clock.now);
  const profile = testProfile(client, change);
  const answers = await readPersistedCache(files, { name: "test", connection: profile.connection }, build);
  const last = { connection: "test", build, groupName: "Payments", orgName: "Acme", answers };
  const store = createAppStore(
    { profile, files, clock, random: () => 0.5, process: "process-1", last },
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
  expect((await readPersistedCache(files, OWNER, null)).answers.size).toBe(0);
});

const ELSEWHERE: Partial<Connection> = { baseUrl: new URL("http://localhost:2") };
const KEY = { kind: "digest", publicKey: "other", privateKey: new Secret("private") } as const;
const ACCOUNT = { kind: "oauth2", clientId: "other", clientSecret: new Secret("secret") } as const;
const SANDBOX: Partial<Connection> = { environment: "sandbox" };

test.each([
  ["another service", {}, ELSEWHERE, 0],
  ["another key", {}, { credentials: KEY }, 0],
  ["a service account", {}, { credentials: ACCOUNT }, 0],
  ["the embedded service, whose address and keys are others each time", SANDBOX, { ...ELSEWHERE, ...SANDBOX }, 1],
])("where the profile means another one since, it is shown as its own only: %s", async (_, before, after, count) => {
  const [files, clock] = [new MemoryFiles(), new FakeClock()];
  const seen = await consoleOn(files, clock, null, before);
  seen.client.respond = (call) => call.answer({ results: [{ id: alertId(1), status: "OPEN" }], totalCount: 1 });
  seen.store.resources.watch("main", [watchOpen]);
  await clock.advance(0);
  seen.store.flushSync();
  await seen.store.stop();
  const { store } = await consoleOn(files, clock, null, after);
  store.resources.watch("main", [watchOpen]);
  expect(resourceOf(store.getState(), "listAlerts", OPEN)?.cached?.data.results ?? []).toHaveLength(count);
});

test("names and readings of another service are not those of this one, though the profile has the same name", async () => {
  const [files, clock] = [new MemoryFiles(), new FakeClock()];
  const { store } = await consoleOn(files, clock);
  store.names.remember({ kind: "migration", name: "a to b", id: "m", project: PROJECT, source: "seen" });
  store.samples.record("lag/p/m", { at: clock.now(), value: 3 });
  await store.stop();
  const known = async (change: Partial<Connection>): Promise<readonly unknown[]> => {
    const { store: next } = await consoleOn(files, clock, null, change);
    await Promise.all([next.names.load(), next.samples.load("lag/p/m")]);
    return [next.names.nameOf("m"), next.samples.ring("lag/p/m").length];
  };
  expect(await known(ELSEWHERE)).toEqual([undefined, 0]);
  // Nothing is lost: an edit can be taken back. Another key reads the same things.
  expect(await known({})).toEqual(["a to b", 1]);
  expect(await known({ credentials: KEY })).toEqual(["a to b", 1]);
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
    expect(cached && omissionsOf("listAlerts", cached)).toEqual({ rows: 1, repeated: 0, partly: 0, cut: null });
    expect(cached?.misfits).toMatchObject([{ path: ["results", 1], row: { id: null } }]);
  }
});
