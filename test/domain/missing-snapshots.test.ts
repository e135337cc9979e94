import fc from "fast-check";
import { expect, it } from "vitest";
import { deletionImpacts, windowStart } from "../../src/domain/backup/missing-snapshots.ts";
import { DAY, MINUTE } from "../../src/text/durations.ts";
import { snapshotAt } from "./snapshots-at.ts";

/** How far back point-in-time reaches, against the rule moment by moment (`domain.md` 11.3): in the window, and not before all snapshots. */

const NOW = Date.UTC(2026, 10, 21, 14, 6);

const DAYS = 3;

/** Whether a moment can be gone back to: a snapshot from before it is there, and the log of the window goes on from there. */
const isReached = (times: readonly number[], windowDays: number, moment: number): boolean =>
  windowDays > 0 && moment >= NOW - windowDays * DAY && times.some((time) => time <= moment);

/** The first such minute, looked for one by one; null for none. */
function firstReached(times: readonly number[], windowDays: number): number | null {
  for (let moment = NOW - 2 * DAYS * DAY; moment <= NOW; moment += MINUTE) {
    if (isReached(times, windowDays, moment)) return moment;
  }
  return null;
}

const taken = fc
  .uniqueArray(fc.integer({ min: 60, max: 2 * DAYS * 24 * 3600 }), { maxLength: 6 })
  .map((ago) => ago.map((seconds) => NOW - seconds * 1000).toSorted((one, other) => one - other));

const windows = fc.integer({ min: 0, max: DAYS });

it("is the first minute in the window that a snapshot is older than", () => {
  fc.assert(
    fc.property(taken, windows, (times, windowDays) => {
      expect(
        windowStart(
          times.map((time) => snapshotAt(time)),
          windowDays,
          NOW,
        ),
      ).toBe(firstReached(times, windowDays));
    }),
    { numRuns: 50 },
  );
});

it("is said to be lost by a deletion exactly where it is", () => {
  fc.assert(
    fc.property(taken, windows, fc.array(fc.nat(5)), (times, windowDays, picked) => {
      const snapshots = times.map((time) => snapshotAt(time));
      const lost = snapshots.filter((_, index) => picked.includes(index)).map(({ id }) => id);
      const left = times.filter((time) => !lost.includes(String(time)));
      const [was, will] = [firstReached(times, windowDays), firstReached(left, windowDays)];
      const runs = deletionImpacts(snapshots, new Set(lost), windowDays, NOW);
      expect(runs.flatMap((run) => run.snapshots.map(({ id }) => id))).toEqual(lost);
      for (const { impact } of runs) {
        expect(impact.pointInTimeFrom).toBe(was === will ? null : (will ?? Number.POSITIVE_INFINITY));
      }
    }),
    { numRuns: 50 },
  );
});
