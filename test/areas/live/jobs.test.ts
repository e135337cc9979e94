/** Restores and exports: derived states, what is left, what may be dead. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExportJob } from "../../../src/contract/export-jobs.ts";
import type { JsonObject } from "../../../src/contract/json/json.ts";
import { RestoreJob, ServerlessRestoreJob } from "../../../src/contract/restore-jobs.ts";
import { exportProgress, formatExportCount, formatExportRate } from "../../../src/domain/export-jobs/export.ts";
import { formatRestoreEta, restoreAsJob, restoreEta, restoreLinks } from "../../../src/domain/restore.ts";
import type { Ring } from "../../../src/domain/sample-ring.ts";
import { formatLateness, lateness, typicalOf } from "../../../src/domain/typical.ts";

const NOW = Date.parse("2025-11-21T14:06:00Z");
const MINUTE = 60_000;
const iso = (minutes: number): string => new Date(NOW + minutes * MINUTE).toISOString();
const idAt = (minutes: number, number = 1): string =>
  `${((NOW + minutes * MINUTE) / 1000).toString(16).padStart(8, "0")}${number.toString(16).padStart(16, "0")}`;

const job = (change: JsonObject = {}): RestoreJob =>
  RestoreJob.parse({
    id: idAt(-10),
    deliveryType: "automated",
    cancelled: false,
    failed: false,
    expired: false,
    ...change,
  });
const download = (change: JsonObject = {}): RestoreJob => job({ deliveryType: "download", ...change });
const state = (one: RestoreJob): string => restoreAsJob(one, NOW).status;

describe("the state of a restore, the first that fits", () => {
  test.each([
    ["cancelled before all else", job({ cancelled: true, failed: true, finishedAt: iso(-1) }), "cancelled"],
    ["failed before finished", job({ failed: true, finishedAt: iso(-1) }), "failed"],
    ["an expired link", download({ expired: true, finishedAt: iso(-90), deliveryUrl: ["https://d/1"] }), "expired"],
    [
      "a link whose time is over, though nobody told",
      download({ expiresAt: iso(0), deliveryUrl: ["https://d/1"] }),
      "expired",
    ],
    ["a link", download({ expiresAt: iso(42), deliveryUrl: ["https://d/1"], finishedAt: iso(-18) }), "ready"],
    ["a link a shard", download({ components: [{ replicaSetName: "s0", downloadUrl: "https://d/0" }] }), "ready"],
    ["no link yet", download({ deliveryUrl: [] }), "running"],
    ["an empty link", download({ deliveryUrl: [""] }), "running"],
    ["no list of links", download({ deliveryUrl: null, components: null }), "running"],
    ["a download that ended without a link", download({ finishedAt: iso(-1), deliveryUrl: [""] }), "done"],
    ["one that is done", job({ finishedAt: iso(-1) }), "done"],
    ["an expiry of what is no download", job({ expiresAt: iso(-5), expired: true, finishedAt: iso(-6) }), "done"],
    ["one that runs", job(), "running"],
    ["missing flags", RestoreJob.parse({ id: idAt(-1) }), "running"],
  ] as const)("%s", (_, one, expected) => expect(state(one)).toBe(expected));

  test("changes with the time alone when the link dies", () => {
    const one = download({ expiresAt: iso(42), deliveryUrl: ["https://d/1"] });
    const { until } = restoreAsJob(one, NOW);
    expect(until).toBe(NOW + 42 * MINUTE);
    expect(restoreAsJob(one, (until ?? 0) - 1).status).toBe("ready");
    expect(restoreAsJob(one, until ?? 0)).toMatchObject({ status: "expired", until: null });
  });

  test("is told by jobs of flex clusters; a word that is not known stays as it is", () => {
    const jobIn = (status: string) => restoreAsJob(ServerlessRestoreJob.parse({ id: idAt(-1), status }), NOW);
    expect(jobIn("COMPLETED").status).toBe("done");
    expect(jobIn("FAILED").status).toBe("failed");
    expect(jobIn("HIBERNATING")).toMatchObject({ status: "running", said: "HIBERNATING" });
  });

  test("knows when it was asked for by its id", () => {
    expect(restoreAsJob(job(), NOW).startedAt).toBe(NOW - 10 * MINUTE);
    expect(restoreAsJob(RestoreJob.parse({ id: "no-id" }), NOW).startedAt).toBeNull();
  });

  test("lists each link once, with its part and its endpoint", () => {
    const one = download({
      deliveryUrl: ["https://d/0", "https://d/1", ""],
      components: [
        {
          replicaSetName: "s0",
          downloadUrl: "https://d/0",
          privateDownloadDeliveryUrls: [{ deliveryUrl: "https://p/0", endpointId: "vpce-1" }],
        },
        { replicaSetName: "s1", downloadUrl: "https://d/1" },
      ],
    });
    expect(restoreLinks(one)).toEqual([
      { url: "https://d/0", part: "s0", endpoint: null },
      { url: "https://p/0", part: "s0", endpoint: "vpce-1" },
      { url: "https://d/1", part: "s1", endpoint: null },
    ]);
  });
});

describe("what is left of a restore", () => {
  const GB = 1_000_000_000;
  /** Ended ones, each a minute a gigabyte. */
  const earlier = (sizes: readonly number[], change: JsonObject = {}): readonly RestoreJob[] =>
    sizes.map((size, index) =>
      job({
        id: idAt(-1000 * (index + 1), 100 + index),
        finishedAt: iso(-1000 * (index + 1) + size),
        snapshotId: `s${size}`,
        ...change,
      }),
    );
  const bytesOf = ({ snapshotId }: { snapshotId?: string | null | undefined }): number | null =>
    snapshotId?.startsWith("s") === true ? Number(snapshotId.slice(1)) * GB : null;
  const running = job({ id: idAt(-2), snapshotId: "s6" });

  test("is its size by the pace of earlier ones of its kind", () => {
    const eta = restoreEta(running, earlier([4, 12, 2]), bytesOf, NOW);
    expect(eta).toMatchObject({ kind: "expected", bySize: true, elapsed: 2 * MINUTE, left: 4 * MINUTE });
    expect(formatRestoreEta(eta)).toBe("about 4 min left (from 3 earlier runs, by size)");
  });

  test("is what is usual below three, and without those that failed, were cancelled, or are of another kind", () => {
    const others = [
      ...earlier([4, 12]),
      ...earlier([1], { failed: true }),
      ...earlier([2], { cancelled: true }),
      ...earlier([3], { deliveryType: "download" }),
    ];
    const eta = restoreEta(running, others, bytesOf, NOW);
    expect(eta).toMatchObject({ kind: "usual", least: 6 * MINUTE, most: 15 * MINUTE });
    expect(formatRestoreEta(eta)).toBe("usually 6 to 15 min for this size");
  });

  test("is what they took where sizes are not known", () => {
    const eta = restoreEta(job({ id: idAt(-2) }), earlier([4, 12, 6]), () => null, NOW);
    expect(eta).toMatchObject({ kind: "expected", bySize: false, left: 4 * MINUTE });
  });

  test("is the time of earlier ones for a download, however large it is", () => {
    const ofTime = (sizes: readonly number[], minutes: number) =>
      earlier(sizes, { deliveryType: "download" }).map((one, index) => ({
        ...one,
        finishedAt: iso(-1000 * (index + 1) + minutes),
      }));
    const download = (snapshotId: string) => job({ id: idAt(-1), snapshotId, deliveryType: "download" });
    for (const [snapshotId, sizes] of [
      ["s500", [4, 5, 6]],
      ["s1", [400, 500, 600]],
    ] as const) {
      const eta = restoreEta(download(snapshotId), ofTime(sizes, 4), bytesOf, NOW);
      expect(eta).toMatchObject({ kind: "expected", bySize: false, left: 3 * MINUTE, most: 3 * MINUTE });
      expect(formatRestoreEta(eta)).toBe("about 3 min left (from 3 earlier runs)");
    }
    expect(formatRestoreEta(restoreEta(download("s500"), [], bytesOf, NOW))).toBe("usually 4 to 10 min");
    // Of a size that is not known nothing is said to be usual for it.
    expect(formatRestoreEta(restoreEta(running, [], () => null, NOW))).toBe("usually 4 to 10 min");
  });

  test("is never less than nothing, and said when it takes longer than others, and far longer", () => {
    const at = (minutes: number): string =>
      formatRestoreEta(restoreEta(running, earlier([4, 12, 6]), bytesOf, NOW + (minutes - 2) * MINUTE));
    expect(at(6)).toBe("ends soon (from 3 earlier runs, by size)");
    expect(at(7)).toBe("longer than usual (usually 6 min)");
    expect(at(31)).toBe("far longer than usual (usually 6 min): it may be stuck");
  });

  test("has words without gaps for any history", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 12 }),
        fc.integer({ min: 0, max: 5000 }),
        (sizes, minutes) => {
          const words = formatRestoreEta(restoreEta(running, earlier(sizes), bytesOf, NOW + minutes * MINUTE));
          expect(words).not.toMatch(/NaN|Infinity|undefined/u);
        },
      ),
    );
  });
});

describe("an export", () => {
  const exportJob = (done: number | null, total: number | null, stateWord = "InProgress"): ExportJob =>
    ExportJob.parse({
      id: "e",
      state: stateWord,
      exportStatus: { exportedCollections: done, totalCollections: total },
    });
  const readings = (values: readonly number[], step = 15_000): Ring =>
    values.map((value, index) => ({ at: NOW - (values.length - 1 - index) * step, value }));

  test("of 0 of 0 is counting, and of nothing when it is done", () => {
    expect(exportProgress(exportJob(0, 0), readings([0, 0, 0]), NOW)).toMatchObject({
      count: { kind: "counting" },
    });
    expect(formatExportCount(exportProgress(exportJob(0, 0), [], NOW).count)).toBe("counting");
    expect(formatExportCount(exportProgress(exportJob(null, null), [], NOW).count)).toBe("counting");
    expect(formatExportCount(exportProgress(exportJob(0, 0, "Successful"), [], NOW).count)).toBe("nothing to export");
  });

  test("says the real count and its rate over five minutes", () => {
    const values = Array.from({ length: 41 }, (_, index) => 612 + 5 * index);
    const progress = exportProgress(exportJob(812, 1930), readings(values), NOW);
    expect(formatExportCount(progress.count)).toBe("812 of 1,930 collections (42 %)");
    expect(progress.perMinute).toBeCloseTo(20, 6);
    expect(formatExportRate(progress)).toBe("20 collections/min");
  });

  test("says nothing of a rate after two readings, and for how long none was finished", () => {
    expect(formatExportRate(exportProgress(exportJob(3, 9), readings([3]), NOW))).toBeNull();
    const slow = exportProgress(exportJob(3, 9), readings(Array.from({ length: 30 }, () => 3)), NOW);
    expect(slow).toMatchObject({ perMinute: 0, isDead: false });
    expect(formatExportRate(slow)).toBe("no progress for 7 min: large collection");
  });

  test("may be dead when nothing was finished for an hour, and for three times as long as ever", () => {
    const quiet = readings(
      Array.from({ length: 62 }, () => 3),
      MINUTE,
    );
    expect(exportProgress(exportJob(3, 9), quiet, NOW).isDead).toBe(true);
    const slowBefore = readings(
      [...Array.from({ length: 40 }, () => 2), ...Array.from({ length: 62 }, () => 3)],
      MINUTE,
    );
    expect(exportProgress(exportJob(3, 9), slowBefore, NOW).isDead).toBe(false);
    expect(formatExportRate(exportProgress(exportJob(3, 9), quiet, NOW))).toBe(
      "no progress for 61 min: it may be stuck",
    );
  });

  test("that ended has no rate; one in a state that is not known goes on", () => {
    const ring = readings([1, 2, 3, 4, 5]);
    expect(exportProgress(exportJob(5, 9, "Cancelled"), ring, NOW)).toMatchObject({ perMinute: null, quiet: null });
    expect(exportProgress(exportJob(5, 9, "Paused"), ring, NOW).perMinute).toBeGreaterThan(0);
  });
});

describe("what is typical", () => {
  test("lies within what there was, in order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 }), (spans) => {
        const { least, middle, most } = typicalOf(spans) ?? { least: 0, middle: -1, most: -2 };
        expect(least).toBeLessThanOrEqual(middle);
        expect(middle).toBeLessThanOrEqual(most);
        expect(least).toBeGreaterThanOrEqual(Math.min(...spans));
        expect(most).toBeLessThanOrEqual(Math.max(...spans));
      }),
    );
    expect(typicalOf([])).toBeNull();
    expect(typicalOf([1, ...Array.from({ length: 20 }, () => 500)])?.least).toBe(500);
  });

  test("is late, then perhaps dead, and never the other way round", () => {
    const order = ["in-time", "late", "dead"];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 * 60 * MINUTE }),
        fc.integer({ min: 0, max: 100 * 60 * MINUTE }),
        fc.integer({ min: 0, max: MINUTE }),
        (most, span, more) => {
          expect(order.indexOf(lateness(span, most))).toBeLessThanOrEqual(order.indexOf(lateness(span + more, most)));
        },
      ),
    );
    expect(lateness(99 * MINUTE, null)).toBe("in-time");
    expect(formatLateness(29 * MINUTE, { least: MINUTE, most: 2 * MINUTE })).toBe(
      "longer than usual (usually 1 to 2 min)",
    );
  });
});
