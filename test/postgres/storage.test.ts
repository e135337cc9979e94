import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../src/service/postgres/open.ts";
import type { DocumentDraft, Store } from "../../src/service/storage/storage.ts";
import { BLOCK_LENGTH, BLOCKS_FROM } from "../../src/service/storage/stored-row.ts";
import { describeStorage } from "../service/storage-contract.ts";
import { ask, DATABASE, newPlace } from "./database.ts";

describe.skipIf(DATABASE === undefined)("PostgreSQL", () => {
  describeStorage("a database", async () => (await openPostgres(newPlace(), Date.now)).store);

  const draft = (number: number): DocumentDraft => ({
    kind: "thing",
    id: `id-${String(number).padStart(6, "0")}`,
    parent: "place",
    keys: ["red"],
    nextDue: null,
    spontaneous: false,
    timeline: [],
    body: {},
  });

  test("a long list is counted right while instances enter and remove beside each other", async () => {
    const place = newPlace();
    const opened = async (): Promise<Store> => {
      const { store } = await openPostgres(place, Date.now);
      onTestFinished(() => store.close());
      return store;
    };
    const stores = [await opened(), await opened(), await opened()];
    const most = 3 * BLOCKS_FROM;
    // No two of them have a scope in common: nothing else lets them take turns.
    await Promise.all(
      stores.map(async (store, own) => {
        for (let from = own * 100; from < most; from += stores.length * 100) {
          await store.write(`scope ${own}`, (transaction) =>
            transaction.putAll(Array.from({ length: 100 }, (_, index) => draft(from + index))),
          );
        }
      }),
    );
    await Promise.all(
      stores.map(async (store, own) => {
        for (let number = own; number < 60; number += stores.length) {
          await store.write(`scope ${own}`, async (transaction) => {
            await transaction.putAll([number, BLOCKS_FROM + number].map((one) => ({ ...draft(one), keys: ["blue"] })));
            await transaction.remove("thing", draft(BLOCK_LENGTH + number).id);
          });
        }
      }),
    );
    const schema = new URL(place).searchParams.get("schema");
    const miscounted = await ask(
      DATABASE ?? "",
      `SELECT key, first, number, entered FROM (
         SELECT *, lead(first) OVER (PARTITION BY kind, parent, key ORDER BY first) AS next FROM ${schema}.blocks
       ) b CROSS JOIN LATERAL (
         SELECT count(*) AS entered FROM ${schema}.entries e
         WHERE e.kind = b.kind AND e.parent = b.parent AND e.key = b.key AND e.id >= b.first AND (next IS NULL OR e.id < next)
       ) AS entries WHERE number <> entered`,
    );
    expect(miscounted).toEqual([]);
    const lists = await ask(
      DATABASE ?? "",
      `SELECT key, sum(number)::integer AS number FROM ${schema}.blocks GROUP BY key ORDER BY key`,
    );
    expect(lists).toEqual([
      { key: "", number: most - 60 },
      { key: "red", number: most - 180 },
    ]);
  });
});
