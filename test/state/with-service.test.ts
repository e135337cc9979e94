import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { type AppStore, createAppStore } from "../../src/app/store.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import { AlertId, GroupId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import { DIALECTS } from "../../src/contract/wire/dialect.ts";
import { type RunningService, startService } from "../../src/service/service.ts";
import { resourceOf } from "../../src/state/answers/resource.ts";
import { systemClock } from "../../src/state/clock.ts";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { testConnection } from "./console.ts";
import { profileOf } from "./on-service.ts";

/** The store with nothing pretended: the real client, the real service over HTTP, files on disk, the machine's clock. */

type Whole = {
  readonly store: AppStore;
  readonly service: RunningService;
  readonly folder: string;
  readonly stopService: () => Promise<void>;
  /** The same service again, on its own data and port. */
  readonly startAgain: () => Promise<void>;
};

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function whole(dialect: (typeof DIALECTS)[number]): Promise<Whole> {
  const folder = mkdtempSync(join(tmpdir(), "console-"));
  const data = mkdtempSync(join(tmpdir(), "service-"));
  const place = join(data, "service.db");
  const service = await startService({ place, dialect, quiet: true });
  const { ready } = service;
  let running: RunningService | undefined = service;
  const stopService = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  const startAgain = async (): Promise<void> => {
    running = await startService({ place, dialect, quiet: true, port: Number(new URL(ready.baseUrl).port) });
  };
  const connection = testConnection({
    environment: "sandbox",
    baseUrl: new URL(ready.baseUrl),
    dialect,
    credentials: { kind: "digest", publicKey: ready.publicKey, privateKey: new Secret(ready.privateKey) },
  });
  const client: Client = createClient(connection);
  const store = createAppStore(
    {
      profile: profileOf(ready, connection, client),
      files: diskFiles(folder),
      clock: systemClock,
      random: Math.random,
      process: String(process.pid),
    },
    { area: "alerts", ids: [] },
  );
  endings.push(async () => {
    await store.stop();
    await client.close();
    await stopService();
    for (const each of [folder, data]) rmSync(each, { recursive: true, force: true });
  });
  await store.start();
  return { store, service, folder, stopService, startAgain };
}

const until = (condition: () => void): Promise<void> => vi.waitFor(condition, { timeout: 30_000, interval: 20 });

test.each(DIALECTS)("names, alerts, an acknowledgement and its taking back, in the dialect %s", async (dialect) => {
  const { store, service, folder } = await whole(dialect);
  const groupId = GroupId.parse(service.ready.groupId);
  await until(() => expect(store.getState().session.clusters.length).toBeGreaterThan(0));
  const { session } = store.getState();
  const [named] = service.ready.groups.filter(({ id }) => id === groupId);
  expect(session).toMatchObject({
    sandbox: true,
    groupName: named?.name,
    connection: { kind: "ok" },
  });
  await until(() => expect(store.getState().session.orgName).toEqual(expect.any(String)));

  const open = { params: { groupId }, query: { status: "OPEN" } } as const;
  const closed = { params: { groupId }, query: { status: "CLOSED" } } as const;
  store.resources.watch("main", [
    { operation: "listAlerts", args: open, poll: "alerts" },
    { operation: "listAlerts", args: closed, poll: "once" },
  ]);
  const cachedAlerts = (args: typeof open | typeof closed) => resourceOf(store.getState(), "listAlerts", args)?.cached;
  await until(() => expect([cachedAlerts(open), cachedAlerts(closed)]).not.toContain(undefined));
  await until(() => expect(cachedAlerts(closed)?.data.results.length).toBeGreaterThan(100));
  const unsilenced = cachedAlerts(open)?.data.results.find(
    ({ acknowledgedUntil }) => (acknowledgedUntil ?? null) === null,
  );
  const alert = AlertId.parse(unsilenced?.id);
  const others = cachedAlerts(open)?.data.results.filter(({ id }) => id !== alert) ?? [];

  const until2099 = "2099-01-01T00:00:00Z";
  const write = {
    operation: "acknowledgeAlert",
    params: { groupId, alertId: alert },
    body: { acknowledgedUntil: until2099, acknowledgementComment: "on it" },
    title: "Acknowledge alert",
    name: "the first",
  } as const;
  expect(await store.send.one(write)).toMatchObject({ kind: "done" });
  const row = () => cachedAlerts(open)?.data.results.find(({ id }) => id === alert);
  await until(() => expect(row()?.acknowledgementComment).toBe("on it"));
  for (const other of others) expect(cachedAlerts(open)?.data.results).toContain(other);

  const back = { ...write, body: { unacknowledgeAlert: true }, title: "Unacknowledge" };
  expect(await store.send.one(back)).toMatchObject({ kind: "done" });
  await until(() => expect(row()?.acknowledgedUntil ?? null).toBeNull());

  const refused = await store.send.one({ ...write, params: { groupId, alertId: "f".repeat(24) } });
  expect(refused).toMatchObject({ kind: "refused", words: expect.stringContaining("refused") });
  const entries = await store.journal.read();
  expect(entries.map(({ outcome, status, title }) => [outcome, status, title])).toEqual([
    ["refused", 404, "Acknowledge alert: the first"],
    ["done", 200, "Unacknowledge: the first"],
    ["done", 200, "Acknowledge alert: the first"],
  ]);
  await store.stop();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const file of files) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toContain(service.ready.privateKey);
  }
});

test("a service that goes away leaves what is previous, with words, and is found again", async () => {
  const { store, service, stopService, startAgain } = await whole("specification");
  const groupId = GroupId.parse(service.ready.groupId);
  const open = { params: { groupId }, query: { status: "OPEN" } } as const;
  store.resources.watch("main", [{ operation: "listAlerts", args: open, poll: "alerts" }]);
  const resource = () => resourceOf(store.getState(), "listAlerts", open);
  await until(() => expect(resource()?.cached).toBeDefined());
  const before = resource()?.cached;
  await stopService();
  await until(() => {
    void store.resources.refresh("main");
    expect(resource()?.failure).not.toBeNull();
  });
  expect(resource()?.cached).toBe(before);
  expect(resource()?.failure).toMatchObject({ words: expect.stringContaining("not reached"), attempts: 1 });
  expect(resource()?.failure?.nextTryAt).toBeGreaterThan(Date.now() - 1000);
  expect(store.getState().session.connection.kind).toBe("failing");
  await startAgain();
  // Nobody presses a key: the scheduler comes back by itself.
  await until(() => expect(resource()).toMatchObject({ failure: null }));
  expect(resource()?.cached).toBe(before);
  expect(store.getState().session.connection.kind).toBe("ok");
});
