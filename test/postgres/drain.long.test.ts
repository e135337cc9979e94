import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../src/service/postgres/open.ts";
import { RunningWork } from "../../src/service/postgres/running-work.ts";
import { type RunningService, startService } from "../../src/service/service.ts";
import { SERVICE } from "../../src/service/storage/storage.ts";
import { StorageUnavailable } from "../../src/service/storage/storage-problem.ts";
import { clientOf, fetchRaw } from "../service/support.ts";
import { DATABASE, newPlace } from "./database.ts";

/** An instance that stops ends what it has begun, and its connections last as long as that. */

const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Keeps everybody from writing documents, until it is called. */
async function holdWrites(place: string): Promise<() => Promise<void>> {
  const url = new URL(place);
  const schema = url.searchParams.get("schema");
  url.search = "";
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${schema}.documents IN EXCLUSIVE MODE`);
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    await client.end();
  };
  onTestFinished(release);
  return release;
}

async function instance(place: string, drainTime = 0): Promise<RunningService & { readonly troubles: string[] }> {
  const troubles: string[] = [];
  const report = (trouble: string) => troubles.push(trouble);
  const running = await startService({ place, quiet: true, size: { alerts: 12 }, drainTime, report });
  return { ...running, troubles };
}

describe.skipIf(DATABASE === undefined)("an instance that stops", () => {
  test("lets a write that it has begun end, however long the database takes over it", async () => {
    const place = newPlace();
    const running = await instance(place);
    const call = await clientOf(running.ready);
    const path = `/groups/${call.groupId}/alertConfigs`;
    const before = Number((await call("GET", path)).at("totalCount"));
    const release = await holdWrites(place);
    const answer = call("POST", path, { body });
    await pause(300);
    const stopped = running.stop();
    // Longer than a service with its data in a file waits.
    await pause(1500);
    await release();
    const { status, headers } = await answer;
    expect([status, headers["connection"]]).toEqual([200, "close"]);
    await stopped;
    expect(running.troubles).toEqual([]);
    const next = await instance(place);
    onTestFinished(() => next.stop());
    expect((await (await clientOf(next.ready))("GET", path)).at("totalCount")).toBe(before + 1);
  });

  test("says at /readyz that it stops, and takes requests until balancers know", async () => {
    const running = await instance(newPlace(), 800);
    const call = await clientOf(running.ready);
    expect((await fetchRaw(running.ready.baseUrl, "/readyz")).status).toBe(200);
    const stopped = running.stop();
    const { status, json } = await fetchRaw(running.ready.baseUrl, "/readyz");
    expect([status, json]).toEqual([503, { ready: false, reason: "The service is stopping." }]);
    expect((await fetchRaw(running.ready.baseUrl, "/healthz")).status).toBe(200);
    const { status: late, headers } = await call("GET", "/orgs");
    expect([late, headers["connection"]]).toEqual([200, "close"]);
    await stopped;
    await expect(fetchRaw(running.ready.baseUrl, "/readyz")).rejects.toThrow(/ECONNREFUSED/u);
  });
});

describe.skipIf(DATABASE === undefined)("a storage that is closed", () => {
  test("waits for the transaction that runs, and takes no other", async () => {
    const { store, state } = await openPostgres(newPlace(), Date.now);
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const running = store.write(SERVICE, async (transaction) => {
      await held;
      return transaction.count({ kind: "nothing", parent: SERVICE });
    });
    await pause(100);
    let isClosed = false;
    const closed = store.close().then(() => {
      isClosed = true;
    });
    await expect(store.read(async () => 1)).rejects.toThrow(StorageUnavailable);
    await expect(store.write(SERVICE, async () => 1)).rejects.toThrow(/is stopping and has closed its storage/u);
    await expect(state.requests()).rejects.toThrow(StorageUnavailable);
    await expect(state.countHit("1", {})).rejects.toThrow(StorageUnavailable);
    expect(isClosed).toBe(false);
    end();
    expect(await running).toBe(0);
    await closed;
  });
});

test("what runs is waited for within bounds", async () => {
  const work = new RunningWork();
  const never = work.run(() => new Promise<void>(() => undefined));
  expect(await Promise.race([never, work.close(20).then(() => "closed")])).toBe("closed");
  await expect(work.run(async () => 1)).rejects.toThrow(StorageUnavailable);
});
