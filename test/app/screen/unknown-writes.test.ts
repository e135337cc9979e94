import { expect, it } from "vitest";
import { withUnknownWrites } from "../../../src/app/screen/thing.ts";
import { areaOf } from "../../../src/areas/areas.ts";
import type { UnknownWrite } from "../../../src/state/writes/unknown-writes.ts";
import { Answers, GROUP, id, linesOf, NOW } from "../../areas/answers.ts";

/** What stands above a thing to which a write was sent that nobody knows the outcome of. */

const DAY = 24 * 3_600_000;
const THING = id(7);
const model = { title: "A snapshot", raw: null, lines: [] };

const remove = (change: Partial<UnknownWrite> = {}): UnknownWrite => ({
  id: "write-1",
  operation: "deleteReplicaSetBackup",
  params: { groupId: GROUP, clusterName: "prod-eu", snapshotId: THING },
  at: NOW - 120_000,
  ...change,
});

const above = (write: UnknownWrite, shown = THING): readonly string[] => {
  const context = { ...new Answers().context(), unknownWrites: [write] };
  return linesOf(withUnknownWrites(model, areaOf("snapshots"), context, shown));
};

it("is that write, with when it was sent", () => {
  expect(above(remove())).toEqual(["! Delete snapshot of a replica set: sent 14:04 UTC (2m ago), outcome unknown."]);
});

it("is said among those of all projects too, and of no other thing, project or area", () => {
  expect(above(remove(), `${GROUP}~${THING}`)).toHaveLength(1);
  expect(above(remove(), id(8))).toEqual([]);
  expect(above(remove(), `${id(99)}~${THING}`)).toEqual([]);
  expect(above(remove({ operation: "cancelBackupRestoreJob" }))).toEqual([]);
});

it("is said for as long as it may matter: what cannot be undone for longer", () => {
  expect(above(remove({ at: NOW - 6 * DAY }))).toHaveLength(1);
  expect(above(remove({ at: NOW - 8 * DAY }))).toEqual([]);
});
