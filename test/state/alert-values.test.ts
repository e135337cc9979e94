/** Values of alerts over time: read off answers, bounded in number and on the disk, kept over restarts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { type AppStore, createAppStore } from "../../src/app/store.ts";
import { createClient } from "../../src/client/client.ts";
import { AlertId, GroupId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import { DRAWN_ONLY } from "../../src/domain/sample-ring.ts";
import { startService } from "../../src/service/service.ts";
import { systemClock } from "../../src/state/clock.ts";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { alertValueKey, lagKey } from "../../src/state/samples/measured.ts";
import { MOST_ALERTS } from "../../src/state/samples/sample-kinds.ts";
import { alertId, PROJECT, storeOn, testConnection, testConsole } from "./console.ts";
import { FakeClient } from "./fake-client.ts";
import type { FakeClock } from "./fake-clock.ts";
import { profileOf } from "./on-service.ts";

type Reported = {
  readonly number: number;
  readonly value: number | null;
  readonly units?: string;
  readonly status?: string;
};

const LIST = { params: { groupId: PROJECT }, query: { status: "OPEN" } } as const;
const keyOf = (number: number): string => alertValueKey(PROJECT, alertId(number));

const alertOf = ({ number, value, units = "RAW", status = "OPEN" }: Reported) => ({
  id: alertId(number),
  groupId: PROJECT,
  status,
  ...(value === null ? {} : { currentValue: { number: value, units } }),
});

/** Reads the list of open alerts, in which these stand. */
async function readList(
  { store, client }: { store: AppStore; client: FakeClient },
  reported: readonly Reported[],
): Promise<void> {
  client.respond = (call) => call.answer({ results: reported.map(alertOf), totalCount: reported.length });
  await store.resources.ask("listAlerts", LIST);
}

const valuesOf = (store: AppStore, number: number) => store.samples.ring(keyOf(number)).map(({ value }) => value);

const passed = (clock: FakeClock, seconds: number): Promise<void> => clock.advance(seconds * 1000);

test("a new value is noted, the same one now and then, and none once where there was one", async () => {
  const here = testConsole();
  const values = [92, 92, 92, 93, 93, 93, 93, 93, 93, 93, null, null, 94];
  for (const value of values) {
    await readList(here, [{ number: 1, value }]);
    await passed(here.clock, 20);
  }
  expect(valuesOf(here.store, 1)).toEqual([92, 93, 93, null, 94]);
});

test("an alert whose value is no number has no curve, and one that is told in another unit says so", async () => {
  const here = testConsole();
  await readList(here, [
    { number: 1, value: null },
    { number: 2, value: 900, units: "MEGABYTES" },
  ]);
  await passed(here.clock, 20);
  await readList(here, [
    { number: 1, value: null },
    { number: 2, value: 1.2, units: "GIGABYTES" },
  ]);
  expect(valuesOf(here.store, 1)).toEqual([]);
  expect(here.store.samples.ring(keyOf(2)).map(({ value, state }) => [value, state])).toEqual([
    [900, "MEGABYTES"],
    [1.2, "GIGABYTES"],
  ]);
});

test("of 2,000 alerts at once the newest are kept, whole, in one file that is written once an answer", async () => {
  const here = testConsole();
  const storm = (value: number): readonly Reported[] =>
    Array.from({ length: 2000 }, (_, number) => ({ number, value: value + number }));
  const early = [{ number: 5000, value: 1 }] as const;
  await readList(here, early);
  for (let round = 1; round <= 6; round += 1) {
    await passed(here.clock, 20);
    await readList(here, [{ number: 5000, value: round }, ...storm(round)]);
  }
  await here.store.stop();
  const { samples } = here.store.getState();
  expect(samples.size).toBe(MOST_ALERTS);
  // Who was there before the storm goes on, and of the storm those have a curve that came last; none of them breaks off.
  expect(valuesOf(here.store, 5000)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(valuesOf(here.store, 1999)).toHaveLength(6);
  expect(valuesOf(here.store, 1999 - MOST_ALERTS + 2)).toHaveLength(6);
  expect(valuesOf(here.store, 1999 - MOST_ALERTS + 1)).toEqual([]);
  expect(here.files.lines.size).toBe(1);
  expect(here.files.appends).toBeLessThanOrEqual(7);
});

test("an alert that is opened is kept though all places are taken, and places of those that ended are free later", async () => {
  const here = testConsole();
  const many = (from: number): readonly Reported[] =>
    Array.from({ length: MOST_ALERTS }, (_, index) => ({ number: from + index, value: index }));
  await readList(here, many(0));
  here.client.respond = (call) => call.answer(alertOf({ number: 900, value: 7 }));
  await here.store.resources.ask("getAlert", { params: { groupId: PROJECT, alertId: alertId(900) } });
  expect(valuesOf(here.store, 900)).toEqual([7]);
  await passed(here.clock, 60);
  await readList(here, many(1000));
  expect(valuesOf(here.store, 1001)).toEqual([]);
  await passed(here.clock, 15 * 60);
  await readList(here, many(1000));
  expect(valuesOf(here.store, 1001)).toEqual([1]);
});

test("a night of an alert is bounded, and a storm takes no migration's curve", async () => {
  const here = testConsole();
  here.store.samples.record(lagKey(PROJECT, "65f0000000000000000000aa"), { at: here.clock.now(), value: 4 });
  for (let index = 0; index < 2000; index += 1) {
    const at = here.clock.now() + index * 30_000;
    here.store.samples.record(keyOf(1), { at, value: index % 17 });
  }
  for (let number = 2; number < 500; number += 1) {
    here.store.samples.record(keyOf(number), { at: here.clock.now() + 100_000_000, value: number });
  }
  await here.store.stop();
  const { samples } = here.store.getState();
  expect(samples.get(keyOf(1))?.length ?? 0).toBeLessThanOrEqual(DRAWN_ONLY.most);
  expect(samples.get(lagKey(PROJECT, "65f0000000000000000000aa"))).toHaveLength(1);
  expect(samples.size).toBeLessThanOrEqual(MOST_ALERTS + 1);
});

test("curves of two consoles come back as one after both were left, each alert its own", async () => {
  const first = testConsole({ process: "1" });
  const secondClient = new FakeClient(first.clock.now);
  const second = { store: storeOn(secondClient, first.clock, first.files, {}, "2"), client: secondClient };
  await readList(first, [
    { number: 1, value: 90 },
    { number: 2, value: 5 },
  ]);
  await passed(first.clock, 10);
  await readList(second, [{ number: 1, value: 91 }]);
  await passed(first.clock, 10);
  await readList(first, [{ number: 1, value: 92 }]);
  await Promise.all([first.store.stop(), second.store.stop()]);
  expect(first.files.lines.size).toBe(2);
  await passed(first.clock, 10);
  const client = new FakeClient(first.clock.now);
  const third = { store: storeOn(client, first.clock, first.files, {}, "3"), client };
  await readList(third, [{ number: 1, value: 93 }]);
  await third.store.stop();
  expect(valuesOf(third.store, 1)).toEqual([90, 91, 92, 93]);
  expect(valuesOf(third.store, 2)).toEqual([5]);
});

test("an alert that has ended shows what was read while it was open", async () => {
  const first = testConsole({ process: "1" });
  await readList(first, [{ number: 1, value: 90 }]);
  await first.store.stop();
  const { store, client } = testConsole({ process: "2", files: first.files });
  client.respond = (call) => call.answer(alertOf({ number: 1, value: 90, status: "CLOSED" }));
  await store.resources.ask("getAlert", { params: { groupId: PROJECT, alertId: alertId(1) } });
  await store.stop();
  expect(valuesOf(store, 1)).toEqual([90]);
});

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

test("of the service itself: watched over several values, still there after a restart, in one file a run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "values-"));
  const service = await startService({ place: ":memory:", dialect: "specification", speed: 120 });
  const { ready } = service;
  const connection = testConnection({
    environment: "sandbox",
    baseUrl: new URL(ready.baseUrl),
    credentials: { kind: "digest", publicKey: ready.publicKey, privateKey: new Secret(ready.privateKey) },
  });
  const client = createClient(connection);
  endings.push(async () => {
    await client.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const groupId = GroupId.parse(ready.groupId);
  const console = async (process: string): Promise<AppStore> => {
    const profile = profileOf(ready, connection, client);
    const store = createAppStore(
      { profile, files: diskFiles(folder), clock: systemClock, random: Math.random, process },
      { area: "alerts", ids: [] },
    );
    endings.push(() => store.stop());
    await store.start();
    return store;
  };
  const ask = (store: AppStore) =>
    store.resources.ask("listAlerts", { params: { groupId }, query: { status: "OPEN" } });
  const first = await console("1");
  const { data } = await ask(first);
  const measured = data.results.find(({ currentValue }) => currentValue?.number !== undefined)?.id ?? AlertId.of("");
  const key = alertValueKey(groupId, measured);
  const others = data.results.filter(({ currentValue }) => currentValue === undefined);
  const different = (store: AppStore): number => new Set(store.samples.ring(key).map(({ value }) => value)).size;
  await vi.waitFor(
    async () => {
      await ask(first);
      expect(different(first)).toBeGreaterThanOrEqual(3);
    },
    { timeout: 30_000, interval: 100 },
  );
  for (const { id } of others) expect(first.samples.ring(alertValueKey(groupId, id))).toEqual([]);
  const noted = first.samples.ring(key);
  await first.stop();
  const second = await console("2");
  await ask(second);
  await vi.waitFor(() => expect(second.samples.ring(key).length).toBeGreaterThan(noted.length - 1), {
    timeout: 30_000,
  });
  expect(second.samples.ring(key).slice(0, noted.length)).toEqual(noted);
  await second.stop();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  expect(files).toHaveLength(2);
  expect(files.every((name) => readFileSync(join(folder, name), "utf8").endsWith("\n"))).toBe(true);
});
