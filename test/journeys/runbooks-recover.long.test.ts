import { describe, expect, it } from "vitest";
import {
  agreed,
  awayAndBack,
  begun,
  brokenOff,
  clusterParams,
  confirmed,
  goTo,
  indexesOf,
  later,
  opened,
  putAway,
  resumed,
  said,
  snapshotsOf,
  written,
} from "./runbook.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { objectOf } from "./world.ts";

/** Data is lost, and comes back beside the cluster that is in use (`domain.md` 18). */

describe.each(SIZES)("lost data at $cols x $rows, $dialect", (setting) => {
  it("is recovered into another cluster: left with the form filled in, while it runs, and with indexes still missing", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const first = await opened(stage);
    await begun(first, /^ *Recover lost data/u, "Cluster with the lost data", "prod-eu");
    await first.waitFor({ said: /1 now Restore a snapshot or a point in time/u });
    await first.do("action.new", /Restore type +restore a snapshot to a cluster/u);
    await first.field("Target cluster");
    await first.pick("form.suggest", "Target cluster", "prod-eu-side");
    await first.leaveForm();
    await brokenOff(first);
    expect(await world.writes()).toEqual([]);

    // Taken up again in another console: what was filled in is there.
    const second = await resumed(stage, /^ *Recover lost data +prod-eu/u, { said: /Progress step 1 of 4, n opens/u });
    await second.do("action.new", /Target cluster +prod-eu-side/u);
    await second.review();
    await second.waitForSaid(/All current data of prod-eu-side is lost/u);
    await confirmed(second, "prod-eu-side", { said: /Progress step 1 of 4, continues automatically/u });
    await second.waitForSaid(
      /1 waiting Restore a snapshot or a point in time · Restores restore in progress: wait until it completes/u,
    );
    // There is nothing to do but wait, and it says so.
    await second.do("action.new", /restore in progress: wait until it completes \(.*next step/u);
    await brokenOff(second);

    const sextant = await resumed(stage, /^ *Recover lost data +prod-eu/u, {
      said: /Progress step 1 of 4, continues automatically/u,
    });
    await awayAndBack(sextant, /^ *Recover lost data +prod-eu/u);
    await later(sextant, world, 3600, { said: /1 done Restore a snapshot or a point in time/u });
    await sextant.waitForSaid(/Check the lost data in prod-eu-side and copy the required part to prod-eu/u);
    await said(sextant, "Check the restored data", { said: /3 now Take a snapshot of the result/u });
    await sextant.do("action.new", "▌Take a snapshot of prod-eu-side");
    await sextant.field("Note");
    await sextant.review({ offers: "Take a snapshot of prod-eu-side" });
    await sextant.doSaying("review.send", /in progress: wait until it completes/u);
    await later(sextant, world, 900, { said: /3 done Take a snapshot of the result/u });
    expect(await snapshotsOf(world, "prod-eu-side")).toMatchObject([{ snapshotType: "onDemand" }]);

    // A restore brings no search indexes: each is made from its old definition, under its old name.
    const old = (await indexesOf(world, "prod-eu")).filter(({ status }) => status !== "DELETING");
    await sextant.waitForSaid(new RegExp(`${old.length} of ${old.length} indexes missing on prod-eu-side`, "u"));
    await sextant.do("action.new", "▌Index to create on prod-eu-side");
    await sextant.takeFound(/^shop\.products · facets/u, "▌New search index shop.products · facets", "facets");
    await sextant.review({ asks: "Create search index" });
    await agreed(sextant, { said: /Progress step 4 of 4, n opens/u });
    await sextant.waitForSaid(new RegExp(`${old.length - 1} of ${old.length} indexes missing on`, "u"));
    const [made] = await indexesOf(world, "prod-eu-side");
    const source = old.find(({ name }) => name === "facets");
    expect(made).toMatchObject({ database: "shop", collectionName: "products", name: "facets" });
    expect(objectOf(made?.["latestDefinition"])).toEqual(source?.["latestDefinition"]);

    // The others are not wanted there.
    await sextant.do("action.edit", "▌Step to mark");
    await sextant.select(/^4 /u, "picker.down");
    await sextant.do("picker.take", "▌Recreate search indexes");
    await sextant.takeFound("Skip", /4 skipped +Recreate search indexes/u);
    await putAway(sextant);
    expect(await written(world)).toEqual(["createBackupRestoreJob", "takeSnapshot", "createServiceSearchIndex"]);
    const { raw } = await world.client.call("listBackupRestoreJobs", { params: clusterParams(world, "prod-eu") });
    expect(objectOf(raw)["results"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ targetClusterName: "prod-eu-side" })]),
    );
  });
});

describe.each(SIZES.slice(0, 1))("a step that nobody knows the end of at $cols x $rows, $dialect", (setting) => {
  it("is looked at where it would be seen, and said to be done; it is not sent twice", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage);
    await begun(sextant, /^ *Recover lost data/u, "Cluster with the lost data", "prod-eu");
    await sextant.do("action.new", /Restore type +restore a snapshot to a cluster/u);
    await sextant.field("Target cluster");
    await sextant.pick("form.suggest", "Target cluster", "prod-eu-side");
    await sextant.review();
    await world.control("POST", "/scenarios", { faults: "cut-after" });
    await confirmed(sextant, "prod-eu-side", /Enter +check the current state/u);
    await world.control("DELETE", "/scenarios");
    await sextant.do("review.look", /▌Restores +2 running/u);
    await sextant.waitFor(/running +prod-eu → prod-eu-si/u);

    await goTo(sextant, "Runbooks", /▌Runbooks +1 in progress/u);
    await sextant.on(/^ *Recover lost data +prod-eu/u);
    await sextant.do("list.open", { said: /Progress step 1 of 4, n opens/u });
    await sextant.do("action.edit", "▌Step to mark");
    await sextant.do("picker.take", "▌Restore a snapshot or a point in time");
    await sextant.takeFound("Mark as done", { said: /Progress step 2 of 4, n marks it as done/u });
    expect(await written(world)).toEqual(["createBackupRestoreJob"]);
  });
});
