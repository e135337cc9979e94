import { expect, it } from "vitest";
import { freshnessOf, minutesToRead } from "../../../src/app/screen/freshness.ts";
import { ClusterName, GroupId, LiveMigrationId } from "../../../src/contract/schema/ids.ts";
import type { PollInterval } from "../../../src/state/answers/poll-intervals.ts";
import type { Query } from "../../../src/state/answers/query.ts";
import { afterAnswer, emptyResource } from "../../../src/state/answers/tables.ts";
import { OTHER_PROJECT, PROJECT } from "../../state/console.ts";

/** When what is shown was confirmed, of answers of several times. */

const args = (number: number) => ({
  params: {
    groupId: GroupId.of(PROJECT),
    liveMigrationId: LiveMigrationId.of(number.toString(16).padStart(24, "0")),
  },
});

const asOf = (...all: readonly (readonly [poll: PollInterval, at: number])[]): number | null => {
  const queries = all.map(([poll], index): Query => ({ operation: "getPushMigration", args: args(index), poll }));
  const resources = all.map(([, at], index) =>
    afterAnswer(emptyResource("getPushMigration", args(index)), 1, { at, complete: true, raw: null, data: {} }),
  );
  return freshnessOf(queries, resources).asOf;
};

it("does not go back when what was watched has ended, to what had ended before", () => {
  expect(asOf(["migration", 1627], ["ended", 1621], ["once", 1620])).toBe(1627);
  expect(asOf(["ended", 1627], ["ended", 1621], ["once", 1620])).toBe(1627);
});

it("is that of the oldest of what is watched, or was read once, together", () => {
  expect(asOf(["migration", 1627], ["migration", 1625], ["once", 1620])).toBe(1625);
  expect(asOf(["once", 1627], ["once", 1620])).toBe(1620);
});

it("knows how long the lists of many clusters take at least, as a project is asked so often a minute only", () => {
  const asking = (count: number, group: string = PROJECT): readonly Query[] =>
    Array.from({ length: count }, (_, index) => ({
      operation: "listReplicaSetBackups",
      args: { params: { groupId: GroupId.of(group), clusterName: ClusterName.of(`cluster-${index}`) } },
      poll: "once",
    }));
  const minutes = (queries: readonly Query[]): number =>
    minutesToRead(
      freshnessOf(
        queries,
        queries.map(() => undefined),
      ),
    );
  expect(minutes(asking(199))).toBe(0);
  expect(minutes(asking(1510))).toBe(15);
  // Each project is asked by itself.
  expect(minutes([...asking(210), ...asking(320, OTHER_PROJECT)])).toBe(3);
});
