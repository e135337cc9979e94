import { describe, expect, test } from "vitest";
import { ExportJob } from "../../src/contract/export-jobs.ts";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { type ExportEta, type ExportOf, exportEta } from "../../src/domain/export-jobs/export-eta.ts";
import type { Ring } from "../../src/domain/sample-ring.ts";
import { exportAnswer, newExport } from "../../src/service/export-jobs/stored.ts";
import { documentAt } from "../../src/service/storage/timeline.ts";
import { isWhole } from "../extent.ts";

/** What is left of an export, over whole exports of the service's own: steady from reading to reading, and true. */

const START = Date.parse("2025-11-21T14:06:00Z");
const MINUTE = 60_000;
const SEEDS = Array.from({ length: isWhole ? 16 : 6 }, (_, index) => `6921c0ffee${String(index).padStart(14, "0")}`);

type Reading = { readonly now: number; readonly left: number; readonly eta: ExportEta };

const listed = (id: string, body: JsonObject, cluster = "analytics"): ExportOf => ({
  job: ExportJob.parse({ id, ...body }),
  cluster,
  bytes: null,
});

/** An export that ended well, so long after it was asked for. */
const earlier = (index: number, took: number): ExportOf =>
  listed(`6921beef${String(index).padStart(16, "0")}`, {
    state: "Successful",
    createdAt: new Date(START - (index + 1) * 30 * 24 * 60 * MINUTE).toISOString(),
    finishedAt: new Date(START - (index + 1) * 30 * 24 * 60 * MINUTE + took).toISOString(),
  });

/** All readings of an export that is read every minute, from when it is asked for until it ends. */
function readings(id: string, bytes: number, others: (took: number) => readonly ExportOf[]): readonly Reading[] {
  const made = newExport({
    id,
    groupId: "g",
    clusterName: "analytics",
    exportBucketId: "b",
    snapshot: { id: "s", storageSizeBytes: bytes },
    now: START,
    owner: "o/g",
    newId: () => id,
  });
  const end = Number(made.body["endsAt"]);
  const known = others(end - START);
  const ring: Ring[number][] = [];
  const found: Reading[] = [];
  for (let now = START; now < end; now += MINUTE) {
    const body = { ...documentAt(made, now).body, id };
    const answer = exportAnswer({ id, parent: made.parent, body }, { now, href: (path: string) => path });
    const one = listed(id, answer);
    const done = one.job.exportStatus?.exportedCollections;
    ring.push({ at: now, value: typeof done === "number" ? done : null, state: one.job.state ?? "" });
    found.push({ now, left: end - now, eta: exportEta(one, [...known, one], ring, now) });
  }
  return found;
}

const SIZES = [60, 120, 360].map((minutes) => [minutes, minutes * 60 * 50_000_000] as const);

const EARLIER = {
  none: () => [],
  "two like it": (took: number) => [earlier(1, took * 1.06), earlier(0, took * 0.97)],
  "four that differ": (took: number) => [1.3, 0.8, 1.1, 0.95].map((part, index) => earlier(index, took * part)),
} as const;

const KINDS = Object.entries(EARLIER).flatMap(([name, others]) =>
  SIZES.map(([minutes, bytes]) => [name, minutes, bytes, others] as const),
);

describe("what is left of an export", () => {
  test.each(KINDS)(
    "with earlier ones: %s, of %i min, changes little from reading to reading",
    (_, minutes, bytes, others) => {
      for (const id of SEEDS) {
        const all = readings(id, bytes, others);
        let before: number | null = null;
        for (const { now, eta } of all) {
          const total = eta.kind === "expected" ? now - START + eta.left : null;
          if (before !== null && total !== null) {
            expect(
              Math.abs(total - before) / before,
              `${id} after ${(now - START) / MINUTE} of ${minutes} min`,
            ).toBeLessThan(0.2);
          }
          before = total;
        }
      }
    },
  );

  test.each(KINDS)("with earlier ones: %s, of %i min, holds the true end nearly always", (_, __, bytes, others) => {
    const shown = SEEDS.flatMap((id) => readings(id, bytes, others)).flatMap(({ left, eta }) =>
      eta.kind === "expected" ? [{ ...eta, real: left }] : [],
    );
    const correct = shown.filter(({ real, least, most }) => real >= least && real <= most);
    expect(correct.length / shown.length).toBeGreaterThan(0.8);
  });
});
