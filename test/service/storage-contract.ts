import { describe, expect, onTestFinished, test } from "vitest";
import { ExactNumber, type JsonObject } from "../../src/contract/json/json.ts";
import { randomOf } from "../../src/service/random.ts";
import type { DocumentDraft, ReadTransaction, Store } from "../../src/service/storage/storage.ts";
import { BLOCK_LENGTH, BLOCKS_FROM } from "../../src/service/storage/stored-row.ts";

const draft = (id: string, change: Partial<DocumentDraft> = {}): DocumentDraft => ({
  kind: "thing",
  id,
  parent: "place",
  keys: [],
  nextDue: null,
  spontaneous: false,
  timeline: [],
  body: { id },
  ...change,
});

const ALL = { offset: 0, limit: 1000 };
const EVERYTHING = { kind: "thing", parent: "place" };

const idsOf = async (transaction: ReadTransaction, key?: string, page = ALL): Promise<string[]> =>
  (await transaction.list({ ...EVERYTHING, key }, page)).map(({ id }) => id);

/**
 * What the service expects of its storage, whatever engine stands behind it.
 *
 * @param open a new, empty storage; it is closed by the test
 */
export function describeStorage(name: string, open: () => Store | Promise<Store>): void {
  const opened = async (): Promise<Store> => {
    const store = await open();
    onTestFinished(() => store.close());
    return store;
  };
  const filled = async (...drafts: readonly DocumentDraft[]): Promise<Store> => {
    const store = await opened();
    await store.write(null, async (transaction) => {
      for (const one of drafts) await transaction.put(one);
    });
    return store;
  };

  describe(`${name} as storage`, () => {
    test("gives back what was put, with a version that grows", async () => {
      const body: JsonObject = {
        text: 'lines\nand \u0007 \u{1F600} \\ "',
        none: null,
        deep: [{ list: [1, -0.5, true, false, []] }],
        exact: new ExactNumber("9007199254740993"),
        exacts: [
          new ExactNumber("-1e999"),
          new ExactNumber("0.12345678901234567"),
          new ExactNumber("-9007199254740993"),
        ],
        "odd key\n": {},
      };
      const timeline = [
        { at: 5, set: { a: 1 } },
        { at: 7.5, set: {}, stamp: ["b"], every: 10, heldBy: "c", last: true },
      ];
      const store = await filled(draft("a", { body, timeline, keys: ["x", "y"], nextDue: 5, spontaneous: true }));
      const first = await store.read((transaction) => transaction.get("thing", "a"));
      expect(first).toEqual({
        ...draft("a", { body, timeline, keys: ["x", "y"], nextDue: 5, spontaneous: true }),
        version: 1,
      });
      const second = await store.write(null, (transaction) => transaction.put(draft("a")));
      expect(second).toEqual({ ...draft("a"), version: 2 });
      expect(await store.read((transaction) => transaction.get("thing", "a"))).toEqual(second);
    });

    test("does not find what is not there, and removing it is no error", async () => {
      const store = await filled(draft("a"));
      await store.write(null, (transaction) => transaction.remove("thing", "b"));
      expect(await store.read((transaction) => transaction.get("thing", "b"))).toBeUndefined();
      expect(await store.read((transaction) => transaction.get("other", "a"))).toBeUndefined();
    });

    test("finds many at once, each once, in the order of ids, and leaves out what is not there", async () => {
      const store = await filled(draft("b"), draft("a"), draft("c"));
      const ids = ["c", "\u0000", "z", "a", "c"];
      const found = await store.read((transaction) => transaction.getAll("thing", ids));
      expect(found.map(({ id, version }) => [id, version])).toEqual([
        ["a", 1],
        ["c", 1],
      ]);
      expect(await store.read((transaction) => transaction.getAll("other", ["a"]))).toEqual([]);
      expect(await store.read((transaction) => transaction.getAll("thing", []))).toEqual([]);
    });

    test("lists and counts by parent and key, in the order of ids", async () => {
      const store = await filled(
        draft("c", { keys: ["red"] }),
        draft("a", { keys: ["red", "round"] }),
        draft("b"),
        draft("d", { parent: "elsewhere", keys: ["red"] }),
        draft("e", { kind: "other", keys: ["red"] }),
      );
      await store.read(async (transaction) => {
        expect(await idsOf(transaction)).toEqual(["a", "b", "c"]);
        expect(await idsOf(transaction, "red")).toEqual(["a", "c"]);
        expect(await idsOf(transaction, "round")).toEqual(["a"]);
        expect(await idsOf(transaction, "green")).toEqual([]);
        expect(await transaction.count(EVERYTHING)).toBe(3);
        expect(await transaction.count({ ...EVERYTHING, key: "red" })).toBe(2);
        expect(await transaction.count({ ...EVERYTHING, key: "green" })).toBe(0);
      });
    });

    test("follows a document that changes its keys, its parent, or goes", async () => {
      const store = await filled(draft("a", { keys: ["red"] }), draft("b", { keys: ["red"] }));
      await store.write(null, (transaction) => transaction.put(draft("a", { keys: ["blue"] })));
      await store.read(async (transaction) => {
        expect(await idsOf(transaction, "red")).toEqual(["b"]);
        expect(await idsOf(transaction, "blue")).toEqual(["a"]);
        expect(await transaction.count(EVERYTHING)).toBe(2);
      });
      await store.write(null, (transaction) => transaction.put(draft("a", { parent: "elsewhere" })));
      await store.write(null, (transaction) => transaction.remove("thing", "b"));
      await store.read(async (transaction) => {
        expect(await idsOf(transaction)).toEqual([]);
        expect(await transaction.count(EVERYTHING)).toBe(0);
        expect(await transaction.count({ ...EVERYTHING, key: "red" })).toBe(0);
        expect(await transaction.count({ kind: "thing", parent: "elsewhere" })).toBe(1);
      });
    });

    test("clears everything but the kinds that are kept", async () => {
      const store = await filled(draft("a", { keys: ["red"], nextDue: 1 }), draft("b", { kind: "other" }));
      await store.write(null, (transaction) => transaction.clearExcept(["other", "third"]));
      await store.read(async (transaction) => {
        expect([
          await idsOf(transaction),
          await idsOf(transaction, "red"),
          await transaction.count(EVERYTHING),
        ]).toEqual([[], [], 0]);
        expect(await transaction.due("place", 9, false, 9)).toEqual([]);
        expect(await transaction.get("other", "b")).toBeDefined();
      });
    });

    test("any page is the part of the whole that it says", async () => {
      const ids = Array.from({ length: 23 }, (_, index) => `id-${String(index).padStart(2, "0")}`);
      const store = await filled(...ids.toReversed().map((id) => draft(id, { keys: ["red"] })));
      await store.read(async (transaction) => {
        for (let offset = 0; offset <= 25; offset += 1) {
          for (const limit of [1, 5, 23, 30]) {
            expect(await idsOf(transaction, "red", { offset, limit })).toEqual(ids.slice(offset, offset + limit));
          }
        }
      });
    });

    test("any page of a long list is the part of the whole that it says, while entries come and go", async () => {
      const store = await opened();
      const random = randomOf("long list");
      const ids = new Set<string>();
      const idOf = (number: number): string => `${number.toString(16).padStart(4, "0")}-x`;
      const compared = async (): Promise<void> => {
        const sorted = [...ids].toSorted();
        await store.read(async (transaction) => {
          expect(await transaction.count({ ...EVERYTHING, key: "red" })).toBe(sorted.length);
          const near = [0, BLOCK_LENGTH, BLOCKS_FROM, sorted.length - BLOCK_LENGTH, sorted.length];
          const places = [...near, ...Array.from({ length: 25 }, () => random.whole(0, sorted.length))];
          for (const place of places) {
            const page = { offset: Math.max(0, place - random.whole(0, 3)), limit: random.pick([1, 7, 100]) };
            const wanted = sorted.slice(page.offset, page.offset + page.limit);
            expect(await idsOf(transaction, "red", page)).toEqual(wanted);
            const texts = await transaction.listTexts({ ...EVERYTHING, key: "red" }, page);
            expect(texts.map(({ id }) => id)).toEqual(wanted);
          }
        });
      };
      const put = async (numbers: readonly number[]): Promise<void> => {
        await store.write(null, (transaction) =>
          transaction.putAll(numbers.map((number) => draft(idOf(number), { keys: ["red"] }))),
        );
        for (const number of numbers) ids.add(idOf(number));
      };
      // In the order of their ids, as alerts come; then anywhere; then a stretch goes, from the oldest on, and whatever else.
      await put(Array.from({ length: BLOCKS_FROM - 1 }, (_, index) => 20_000 + index));
      await compared();
      await put(Array.from({ length: 2 * BLOCKS_FROM }, (_, index) => 25_000 + index));
      await compared();
      await put(Array.from({ length: BLOCKS_FROM }, () => random.whole(0, 60_000)));
      await compared();
      const sorted = [...ids].toSorted();
      const moving = sorted.slice(BLOCK_LENGTH, BLOCK_LENGTH + BLOCKS_FROM);
      const going = sorted.filter((id, index) => index % 100 === 0 && !moving.includes(id));
      await store.write(null, async (transaction) => {
        await transaction.putAll(moving.map((id) => draft(id, { keys: ["blue"] })));
        for (const id of going) await transaction.remove("thing", id);
      });
      for (const id of [...moving, ...going]) ids.delete(id);
      await compared();
      await store.write(null, (transaction) => transaction.clearExcept([]));
      ids.clear();
      await put(Array.from({ length: BLOCKS_FROM + 10 }, () => random.whole(0, 60_000)));
      await compared();
    });

    test("tells what is due in a scope, earliest first, and leaves the world's own alone when it is quiet", async () => {
      const store = await filled(
        draft("late", { parent: "place/inner", nextDue: 30 }),
        draft("early", { nextDue: 10 }),
        draft("wild", { nextDue: 20, spontaneous: true }),
        draft("future", { nextDue: 40.5 }),
        draft("never"),
        draft("elsewhere", { parent: "elsewhere", nextDue: 1 }),
        draft("placebo", { parent: "placebo", nextDue: 1 }),
      );
      const due = (now: number, quiet: boolean, limit = 10) =>
        store.read(async (transaction) => (await transaction.due("place", now, quiet, limit)).map(({ id }) => id));
      expect(await due(9, false)).toEqual([]);
      expect(await due(40, false)).toEqual(["early", "wild", "late"]);
      expect(await due(40, true)).toEqual(["early", "late"]);
      expect(await due(40.5, false)).toEqual(["early", "wild", "late", "future"]);
      expect(await due(40, false, 2)).toEqual(["early", "wild"]);
    });

    test("undoes everything of a write that fails, and says why", async () => {
      const store = await filled(draft("a", { keys: ["red"] }));
      const failing = store.write(null, async (transaction) => {
        await transaction.put(draft("b", { keys: ["red"] }));
        await transaction.remove("thing", "a");
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      await store.read(async (transaction) => {
        expect(await idsOf(transaction, "red")).toEqual(["a"]);
        expect(await transaction.count(EVERYTHING)).toBe(1);
      });
      await store.write(null, (transaction) => transaction.put(draft("c")));
      expect(await store.read((transaction) => idsOf(transaction))).toEqual(["a", "c"]);
    });

    test("a failed read leaves nothing behind", async () => {
      const store = await filled(draft("a"));
      const failing = store.read(async () => {
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await store.read((transaction) => idsOf(transaction))).toEqual(["a"]);
    });

    test("writers run one after another: no count is lost", async () => {
      const store = await filled(draft("counter", { body: { number: 0 } }));
      const increase = () =>
        store.write(null, async (transaction) => {
          const counter = await transaction.get("thing", "counter");
          await Promise.resolve();
          await transaction.put(draft("counter", { body: { number: Number(counter?.body["number"]) + 1 } }));
        });
      await Promise.all(Array.from({ length: 50 }, increase));
      const counter = await store.read((transaction) => transaction.get("thing", "counter"));
      expect([counter?.body, counter?.version]).toEqual([{ number: 50 }, 51]);
    });

    test("a read sees one state of the data: all of a write or nothing of it", async () => {
      const store = await filled(draft("a", { body: { n: 0 } }), draft("b", { body: { n: 0 } }));
      const write = (n: number) =>
        store.write(null, async (transaction) => {
          await transaction.put(draft("a", { body: { n } }));
          await Promise.resolve();
          await transaction.put(draft("b", { body: { n } }));
        });
      const read = () =>
        store.read(async (transaction) => {
          const a = await transaction.get("thing", "a");
          await Promise.resolve();
          const b = await transaction.get("thing", "b");
          return [a?.body["n"], b?.body["n"]];
        });
      const reads = await Promise.all(Array.from({ length: 40 }, (_, index) => [write(index), read()]).flat());
      for (const pair of reads) if (pair !== undefined) expect(pair[0]).toBe(pair[1]);
    });

    test("more reads at once than there are connections", async () => {
      const store = await filled(draft("a"));
      const found = await Promise.all(
        Array.from({ length: 40 }, () =>
          store.read(async (transaction) => {
            await Promise.resolve();
            return idsOf(transaction);
          }),
        ),
      );
      expect(found.every((ids) => ids.length === 1)).toBe(true);
    });
  });
}
