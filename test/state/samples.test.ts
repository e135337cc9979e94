/** Curves of lag and progress: bounded, kept over restarts, shared by consoles, read off answers. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ClusterName, LiveMigrationId } from "../../src/contract/schema/ids.ts";
import { CUT_OVER } from "../../src/domain/cut-over-state.ts";
import {
  MOST_SAMPLES,
  merged,
  NO_SAMPLES,
  type Ring,
  type Sample,
  thinned,
  withSample,
} from "../../src/domain/sample-ring.ts";
import { resourceOf } from "../../src/state/answers/resource.ts";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { exportKey, lagKey } from "../../src/state/samples/measured.ts";
import { MOST_FILES } from "../../src/state/samples/sample-files.ts";
import { PROJECT, storeOn, testConsole } from "./console.ts";
import { FakeClient } from "./fake-client.ts";
import { FakeClock, settle } from "./fake-clock.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = Date.parse("2025-11-21T14:06:00Z");
const MIGRATION = LiveMigrationId.parse("65f0000000000000000000aa");
const KEY = lagKey(PROJECT, MIGRATION);

const samples = fc
  .uniqueArray(
    fc.record({
      at: fc.integer({ min: 0, max: 10 * 24 * 60 }).map((minutes) => START + minutes * MINUTE),
      value: fc.option(fc.integer({ min: 0, max: 5400 })),
      state: fc.constantFrom("WORKING", "WORKING ready"),
    }),
    { selector: ({ at }) => at, maxLength: 200 },
  )
  .map((ring): Ring => ring.toSorted((left, right) => left.at - right.at));

const isOrdered = (ring: Ring): boolean => ring.every(({ at }, index) => at > (ring[index - 1]?.at ?? -1));

const every = (count: number, step: number, value: (index: number) => number | null): Ring =>
  Array.from({ length: count }, (_, index) => ({ at: START + index * step, value: value(index), state: "WORKING" }));

describe("a ring", () => {
  test("is the same whichever way its readings are put together", () => {
    fc.assert(
      fc.property(samples, samples, (left, right) => {
        const together = merged(left, right);
        expect(isOrdered(together)).toBe(true);
        expect(together.map(({ at }) => at)).toEqual(merged(right, left).map(({ at }) => at));
        expect(merged(together, right)).toEqual(together);
        expect(left.reduce(withSample, NO_SAMPLES)).toEqual(left);
      }),
    );
  });

  test("is bounded at any length, and keeps the newest half hour whole", () => {
    for (const [seconds, count] of [
      [3, 40_000],
      [10, 20_000],
      [60, 12_000],
    ] as const) {
      const ring = every(count, seconds * 1000, (index) => index % 977).reduce(withSample, NO_SAMPLES);
      expect(ring.length).toBeLessThanOrEqual(MOST_SAMPLES);
      expect(isOrdered(ring)).toBe(true);
      const newest = ring.at(-1)?.at ?? 0;
      const recent = ring.filter(({ at }) => newest - at < 30 * MINUTE);
      expect(recent.length).toBe((30 * 60) / seconds);
    }
  });

  test("thinned keeps when something became something else, and what was largest", () => {
    fc.assert(
      fc.property(samples, (ring) => {
        const kept = new Set(thinned(ring));
        const newest = ring.at(-1)?.at ?? 0;
        for (const [index, sample] of ring.entries()) {
          const before = ring[index - 1];
          const turns =
            before === undefined ||
            before.state !== sample.state ||
            (before.value === null) !== (sample.value === null);
          if (turns) expect(kept.has(sample)).toBe(true);
        }
        const lately = ring.filter(({ at }) => newest - at <= 8 * 24 * 60 * MINUTE);
        const most = Math.max(-1, ...lately.map(({ value }) => value ?? -1));
        expect(
          Math.max(
            -1,
            ...[...kept].filter(({ at }) => newest - at <= 8 * 24 * 60 * MINUTE).map(({ value }) => value ?? -1),
          ),
        ).toBe(most);
      }),
    );
  });

  test("that read a wrong clock's future forgets it when the clock is right again", () => {
    const day = 24 * 60 * MINUTE;
    const ring: Ring = [
      { at: START, value: 9 },
      { at: START + day, value: 8 },
    ];
    const sample: Sample = { at: START + 10_000, value: 7 };
    expect(withSample(ring, sample)).toEqual([ring[0], sample]);
  });

  test("keep a cut-over when the service's clock is set back: it is not offered a second time", () => {
    const ring: Ring = [
      { at: START, value: 3, state: "WORKING ready" },
      { at: START + 90_000, value: null, state: CUT_OVER },
    ];
    const sample: Sample = { at: START + 20_000, value: 3, state: "WORKING ready" };
    expect(withSample(ring, sample)).toEqual([ring[0], { ...ring[1], at: START + 19_999 }, sample]);
  });
});

describe("curves of the store", () => {
  test("come back after a restart, and two consoles add to one", async () => {
    const first = testConsole({ process: "1" });
    first.store.samples.record(KEY, { at: START, value: 100, state: "WORKING" });
    const second = storeOn(new FakeClient(first.clock.now), first.clock, first.files, {}, "2");
    second.samples.record(KEY, { at: START + 5000, value: 90, state: "WORKING" });
    first.store.samples.record(KEY, { at: START + 10_000, value: null, state: "WORKING" });
    await Promise.all([first.store.stop(), second.stop()]);
    const third = storeOn(new FakeClient(first.clock.now), first.clock, first.files, {}, "3");
    expect(third.samples.ring(KEY)).toEqual([]);
    await third.samples.load(KEY);
    expect(third.samples.ring(KEY).map(({ value }) => value)).toEqual([100, 90, null]);
    expect([...first.files.lines.keys()]).toHaveLength(2);
  });

  test("are filled up from the other console where this one looked away", async () => {
    const first = testConsole({ process: "1" });
    const second = storeOn(new FakeClient(first.clock.now), first.clock, first.files, {}, "2");
    first.store.samples.record(KEY, { at: START, value: 100 });
    for (let minute = 1; minute < 10; minute += 1)
      second.samples.record(KEY, { at: START + minute * MINUTE, value: 100 - minute });
    await second.stop();
    first.store.samples.record(KEY, { at: START + 10 * MINUTE, value: 90 });
    await first.store.stop();
    expect(first.store.samples.ring(KEY).map(({ value }) => value)).toEqual([
      100, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90,
    ]);
  });

  test("take what is told in the same moment as the reading before, and the same reading once", () => {
    const { store } = testConsole();
    store.samples.record(KEY, { at: START, value: 3, state: "WORKING ready" });
    store.samples.record(KEY, { at: START, value: 3, state: "WORKING ready" });
    store.samples.record(KEY, { at: START, value: null, state: CUT_OVER });
    store.samples.record(KEY, { at: START, value: 3, state: "WORKING ready" });
    expect(store.samples.ring(KEY).map(({ state }) => state)).toEqual(["WORKING ready", CUT_OVER]);
  });

  test("take a cut-over at the time of a reading that is not the last one: the clock was a little ahead and is set right", () => {
    const { store } = testConsole();
    store.samples.record(KEY, { at: START, value: 3, state: "WORKING ready" });
    store.samples.record(KEY, { at: START + 1400, value: 2, state: "WORKING ready" });
    store.samples.record(KEY, { at: START, value: null, state: CUT_OVER });
    expect(store.samples.ring(KEY).map(({ at, state }) => [at - START, state])).toEqual([
      [0, "WORKING ready"],
      [1, CUT_OVER],
      [1400, "WORKING ready"],
    ]);
  });

  test("are said to be on their way from the moment on in which the answer enters that they belong to", async () => {
    const first = testConsole({ process: "1" });
    first.store.samples.record(KEY, { at: START - MINUTE, value: 100, state: "WORKING ready" });
    await first.store.stop();
    const { store, client } = testConsole({ process: "2", files: first.files });
    client.respond = (call) => call.answer({ lagTimeSeconds: 3, readyForCutover: true, status: "WORKING" });
    const args = { params: { groupId: PROJECT, liveMigrationId: MIGRATION } };
    const seen: [readings: number, isReading: boolean][] = [];
    store.subscribe((state) => {
      const isAnswered = resourceOf(state, "getPushMigration", args)?.cached != null;
      if (isAnswered) seen.push([store.samples.ring(KEY).length, state.savedReadings.isReading]);
    });
    await store.resources.ask("getPushMigration", args);
    await settle();
    expect(seen).not.toEqual([]);
    expect(seen.filter(([readings, isReading]) => readings < 2 && !isReading)).toEqual([]);
    expect(seen.at(-1)).toEqual([2, false]);
  });

  test("that cannot be read are said to lack, and no wait for them goes on", async () => {
    const { store, files, client } = testConsole();
    files.unreadable = new Error("Cannot read the folder samples.");
    client.respond = (call) => call.answer({ lagTimeSeconds: 3, readyForCutover: true, status: "WORKING" });
    await store.resources.ask("getPushMigration", { params: { groupId: PROJECT, liveMigrationId: MIGRATION } });
    await settle();
    expect(store.getState().savedReadings).toEqual({
      isReading: false,
      failure: "Readings not loaded: Cannot read the folder samples.",
    });
  });

  test("of another profile are not shown", async () => {
    const { store, files, clock } = testConsole();
    store.samples.record(KEY, { at: START, value: 1 });
    await store.stop();
    const other = storeOn(new FakeClient(clock.now), clock, files, { profile: "other" }, "2");
    await other.samples.load(KEY);
    expect(other.samples.ring(KEY)).toEqual([]);
  });

  test("keep their identity while nothing new was read", () => {
    const { store } = testConsole();
    store.samples.record(KEY, { at: START, value: 1 });
    const before = store.getState();
    store.samples.record(KEY, { at: START, value: 1 });
    expect(store.getState()).toBe(before);
  });

  test("go on in memory when the disk cannot be written, which is said once", async () => {
    const { store, files } = testConsole();
    files.problem = new Error("the disk is full");
    for (let second = 0; second < 20; second += 1)
      store.samples.record(KEY, { at: START + second * 1000, value: second });
    await store.stop();
    expect(store.samples.ring(KEY)).toHaveLength(20);
    const said = store.getState().notices.log.filter(({ text }) => text.includes("the disk is full"));
    expect(said).toHaveLength(1);
  });

  test("are read off the answers about a migration, null and ready included", async () => {
    const { store, clock, client } = testConsole();
    const answers = [
      { lagTimeSeconds: null, readyForCutover: false, status: "WORKING" },
      { lagTimeSeconds: 7, readyForCutover: false, status: "WORKING" },
      { lagTimeSeconds: 7, readyForCutover: false, status: "WORKING" },
      { lagTimeSeconds: 3, readyForCutover: true, status: "WORKING" },
      { lagTimeSeconds: null, readyForCutover: false, status: "COMPLETE" },
      { lagTimeSeconds: null, readyForCutover: false, status: "COMPLETE" },
    ];
    client.respond = (call) => call.answer({ _id: MIGRATION, ...(answers.shift() ?? {}) });
    const args = { params: { groupId: PROJECT, liveMigrationId: MIGRATION } };
    for (let step = 0; step < 6; step += 1) {
      await store.resources.ask("getPushMigration", args);
      await clock.advance(10_000);
    }
    expect(store.samples.ring(KEY).map(({ value, state }) => [value, state])).toEqual([
      [null, "WORKING"],
      [7, "WORKING"],
      [7, "WORKING"],
      [3, "WORKING ready"],
      [null, "COMPLETE"],
    ]);
  });

  /** Asks for the migration every 10 s; the service's clock is so far ahead (ms), or tells no time. */
  const watching = async (skews: readonly (number | null)[]) => {
    const app = testConsole();
    const { store, clock, client } = app;
    let lag = 0;
    for (const skew of skews) {
      client.respond = (call) => {
        const local = clock.now();
        const at = { server: skew === null ? null : local + skew, sent: local, local };
        lag += 1;
        call.answer({ _id: MIGRATION, lagTimeSeconds: lag, readyForCutover: false, status: "WORKING" }, { at });
      };
      await store.resources.ask("getPushMigration", {
        params: { groupId: PROJECT, liveMigrationId: MIGRATION },
      });
      await clock.advance(10_000);
    }
    const ring = store.samples.ring(KEY);
    return { ...app, ring, values: ring.map(({ value }) => value) };
  };
  const HOUR = 60 * MINUTE;

  test.each([
    ["tells 1970 once", [0, 0, -START, 0], 0],
    ["is set back by an hour", [0, 0, -HOUR, -HOUR], SECOND - HOUR],
    ["is set on by an hour", [0, 0, HOUR, HOUR], HOUR],
    ["is wrong on one of several hosts", [0, HOUR, 0, -HOUR, 0, 0], 0],
    ["is not told at first", [null, null, -HOUR, -HOUR], SECOND - HOUR],
  ])("keep every reading and its distance from now when the service's clock %s", async (_, skews, last) => {
    const { ring, values, store, files, clock } = await watching(skews);
    expect(values).toEqual(skews.map((_skew, index) => index + 1));
    expect(ring.map(({ at }) => at - START)).toEqual(skews.map((_skew, index) => last + index * 10_000));
    // The disk says the same as the memory.
    await store.stop();
    const again = storeOn(new FakeClient(clock.now), clock, files, {}, "2");
    await again.samples.load(KEY);
    expect(again.samples.ring(KEY)).toEqual(ring);
  });

  // A clock that was ahead is known by the end of the second that the service names.
  test.each([
    [HOUR, SECOND],
    [-HOUR, 0],
  ])("stand where they are when this machine's clock is set by %d ms", async (by, left) => {
    const { store, clock, client } = testConsole();
    let set = 0;
    for (const next of [0, by]) {
      clock.sleep(next);
      set += next;
      client.respond = (call) =>
        call.answer(
          { _id: MIGRATION, lagTimeSeconds: 3, status: "WORKING" },
          { at: { server: clock.now() - set, sent: clock.now(), local: clock.now() } },
        );
      await store.resources.ask("getPushMigration", { params: { groupId: PROJECT, liveMigrationId: MIGRATION } });
      await clock.advance(10_000);
    }
    expect(store.samples.ring(KEY).map(({ at }) => at - START)).toEqual([0, 10_000 + left]);
  });

  test("of what has ended come back when it is opened again", async () => {
    const first = testConsole({ process: "1" });
    first.store.samples.record(KEY, { at: START, value: 100, state: "WORKING" });
    await first.store.stop();
    const { store, client } = testConsole({ process: "2", files: first.files });
    client.respond = (call) => call.answer({ lagTimeSeconds: null, readyForCutover: false, status: "EXPIRED" });
    await store.resources.ask("getPushMigration", { params: { groupId: PROJECT, liveMigrationId: MIGRATION } });
    await store.stop();
    expect(store.samples.ring(KEY)).toEqual([{ at: START, value: 100, state: "WORKING" }]);
  });

  test("of what ended while nobody looked have its end for those that read them later, once", async () => {
    const first = testConsole({ process: "1" });
    first.store.samples.record(KEY, { at: START, value: 3, state: "WORKING ready" });
    await first.store.stop();
    for (const process of ["2", "3"]) {
      const { store, client, clock } = testConsole({ process, files: first.files });
      await clock.advance(process === "2" ? 60_000 : 90_000);
      client.respond = (call) => call.answer({ lagTimeSeconds: null, readyForCutover: false, status: "EXPIRED" });
      await store.resources.ask("getPushMigration", { params: { groupId: PROJECT, liveMigrationId: MIGRATION } });
      await store.stop();
    }
    const { store } = testConsole({ process: "4", files: first.files });
    await store.samples.load(KEY);
    expect(store.samples.ring(KEY).map(({ state }) => state)).toEqual(["WORKING ready", "EXPIRED"]);
  });

  test("of exports are read off the list, but not of those that ended long ago", async () => {
    const { store, clock, client } = testConsole();
    const clusterName = ClusterName.parse("prod-eu");
    const job = (id: string, state: string, exportedCollections: number) => ({
      id,
      state,
      exportStatus: { exportedCollections, totalCollections: 9 },
    });
    let step = 0;
    client.respond = (call) => {
      step += 1;
      const running = job("b", step < 3 ? "InProgress" : "Successful", Math.min(9, step * 3));
      return call.answer({ results: [job("a", "Failed", 4), running] });
    };
    for (let round = 0; round < 5; round += 1) {
      await store.resources.ask("listBackupExportJobs", { params: { groupId: PROJECT, clusterName } });
      await clock.advance(10_000);
    }
    expect(store.samples.ring(exportKey(PROJECT, clusterName, "a"))).toEqual([]);
    expect(store.samples.ring(exportKey(PROJECT, clusterName, "b")).map(({ value }) => value)).toEqual([3, 6, 9]);
  });
});

describe("files of curves", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sextant-samples-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const filesOn = (): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
  const lineCount = (): number =>
    filesOn().reduce((sum, name) => sum + readFileSync(join(folder, name), "utf8").trimEnd().split("\n").length, 0);

  test("are bounded on a real disk, whatever is read all night", async () => {
    const clock = new FakeClock(START);
    const store = storeOn(new FakeClient(clock.now), clock, diskFiles(folder), {}, "1");
    for (let index = 0; index < MOST_SAMPLES + 500; index += 1) {
      store.samples.record(KEY, { at: START + index * 3000, value: index });
    }
    await store.stop();
    expect(filesOn()).toHaveLength(1);
    expect(lineCount()).toBeLessThanOrEqual(MOST_SAMPLES + 500);
    expect(lineCount()).toBeLessThan(2 * MOST_SAMPLES);
    const again = storeOn(new FakeClient(clock.now), clock, diskFiles(folder), {}, "2");
    await again.samples.load(KEY);
    expect(again.samples.ring(KEY).at(-1)?.value).toBe(MOST_SAMPLES + 499);
    expect(again.samples.ring(KEY).at(0)?.value).toBe(0);
  });

  test("of two consoles that watch one thing at once lose no line", async () => {
    const clock = new FakeClock(START);
    const consoles = ["1", "2"].map((process) =>
      storeOn(new FakeClient(clock.now), clock, diskFiles(folder), {}, process),
    );
    for (let index = 0; index < 300; index += 1) {
      for (const [number, { samples: curves }] of consoles.entries()) {
        curves.record(KEY, { at: START + index * 2000 + number * 1000, value: index });
      }
      if (index % 100 === 50) await Promise.all(consoles.map(({ samples: curves }) => curves.load(KEY)));
    }
    await Promise.all(consoles.map((store) => store.stop()));
    const third = storeOn(new FakeClient(clock.now), clock, diskFiles(folder), {}, "3");
    await third.samples.load(KEY);
    expect(third.samples.ring(KEY)).toHaveLength(600);
  });

  test("of ended runs are taken in and removed, nothing of them lost", async () => {
    const clock = new FakeClock(START);
    for (let run = 0; run < 12; run += 1) {
      const store = storeOn(new FakeClient(clock.now), clock, diskFiles(folder), {}, `${run}`);
      await store.samples.load(KEY);
      store.samples.record(KEY, { at: clock.now(), value: run });
      await store.stop();
      clock.sleep(2 * 3_600_000);
    }
    expect(filesOn().length).toBeLessThanOrEqual(5);
    const last = storeOn(new FakeClient(clock.now), clock, diskFiles(folder), {}, "last");
    await last.samples.load(KEY);
    expect(last.samples.ring(KEY).map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test("of many things: those of the oldest runs go", async () => {
    const clock = new FakeClock(START);
    const files = diskFiles(folder);
    for (let thing = 0; thing < MOST_FILES + 20; thing += 1) {
      if (thing % 20 === 0) clock.sleep(MINUTE);
      const store = storeOn(new FakeClient(clock.now), clock, files, {}, "1");
      store.samples.record(lagKey(PROJECT, `${thing}`), { at: clock.now(), value: thing });
      await store.samples.load(lagKey(PROJECT, `${thing}`));
      await store.stop();
    }
    expect(filesOn().length).toBeLessThanOrEqual(MOST_FILES + 1);
    const store = storeOn(new FakeClient(clock.now), clock, files, {}, "2");
    await store.samples.load(lagKey(PROJECT, "0"));
    await store.samples.load(lagKey(PROJECT, `${MOST_FILES + 19}`));
    expect(store.samples.ring(lagKey(PROJECT, "0"))).toEqual([]);
    expect(store.samples.ring(lagKey(PROJECT, `${MOST_FILES + 19}`))).toHaveLength(1);
  });
});
