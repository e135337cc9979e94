import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import {
  agreed,
  awayAndBack,
  begun,
  brokenOff,
  clusterParams,
  later,
  opened,
  putAway,
  resumed,
  scheduleOf,
  snapshotsOf,
  written,
} from "./runbook.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

/** Snapshots are exported into a bucket of one's own by themselves, and not any more (`domain.md` 18). */

const buckets = async (world: World): Promise<readonly JsonObject[]> =>
  listOf(objectOf((await world.client.call("listExportBuckets", { params: { groupId: world.main } })).raw), "results");

/** Does a step that is not the next one. */
async function another(sextant: Sextant, step: RegExp, brings: string | RegExp): Promise<void> {
  await sextant.act("Run another step…", "▌Step to run");
  await sextant.select(step, "picker.down");
  await sextant.do("picker.take", brings);
}

describe.each(SIZES)("buckets at $cols x $rows, $dialect", (setting) => {
  it("are exported to every month: a role, a bucket, the schedule, and the first export is seen to arrive", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const first = await opened(stage);
    await begun(first, /^ *Export monthly/u, "Cluster to export snapshots of", "prod-eu");
    // What is there already counts; another role and another bucket can be had all the same.
    await first.waitFor({ said: /Progress step 3 of 4, n opens/u });
    await first.waitForSaid(/1 done Set up a role with write access · Cloud access authorised: .*svc-export/u);
    await another(first, /^1 /u, "▌New cloud access role");
    first.type("AWS");
    await first.waitFor(/\[AWS ?\]/u);
    await first.review();
    await first.waitFor(/^.*│ {2}Enter {2}/u);
    await first.do("review.send", "▌Authorisation steps for AWS role");
    await first.waitFor(/"sts:ExternalId":/u);
    await first.do("page.close", { said: /Progress step 3 of 4/u });
    await another(first, /^2 /u, "▌New export bucket");
    await first.field("Bucket name");
    first.type("acme-monthly");
    await first.waitFor("▌New export bucket: acme-monthly");
    await first.field("Access role");
    await first.do("form.step-on", /Access role +(?:← )?svc-keys/u);
    await first.do("form.step-on", /Access role +(?:← )?svc-export/u);
    await first.review({ offers: "Register acme-monthly" });
    await first.do("review.send", { said: /2 done Register the bucket/u });
    await first.waitForSaid(/Register the bucket · Export buckets .*acme-monthly/u);
    // The schedule opens with the export on, into that bucket; it is left there.
    await first.do("action.new", /Automatic export +• .*on/u);
    await first.field("Minute of the hour");
    await first.do("form.leave", { said: /Progress step 3 of 4/u });
    await brokenOff(first);
    expect(await written(world)).toHaveLength(2);

    const sextant = await resumed(stage, /^ *Export monthly to a buck.* prod-eu/u, {
      said: /Progress step 3 of 4, n opens/u,
    });
    await sextant.do("action.new", /Automatic export +• .*on/u);
    await sextant.review();
    await sextant.waitForSaid(/Export › Bucket \+ acme-monthly Export › Frequency \+ Monthly/u);
    await sextant.do("review.send", { said: /Progress step 4 of 4, continues automatically/u });
    await sextant.waitForSaid(/3 done Enable automatic export · Schedules monthly to acme-monthly/u);
    const made = (await buckets(world)).find(({ bucketName }) => bucketName === "acme-monthly");
    expect(await scheduleOf(world, "prod-eu")).toMatchObject({
      autoExportEnabled: true,
      export: { exportBucketId: made?.["_id"], frequencyType: "monthly" },
    });
    await sextant.do("action.new", { said: /starts with the next monthly snapshot \(Start/u });

    // The next one comes: the service exports it by itself.
    const newest = (await snapshotsOf(world, "prod-eu")).findLast(({ status }) => status === "completed");
    const body = { snapshotId: String(newest?.["id"]), exportBucketId: String(made?.["_id"]) };
    await world.client.call("createBackupExportJob", { params: clusterParams(world, "prod-eu") }, { body });
    await later(sextant, world, 1, /starting/u);
    await awayAndBack(sextant, /^ *Export monthly/u);
    await later(sextant, world, 3600, { said: /first export completed/u });
    await putAway(sextant);
    expect(await written(world)).toEqual([
      "createCloudProviderAccessRole",
      "createExportBucket",
      "updateBackupSchedule",
      "createBackupExportJob",
    ]);
  });

  it("go only when no schedule exports to them and no export is under way: left while one is", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await buckets(world);
    const first = await opened(stage);
    await first.select(/^ *Remove an export bucket/u);
    await first.do("action.new", "▌Bucket to remove");
    // Two are of one name: who uses them tells them apart.
    await first.select(/analytics exports to this bucket/u, "picker.down");
    await first.do("picker.take", { said: /Progress step 1 of 3, n opens/u });
    await first.waitForSaid(/3 blocked Remove the bucket · Export buckets a schedule still exports to this bucket/u);
    await first.do("action.new", /analytics: automatic exports off/u);
    await first.review();
    await first.waitForSaid(/Automatic export on → off/u);
    await agreed(first, { said: /Progress step 2 of 3, continues automatically/u });
    await first.waitForSaid(/2 waiting Wait for running exports 1 export running/u);
    await first.do("action.new", /1 export running.*\(Start/u);
    await brokenOff(first);
    expect(await written(world)).toEqual(["updateBackupSchedule"]);

    const sextant = await resumed(stage, /^ *Remove an export bucket +acme/u, {
      said: /Progress step 2 of 3, continues automatically/u,
    });
    await later(sextant, world, 10_800, { said: /Progress step 3 of 3, n opens/u });
    await awayAndBack(sextant, /^ *Remove an export bucket +acme/u);
    await sextant.waitFor({ said: /Progress step 3 of 3, n opens/u });
    await sextant.do("action.new", /Remove bucket\? +y\/N/u);
    expect(sextant.rightmost()).toMatch(/Used by none|Used by no cluster/u);
    await agreed(sextant, /Started/u);
    await later(sextant, world, 20, { said: /3 done Remove the bucket/u });
    await putAway(sextant);
    expect(await written(world)).toEqual(["updateBackupSchedule", "deleteExportBucket"]);
    expect(await buckets(world)).toHaveLength(before.length - 1);
    expect(await scheduleOf(world, "analytics")).toMatchObject({ autoExportEnabled: false });
  });
});
