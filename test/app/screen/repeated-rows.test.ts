import { expect, it } from "vitest";
import { createGuard } from "../../../src/app/guard.ts";
import { guardedAreas } from "../../../src/app/screen/guarded-areas.ts";
import { ClusterName, GroupId, SnapshotId } from "../../../src/contract/schema/ids.ts";
import { Answers, ago, cluster, GROUP, id, linesOf, summaryOf } from "../../areas/answers.ts";

const of = (name: string) => ({ params: { groupId: GroupId.of(GROUP), clusterName: ClusterName.of(name) } });
const snapshot = {
  id: SnapshotId.of(id(1)),
  createdAt: ago(60),
  status: "completed",
  snapshotType: "scheduled",
} as const;

it("tells apart two rows of one id, from the lists of two clusters, and says so", () => {
  const context = new Answers()
    .add("listReplicaSetBackups", of("prod-eu"), { results: [{ ...snapshot, frequencyType: "daily" }] })
    .add("listReplicaSetBackups", of("stage-1"), { results: [{ ...snapshot, frequencyType: "weekly" }] })
    .context({ scope: { clusters: [cluster("prod-eu"), cluster("stage-1")] } });
  const { screen } = guardedAreas(createGuard(() => undefined)).of("snapshots");
  const model = screen.list(context);
  const { rows } = model;
  const [first, second] = rows.map((row) => row.id);
  expect([rows.length, first]).toEqual([2, id(1)]);
  expect(second).not.toBe(first);
  expect(summaryOf(model)).toContain("! 1 row with the id of another");
  expect(linesOf(screen.detail(context, second ?? ""))).toEqual([expect.stringMatching(/^Another row has this id/u)]);
});
