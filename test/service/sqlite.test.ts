import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DUE_SQL, pageSql } from "../../src/service/sqlite/documents.ts";
import { DatabaseSync } from "../../src/service/sqlite/node-sqlite.ts";
import { openSqlite } from "../../src/service/sqlite/open.ts";
import { BLOCK_LENGTH, BLOCKS_FROM } from "../../src/service/storage/stored-row.ts";
import { folder } from "../folder.ts";
import { describeStorage } from "./storage-contract.ts";

const thing = {
  kind: "thing",
  id: "a",
  parent: "place",
  keys: ["red"],
  nextDue: null,
  spontaneous: false,
  timeline: [],
  body: { secret: "x" },
};

const ALL = { offset: 0, limit: 100 };

describeStorage("SQLite in memory", () => openSqlite(":memory:"));
describeStorage("SQLite in a file", () => openSqlite(join(folder(), "data.sqlite")));

test("what was written is there when the file is opened again, also beside the first", async () => {
  const place = join(folder(), "data.sqlite");
  const first = openSqlite(place);
  await first.write(null, (transaction) => transaction.put(thing));
  const second = openSqlite(place);
  expect(await second.read((transaction) => transaction.get("thing", "a"))).toMatchObject(thing);
  await second.write(null, (transaction) => transaction.put({ ...thing, id: "b" }));
  expect(await first.read((transaction) => transaction.count({ kind: "thing", parent: "place" }))).toBe(2);
  await first.close();
  await second.close();
  const third = openSqlite(place);
  expect(await third.read((transaction) => transaction.count({ kind: "thing", parent: "place", key: "red" }))).toBe(2);
  await third.close();
});

test("only its owner reads the file and what lies beside it, however it was made", async () => {
  const place = join(folder(), "data.sqlite");
  const store = openSqlite(place);
  await store.write(null, (transaction) => transaction.put(thing));
  for (const suffix of ["", "-wal", "-shm"]) expect(statSync(`${place}${suffix}`).mode & 0o777).toBe(0o600);
  await store.close();
  chmodSync(place, 0o644);
  await openSqlite(place).close();
  expect(statSync(place).mode & 0o777).toBe(0o600);
});

test("a file of another layout is refused in a sentence", () => {
  const place = join(folder(), "data.sqlite");
  const database = new DatabaseSync(place);
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => openSqlite(place)).toThrow(/another version of Sextant.*--fresh/u);
});

test("pages are found by the index: nothing reads the whole kind", async () => {
  const place = join(folder(), "data.sqlite");
  await openSqlite(place).close();
  const database = new DatabaseSync(place);
  onTestFinished(() => database.close());
  const plan = (sql: string): string =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row["detail"]))
      .join("\n");
  for (const backwards of [false, true]) {
    const page = plan(pageSql(backwards));
    expect(page).toMatch(/SEARCH entries USING PRIMARY KEY \(kind=\? AND parent=\? AND key=\? AND id>\?\)/u);
    expect(page).toMatch(/SEARCH d USING INDEX \S+ \(kind=\? AND id=\?\)/u);
    expect(page).not.toMatch(/TEMP B-TREE|SCAN (?!e)/u);
  }
  expect(plan(DUE_SQL)).toMatch(/SEARCH documents USING INDEX due \(scope=\? AND spontaneous=\? AND next_due<\?\)/u);
});

test("long lists of an earlier version's file are counted when it is opened, and then with each change", async () => {
  const place = join(folder(), "data.sqlite");
  const drafts = Array.from({ length: 3 * BLOCKS_FROM }, (_, index) => ({ ...thing, id: `id-${10_000 + index}` }));
  const filled = openSqlite(place);
  await filled.write(null, (transaction) => transaction.putAll(drafts));
  await filled.close();
  const database = new DatabaseSync(place);
  onTestFinished(() => database.close());
  database.exec("DROP TABLE blocks");
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()) {
    database.exec(`DROP TRIGGER ${String(name)}`);
  }
  const store = openSqlite(place);
  const blocks = () =>
    database.prepare("SELECT key, count(*) AS blocks, sum(number) AS number FROM blocks GROUP BY key").all();
  const number = drafts.length;
  expect(blocks()).toEqual(
    ["", "red"].map((key) => expect.objectContaining({ key, blocks: number / BLOCK_LENGTH, number })),
  );
  await store.write(null, async (transaction) => {
    for (const { id } of drafts.slice(BLOCK_LENGTH, BLOCKS_FROM + 1)) await transaction.remove("thing", id);
  });
  const left = { blocks: number / BLOCK_LENGTH - 1, number: number - BLOCK_LENGTH - 1 };
  expect(blocks()).toEqual(["", "red"].map((key) => expect.objectContaining({ key, ...left })));
  const [found] = await store.read((one) => one.list({ kind: "thing", parent: "place" }, { offset: 7000, limit: 1 }));
  expect(found?.id).toBe(`id-${10_000 + 7000 + BLOCK_LENGTH + 1}`);
  await store.close();
});

test("writes that came together stand each for itself, and all are kept when they are answered", async () => {
  const place = join(folder(), "data.sqlite");
  const store = openSqlite(place);
  const put = (id: string, fails = false) =>
    store.write(null, async (transaction) => {
      await transaction.put({ ...thing, id });
      if (fails) throw new Error(`not ${id}`);
      return transaction.count({ kind: "thing", parent: "place" });
    });
  const ended = await Promise.allSettled([put("a"), put("b", true), put("c")]);
  expect(ended).toEqual([
    { status: "fulfilled", value: 1 },
    { status: "rejected", reason: new Error("not b") },
    { status: "fulfilled", value: 2 },
  ]);
  const beside = openSqlite(place);
  const ids = (await beside.read((one) => one.list({ kind: "thing", parent: "place" }, ALL))).map(({ id }) => id);
  expect(ids).toEqual(["a", "c"]);
  await beside.close();
  await store.close();
});

test("who reads sees what was written before, and one state of it as long as it reads", async () => {
  const store = openSqlite(join(folder(), "data.sqlite"));
  const count = () => store.read((transaction) => transaction.count({ kind: "thing", parent: "place" }));
  const during = store.read(async (transaction) => {
    const before = await transaction.count({ kind: "thing", parent: "place" });
    await store.write(null, (one) => one.put(thing));
    return [before, await count(), await transaction.count({ kind: "thing", parent: "place" })];
  });
  expect(await during).toEqual([0, 1, 0]);
  expect(await count()).toBe(1);
  await store.close();
});
