import { describe, expect, it } from "vitest";
import { LiveMigrationId } from "../../src/contract/schema/ids.ts";
import {
  agreed,
  awayAndBack,
  begun,
  brokenOff,
  confirmed,
  indexesOf,
  later,
  opened,
  putAway,
  resumed,
  said,
  written,
} from "./runbook.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { objectOf } from "./world.ts";

/** What is moved while it serves: a search index to another name, a deployment to a cluster here (`domain.md` 18). */

describe.each(SIZES)("a move at $cols x $rows, $dialect", (setting) => {
  it("of an index to another name: made, waited for, searched by, and the old one goes; left while it is built", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const first = await opened(stage);
    await begun(first, /^ *Rebuild an index/u, "Index to rebuild", "facets");
    await first.waitForSaid(
      /2 blocked Wait until the new index serves on every host · Indexes the new index is not created yet/u,
    );
    await first.do("action.new", "▌New search index on prod-eu");
    // The name is what has to be given; without one no requirement for.
    await first.do("form.review", /One field needs attention/u);
    await first.on(/^ *Index name/u);
    first.type("facets-2");
    await first.waitFor("▌New search index shop.products · facets-2");
    await first.review({ asks: "Create search index" });
    await agreed(first, { said: /Progress step 2 of 4, continues automatically/u });
    await first.waitForSaid(/2 waiting Wait until the new index serves on every host · Indexes Pending/u);
    await first.do("action.new", /Pending.*\(Start/u);
    await brokenOff(first);

    const about = /^ *Rebuild an index/u;
    const sextant = await resumed(stage, about, { said: /Progress step 2 of 4, continues automatically/u });
    await awayAndBack(sextant, about);
    await later(sextant, world, 600, { said: /Progress step 3 of 4, n marks it as done/u });
    await sextant.waitForSaid(/2 done Wait until the new index serves on every host · Indexes Serving v0/u);
    const ofProducts = async () =>
      (await indexesOf(world, "prod-eu")).filter(({ collectionName }) => collectionName === "products");
    const [made, old] = ["facets-2", "facets"].map((wanted) =>
      ofProducts().then((all) => all.find(({ name }) => name === wanted)),
    );
    expect((await made)?.["latestDefinition"]).toEqual((await old)?.["latestDefinition"]);
    await said(sextant, "Switch the application to the new name", { said: /Progress step 4 of 4, n opens/u });
    await sextant.do("action.new", "▌Review");
    await sextant.waitForSaid(/Queries that use this index fail at once/u);
    await confirmed(sextant, "facets", { said: /Progress step 4 of 4, continues automatically/u });
    await sextant.waitForSaid(/4 waiting Delete the old index · Indexes deletion in progress/u);
    await later(sextant, world, 10, { said: /4 done Delete the old index/u });
    await putAway(sextant);
    expect(await written(world)).toEqual(["createServiceSearchIndex", "deleteServiceSearchIndex"]);
    expect((await ofProducts()).map(({ name }) => name)).toEqual(expect.not.arrayContaining(["facets"]));
  });

  it("of a deployment to a cluster here: validated, started, followed, cut over; left while it copies", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const first = await opened(stage);
    await first.select(/^ *Migrate a cluster/u);
    // The manager is linked already.
    await first.do("action.new", { said: /Progress step 2 of 6, n opens/u });
    await first.waitForSaid(/1 done Link the on-premises manager · Source projects linked: 5 deployments/u);
    await first.do("action.new", "▌Source to validate");
    await first.takeFound(/^shop-rs0 +214 GB/u, "▌Validate live migration");
    await first.do("form.review", /One field needs attention/u);
    await first.on(/^ *Destination cluster/u);
    await first.pick("form.suggest", "Destination cluster", "prod-eu");
    await first.review({ offers: "Validate" });
    await first.do("review.send", { said: /Progress step 2 of 6, continues automatically/u });
    await first.do("action.new", /validation in progress.*\(Start/u);
    await later(first, world, 30, { said: /Progress step 3 of 6, n opens/u });
    await first.waitForSaid(/2 done Validate the migration · Live migration shop-rs0 → prod-eu: validation passed/u);
    await first.do("action.new", "▌Start live migration shop-rs0 → prod-eu");
    await first.review({ asks: "Start migration" });
    await agreed(first, { said: /Progress step 4 of 6, continues automatically/u });
    await first.waitForSaid(/5 blocked Cut over · Live migration migration not ready/u);
    await brokenOff(first);
    const started = await world.writesDone();
    expect(started[1]?.body).toEqual(started[0]?.body);

    const about = /^ *Migrate a cluster/u;
    const sextant = await resumed(stage, about, { said: /Progress step 4 of 6, continues automatically/u });
    await later(sextant, world, 700, /catching up/u);
    await sextant.do("action.new", /catching up.*\(Start/u);
    await awayAndBack(sextant, about);
    await later(sextant, world, 4200, { said: /Progress step 5 of 6, n opens/u });
    // It counts as caught up after a few readings in a row; until then that is said.
    await sextant.waitForSaid(
      /5 now Cut over · Live migration (not recommended yet: lag .* of 3 readings|Stop writes on the source first)/u,
    );
    await later(sextant, world, 20, { said: /5 now Cut over · Live migration Stop writes on the source first/u });
    await sextant.do("action.new", "▌Before the cut-over of shop-rs0 → prod-eu");
    await sextant.field("Writes stopped");
    await sextant.do("form.step-on", /Writes stopped\? +.*yes/u);
    await sextant.field("Source kept");
    await sextant.do("form.step-on", /Source kept\? +.*yes/u);
    await sextant.review();
    await sextant.waitForSaid(/This cannot be undone/u);
    await confirmed(sextant, "prod-eu", { said: /Progress step 5 of 6, continues automatically/u });
    await sextant.do("action.new", /cutting over.*\(Start/u);
    await later(sextant, world, 240, { said: /Progress step 6 of 6, n marks it as done/u });
    await said(sextant, "Clean up", { said: /all steps done/u });
    await putAway(sextant);
    expect(await written(world)).toEqual(["validateMigration", "createPushMigration", "cutoverMigration"]);
    const id = LiveMigrationId.parse((await world.writesDone())[2]?.target.split("/").at(-2));
    const { raw } = await world.client.call("getPushMigration", {
      params: { groupId: world.main, liveMigrationId: id },
    });
    expect(objectOf(raw)).toMatchObject({ status: "COMPLETE" });
  });
});
