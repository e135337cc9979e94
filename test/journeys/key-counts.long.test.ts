import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { allOperations } from "../../src/contract/operations.ts";
import { BACKUP } from "./key-counts/backup.ts";
import { countConnecting } from "./key-counts/connect.ts";
import { type Count, Counted } from "./key-counts/counted.ts";
import { MIGRATE } from "./key-counts/migrate.ts";
import { MONITOR } from "./key-counts/monitor.ts";
import { keysAndFlags } from "./key-counts/page.ts";
import { SEARCH } from "./key-counts/search.ts";
import type { CountedWrite } from "./key-counts/write.ts";
import type { Setting } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { VENDOR_FLAGS } from "./vendor-flags.ts";

/** How many keys every write takes from the overview, counted while it is done (`docs/keys-and-flags.md`). */

const SMALLEST: Setting = { cols: 80, rows: 24, dialect: "specification" };

const WRITES: readonly CountedWrite[] = [...MONITOR, ...SEARCH, ...BACKUP, ...MIGRATE];

const page = resolve(import.meta.dirname, "../../docs/keys-and-flags.md");

let connecting: Count = { keys: Number.NaN, characters: Number.NaN };
const counts = new Map<CountedWrite, Count>();

/** Does a write in a console of its own that shows the overview, and counts. */
async function countKeys(write: CountedWrite): Promise<Count> {
  await using stage = await Stage.set(SMALLEST);
  const { world, home } = stage;
  const env = { ...home.env, ...world.env(), ...(await write.before?.(stage)) };
  const before = (await world.writesDone()).length;
  const { cols, rows } = SMALLEST;
  await using console = new Counted({ args: ["dist/main.js", "overview"], cols, rows, env });
  await console.waitFor(/▌Overview +\d/u);
  await console.waitFor(() => console.selected() !== undefined, { what: "a row of the overview" });
  await write.go(console);
  const done = (await world.writesDone()).slice(before);
  expect(done.map(({ operation }) => operation)).toEqual([write.operation]);
  if (write.body !== undefined) expect(done[0]?.body).toMatchObject(write.body);
  return console.count;
}

describe("from the overview to the answer", () => {
  it("is counted for every write of the contract, beside the vendor's command for it", () => {
    const writes = allOperations().filter(({ method }) => method !== "GET");
    const countedOperations = new Set<string>(WRITES.map(({ operation }) => operation));
    expect(writes.filter(({ id }) => !countedOperations.has(id)).map(({ id }) => id)).toEqual([]);
    expect(writes.length).toBeGreaterThan(30);
    const used = new Set<string>(WRITES.map(({ like }) => like));
    expect(Object.keys(VENDOR_FLAGS).filter((name) => !used.has(name))).toEqual([]);
  });

  it.each(WRITES)("$area: $write ($operation)", async (write) => {
    counts.set(write, await countKeys(write));
  });

  it("is counted for the way from the first start to one's own service", async () => {
    connecting = await countConnecting(SMALLEST.cols, SMALLEST.rows);
  });

  it("is what docs/keys-and-flags.md says (--update writes it anew)", async () => {
    const all = WRITES.map((write) => ({
      write,
      count: counts.get(write) ?? { keys: Number.NaN, characters: Number.NaN },
    }));
    expect(all.filter(({ count }) => Number.isNaN(count.keys)).map(({ write }) => write.write)).toEqual([]);
    await expect(keysAndFlags(all, connecting)).toMatchFileSnapshot(page);
  });
});
