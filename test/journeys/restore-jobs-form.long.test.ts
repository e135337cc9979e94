import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName, SnapshotId } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

const params = (world: World, name: string) => ({ groupId: world.main, clusterName: ClusterName.parse(name) });

/** The form is there: what was asked for it has come. */
const FORM = /› Restore type /u;

/** The restores of a cluster as another client reads them. */
const jobs = async (world: World, name = "prod-eu"): Promise<readonly JsonObject[]> =>
  listOf(objectOf((await world.client.call("listBackupRestoreJobs", { params: params(world, name) })).raw), "results");

/** The newest complete snapshot of prod-eu. */
async function newestSnapshot(world: World): Promise<SnapshotId> {
  const { raw } = await world.client.call("listReplicaSetBackups", { params: params(world, "prod-eu") });
  const newest = listOf(objectOf(raw), "results").findLast(({ status }) => status === "completed");
  return SnapshotId.parse(newest?.["id"]);
}

/** Opens the form of a new restore of a cluster that is picked by name. */
async function begin(sextant: Sextant, name: string): Promise<void> {
  await sextant.do("action.new", "▌Cluster to restore from");
  await sextant.takeFound(`${name} `, FORM, name);
}

/** A console in the form of a new restore of a cluster. */
async function opened(stage: Stage, name: string): Promise<Sextant> {
  const sextant = await stage.at("restore-jobs", /Restores +1 running · 1 to download/u);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected restore" });
  await begin(sextant, name);
  return sextant;
}

/** Picks the cluster that is overwritten. */
async function into(sextant: Sextant, name: string): Promise<void> {
  await sextant.field("Target cluster");
  await sextant.do("form.suggest", "▌Target cluster");
  sextant.type(name);
  await sextant.on(`${name} `);
  sextant.press("picker.take");
  await sextant.waitFor(new RegExp(`Target cluster +\\[?${name}`, "u"));
}

describe.each(SIZES)("a restore at $cols x $rows, $dialect", (setting) => {
  it("replaces a cluster after its name was typed, lands on its live view, and is seen done without a key", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await jobs(world);
    const sextant = await opened(stage, "prod-eu");
    await into(sextant, "prod-eu-side");
    await sextant.review();
    await sextant.waitForSaid(/type prod-eu-side exactly to/u);
    expect(sextant.rightmost()).toMatch(/All current data of prod-eu-side is lost/u);
    expect(sextant.rightmost()).toMatch(/cannot be read or written during the restore/u);
    expect(sextant.rightmost()).toMatch(/usually refuses to cancel/u);
    sextant.type("prod-eu");
    await sextant.waitFor(/> prod-eu/u);
    sextant.press("review.send");
    await sextant.waitFor(/type the name|first|exactly/u);
    expect(await world.writes()).toEqual([]);
    sextant.type("-side");
    await sextant.waitFor(/> prod-eu-side/u);
    await sextant.doSaying("review.send", /Status running/u);
    const [made] = (await jobs(world)).filter(({ id }) => !before.some((other) => other["id"] === id));
    expect(made).toMatchObject({ deliveryType: "automated", targetClusterName: "prod-eu-side" });
    expect((await world.writesDone()).map(({ body }) => body)).toEqual([
      {
        deliveryType: "automated",
        snapshotId: made?.["snapshotId"],
        targetClusterName: "prod-eu-side",
        targetGroupId: world.main,
      },
    ]);
    await sextant.waitForSaid(/prod-eu-side cannot be read or written until the restore/u);

    // A second one into the same cluster is held back before it is sent.
    await sextant.do("detail.back", /▌Restores +2 running/u);
    await sextant.act("Repeat…", FORM);
    await sextant.do("form.review", /another restore to this cluster is running/u);
    expect((await world.writesDone()).length).toBe(1);
    await sextant.do("form.leave", /▌Restores +2 running/u);
    await world.step(3600);
    await sextant.waitFor(/▌Restores +none running/u);
  });

  it("goes back to a moment that is typed as a time, and refuses one that the log does not reach", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "prod-eu");
    await sextant.do("form.step-on", /Restore type +← restore a point in time/u);
    await sextant.field("Point in time");
    sextant.press("text.erase-line");
    await sextant.waitFor(/Point in time +\[ ?\]/u);
    sextant.type("-30d");
    await sextant.waitFor(/\[-30d ?\]/u);
    await into(sextant, "prod-eu-side");
    await sextant.do("form.review", /enter a time between/u);
    expect(await world.writes()).toEqual([]);
    sextant.press("text.erase-line");
    await sextant.waitFor(/Point in time +\[ ?\]/u);
    sextant.type("-2h");
    await sextant.waitFor(/\[-2h ?\]/u);
    await sextant.review();
    await sextant.typeName("prod-eu-side");
    await sextant.doSaying("review.send", /Status running/u);
    const [written] = await world.writesDone();
    const made = (await jobs(world)).find(
      ({ finishedAt, deliveryType }) => deliveryType === "pointInTime" && !finishedAt,
    );
    expect(written?.body).toEqual({
      deliveryType: "pointInTime",
      pointInTimeUTCSeconds: made?.["pointInTimeUTCSeconds"],
      targetClusterName: "prod-eu-side",
      targetGroupId: world.main,
    });
  });

  it("prepares the files of a snapshot from its own row, and counts its link down when it is there", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.at("snapshots", /Snapshots +.*! prod-eu-side: no snapshot/u);
    await sextant.do("list.filter", /^.* \/ /u);
    sextant.type("cluster:prod-eu");
    await sextant.waitFor(/\/cluster:prod-eu +\d+ of/u);
    await sextant.do("filter.keep", /Enter open/u);
    await sextant.waitFor(() => sextant.selected()?.text.includes("latest") === true, { what: "the latest one" });
    await sextant.act("Restore or download snapshot…", FORM);
    await sextant.do("form.step-on", /Restore type +← restore a point in time/u);
    await sextant.do("form.step-on", /Restore type +← download a snapshot/u);
    await sextant.review({ asks: "Prepare download" });
    await sextant.yes("Prepare download");
    await sextant.doSaying("review.send", /Status running/u);
    expect((await world.writesDone()).map(({ body }) => objectOf(body)["deliveryType"])).toEqual(["download"]);
    await world.step(300);
    sextant.press("refresh");
    await sextant.waitForSaid(/Status ready/u);
    await sextant.waitForSaid(/Download link expires in [45]\dm/u);
  });

  it("holds back what would be refused, and keeps the form when the service says no after all", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "prod-eu");
    await into(sextant, "paused-1");
    await sextant.do("form.review", /paused: resume it first/u);
    sextant.press("text.erase-line");
    await sextant.waitFor(/Target cluster +\[ ?\]/u);
    sextant.type("prod-eu-sid");
    await sextant.waitFor(/\[prod-eu-sid ?\]/u);
    await sextant.do("form.review", /no such cluster in/u);
    sextant.type("e");
    await sextant.waitFor(/\[prod-eu-side ?\]/u);
    await sextant.review();
    await sextant.typeName("prod-eu-side");
    expect(await world.writes()).toEqual([]);
    // Somebody else is faster.
    const body = { deliveryType: "automated", targetClusterName: "prod-eu-side", targetGroupId: world.main } as const;
    const snapshotId = await newestSnapshot(world);
    await world.client.call(
      "createBackupRestoreJob",
      { params: params(world, "prod-eu") },
      { body: { ...body, snapshotId } },
    );
    await sextant.doSaying("review.send", /A restore into prod-eu-side is already running/u);
    await sextant.waitFor(/Target cluster +\[?prod-eu-side/u);
    expect(
      (await jobs(world)).filter(({ finishedAt, deliveryType }) => deliveryType === "automated" && !finishedAt),
    ).toHaveLength(1);
  });

  it("says what a person with fewer rights may not do", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const env = world.env(await world.key(["Project Read Only"]));
    const sextant = await stage.at("restore-jobs", /Restores +! 6 clusters not/u, env);
    await sextant.waitForSaid(/requires the role Project Backup Manager/u);
    await begin(sextant, "prod-eu");
    await into(sextant, "prod-eu-side");
    await sextant.review();
    await sextant.typeName("prod-eu-side");
    await sextant.doSaying("review.send", /requires .*Project Backup Manager/iu);
    expect(await world.writesDone()).toEqual([]);
  });
});
