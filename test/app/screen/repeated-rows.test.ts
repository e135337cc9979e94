import { expect, it } from "vitest";
import { createGuard } from "../../../src/app/guard.ts";
import { guardedAreas } from "../../../src/app/screen/guarded-areas.ts";
import { createSelectors } from "../../../src/app/screen/selectors.ts";
import { ExportJob } from "../../../src/contract/export-jobs.ts";
import { RestoreJob } from "../../../src/contract/restore-jobs/answers.ts";
import { ClusterName, GroupId, SnapshotId } from "../../../src/contract/schema/ids.ts";
import { afterAnswer, emptyResource, withResource } from "../../../src/state/answers/tables.ts";
import type { ConsoleState } from "../../../src/state/store.ts";
import { Answers, ago, cluster, GROUP, id, linesOf, summaryOf } from "../../areas/answers.ts";
import { PROJECT, testConsole } from "../../state/console.ts";

const of = (name: string) => ({ params: { groupId: GroupId.of(GROUP), clusterName: ClusterName.of(name) } });
const snapshot = {
  id: SnapshotId.of(id(1)),
  createdAt: ago(60),
  status: "completed",
  snapshotType: "scheduled",
} as const;

/** The state after a cluster was found, which lists the snapshot. */
function withCluster(state: ConsoleState, name: string): ConsoleState {
  const args = { params: { groupId: PROJECT, clusterName: ClusterName.of(name) } };
  const resource = emptyResource("listReplicaSetBackups", args);
  const arrival = { data: { results: [snapshot] }, raw: null, at: 1, complete: true };
  const found = { groupId: PROJECT, name, kind: "REPLICASET", paused: false };
  return {
    ...state,
    session: { ...state.session, clusters: [...state.session.clusters, found] },
    resources: withResource(state.resources, afterAnswer(resource, 1, arrival)),
  };
}

it("tells apart two rows of one id, from the lists of two clusters, and says so", () => {
  const { store } = testConsole();
  store.navigation.open({ area: "snapshots", ids: [] });
  const state = withCluster(withCluster(store.getState(), "prod-eu"), "stage-1");
  const selectors = createSelectors(guardedAreas(createGuard(() => undefined)), () => 0);
  const model = selectors.list(state)?.model;
  const [first, second] = (model?.rows ?? []).flatMap((row) => row.members ?? [row]).map((row) => row.id);
  expect([model?.rows.length, first]).toEqual([2, id(1)]);
  expect(second).not.toBe(first);
  expect(model && summaryOf(model)).toContain("! 1 row with the id of another");
  const place = { area: "snapshots", ids: [second ?? ""] } as const;
  const open = { ...state, navigation: { ...state.navigation, place, pane: "side" as const } };
  expect(linesOf(selectors.thing(open))).toEqual([expect.stringMatching(/^Another row has this id/u)]);
});

const restore = RestoreJob.parse({
  id: id(1),
  deliveryType: "automated",
  finishedAt: ago(9),
  timestamp: ago(60),
});
const exported = ExportJob.parse({
  id: id(1),
  snapshotId: id(9),
  exportBucketId: id(8),
  state: "Successful",
  createdAt: ago(9),
  finishedAt: ago(8),
});

it.each([
  [
    "restore-jobs",
    (answers: Answers, args: ReturnType<typeof of>) =>
      answers.add("listBackupRestoreJobs", args, { results: [restore] }),
  ],
  [
    "export-jobs",
    (answers: Answers, args: ReturnType<typeof of>) =>
      answers.add("listBackupExportJobs", args, { results: [exported] }),
  ],
] as const)("keeps both jobs of one id, from the lists of two clusters: %s", (area, add) => {
  const answers = add(add(new Answers(), of("prod-eu")), of("stage-1"));
  const context = answers.context({ scope: { clusters: [cluster("prod-eu"), cluster("stage-1")] } });
  const { screen } = guardedAreas(createGuard(() => undefined)).of(area);
  const model = screen.list(context);
  expect(model.rows.map((row) => row.id)).toEqual([id(1), `${id(1)}#2`]);
  expect(summaryOf(model)).toContain("! 1 row with the id of another");
  // The id leads to the first one, and so do its values.
  expect(screen.fields?.of(context)?.get(id(1))).toMatchObject({ cluster: "prod-eu" });
});
