import { expect, it } from "vitest";
import { areaOf } from "../../src/areas/areas.ts";
import { openRestore } from "../../src/areas/restore-jobs/create.ts";
import { openRetention } from "../../src/areas/snapshots/pages.ts";
import { remove } from "../../src/areas/snapshots/remove.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { ofReplicaSet } from "../../src/domain/backup/snapshot.ts";
import { Answers, ago, askFrom, cluster, GROUP, id, linesOf, NOW } from "./answers.ts";
import { snapshot } from "./snapshot-samples.ts";

/** How far back point-in-time reaches is one answer, wherever it is reported. */

const HOUR = 60;
const DAY = 24 * HOUR;
const of = { params: { groupId: GROUP, clusterName: ClusterName.of("prod-eu") } };

/** A weekly snapshot from before the window of two days, and daily ones that begin within it. One is listed that has expired. */
const SNAPSHOTS = [
  snapshot(4, 8 * DAY),
  snapshot(1, 7 * DAY, { frequencyType: "weekly", expiresAt: ago(-14 * DAY) }),
  snapshot(2, 43 * HOUR),
  snapshot(3, 5 * HOUR),
];

const given = new Answers()
  .add("listReplicaSetBackups", of, { results: SNAPSHOTS })
  .add("getBackupSchedule", of, BackupSchedule.parse({ clusterName: "prod-eu", restoreWindowDays: 2 }))
  .add("listBackupRestoreJobs", of, { results: [] })
  .add("listClusters", { params: { groupId: GROUP } }, { results: [] });

const context = given.context({ scope: { clusters: [cluster("prod-eu")] } });

it("is the start of the window where an older snapshot is left, on every screen", async () => {
  const form = openRestore(context, "prod-eu", { deliveryType: "pointInTime" });
  const opened = form.kind === "asking" ? await form.load(askFrom(given)) : form;
  if (opened.kind !== "form") throw new Error(opened.kind);
  const { initial = {}, preview } = opened.setup;
  expect([...(preview?.(initial, { now: NOW, timeZone: "UTC" }) ?? [])]).toContain(
    "Restore window: 19 Nov 14:06 UTC to today 14:03 UTC",
  );
  expect(linesOf(areaOf("snapshots").screen.detail(context, id(3)) ?? null)).toContain(
    "Point in time: since 19 Nov 14:06 UTC (2d ago)",
  );
  expect(linesOf(areaOf("backup-schedules").screen.detail(context, "prod-eu") ?? null)).toContain(
    "Window: 2 days, since 19 Nov 14:06 UTC (2d ago)",
  );
  const retention = openRetention(context, "prod-eu");
  const reported = retention.kind === "page" ? JSON.stringify(retention.page.lines) : "";
  expect(reported).toContain("point in time since 19 Nov 14:06");
  expect(reported).toContain("Point-in-time window: 2 days, since 19 Nov 14:06 UTC (2d ago).");
});

it("is not said to end where the weekly snapshot is left, neither by the detail nor by the review", async () => {
  const said = linesOf(areaOf("snapshots").screen.detail(context, id(2)) ?? null).join("\n");
  expect(said).toContain("Leaves a gap of");
  expect(said).not.toContain("Point-in-time restore to before");
  const shots = SNAPSHOTS.map((each) => ofReplicaSet(each, "prod-eu"));
  const review = await remove(context, shots.slice(2, 3)).preflight({ ask: askFrom(given), context });
  expect(review.warnings.join("\n")).not.toContain("Point-in-time");
  const both = await remove(context, shots.slice(1, 3)).preflight({ ask: askFrom(given), context });
  expect(both.warnings.join("\n")).toContain("Point-in-time restore to before 09:06 UTC is no longer possible.");
});
