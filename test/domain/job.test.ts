import fc from "fast-check";
import { expect, test } from "vitest";
import { ExportJob } from "../../src/contract/export-jobs.ts";
import { Migration } from "../../src/contract/live-migration.ts";
import { RestoreJob } from "../../src/contract/restore-jobs.ts";
import { exportAsJob } from "../../src/domain/export-jobs/export-status.ts";
import { ageOf, durationOf, isEnded, isUnderWay, type Job, type JobPoll, quickestPoll } from "../../src/domain/job.ts";
import { migrationAsJob, migrationProgress, validationAsJob } from "../../src/domain/live-migration/migration.ts";
import { restoreAsJob } from "../../src/domain/restore.ts";

/** Jobs of all kinds are one description: what follows from it holds for each of them. */

const NOW = Date.UTC(2026, 10, 21, 14, 6);
const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString();
const idAt = (minutes: number): string =>
  `${Math.floor((NOW + minutes * 60_000) / 1000).toString(16)}${"0".repeat(16)}`;

const exported = (state: string | undefined, change = {}): Job =>
  exportAsJob(ExportJob.parse({ id: idAt(-30), state, createdAt: at(-30), ...change }), NOW);
const restored = (change = {}): Job => restoreAsJob(RestoreJob.parse({ id: idAt(-30), ...change }), NOW);
const migrated = (status: string, readyForCutover = false): Job => {
  const migration = Migration.parse({ _id: idAt(-30), status, readyForCutover, lagTimeSeconds: 2 });
  return migrationAsJob(idAt(-30), migrationProgress(migration, [], { validated: null, cutOverAt: null }), []);
};

test.each([
  ["an export that waits", exported("Queued"), "waiting", "normal"],
  ["an export that runs", exported("InProgress"), "running", "normal"],
  ["an export that is done", exported("Successful", { finishedAt: at(-5) }), "done", "once"],
  ["an export in a state of tomorrow", exported("Verifying"), "unknown", "slow"],
  ["an export in a state of tomorrow, long ago", exported("Verifying", { createdAt: at(-3000) }), "unknown", "once"],
  ["a restore that runs", restored(), "running", "normal"],
  ["a restore that failed", restored({ failed: true, finishedAt: at(-1) }), "failed", "once"],
  ["a migration that is new", migrated("NEW"), "waiting", "normal"],
  ["a migration that catches up", migrated("WORKING"), "running", "normal"],
  ["a migration that may be cut over", migrated("WORKING", true), "ready", "fast"],
  ["a migration that expired", migrated("EXPIRED"), "expired", "once"],
  ["a migration in a status of tomorrow", migrated("PAUSING"), "unknown", "normal"],
  ["a validation that is pending", validationAsJob({ status: "PENDING" }, NOW), "running", "normal"],
  ["a validation that fits", validationAsJob({ status: "SUCCESS" }, NOW), "done", "once"],
] as const)("%s", (_, { status, poll }, expected, pace) => expect([status, poll]).toEqual([expected, pace]));

test("a status of tomorrow is kept as it came, and is not taken for an end", () => {
  expect(exported("Verifying")).toMatchObject({ said: "Verifying" });
  expect(isEnded(exported("Verifying"))).toBe(false);
  expect(isUnderWay(exported("Verifying"))).toBe(false);
  expect(exported(undefined)).toMatchObject({ status: "unknown", said: null });
});

test("its age and what it took follow from its times, where they are told", () => {
  const done = exported("Successful", { finishedAt: at(-5) });
  expect([ageOf(done, NOW), durationOf(done)]).toEqual([30 * 60_000, 25 * 60_000]);
  expect([ageOf({ startedAt: null }, NOW), durationOf(exported("InProgress"))]).toEqual([null, null]);
});

test("jobs that are asked for together go at the pace of the quickest", () => {
  const polls: readonly JobPoll[] = ["fast", "normal", "slow", "once"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...polls)), (some) => {
      const quickest = quickestPoll(some.map((poll) => ({ poll })));
      expect(some.length === 0 || some.includes(quickest)).toBe(true);
      expect(some.every((poll) => polls.indexOf(quickest) <= polls.indexOf(poll))).toBe(true);
    }),
  );
});
