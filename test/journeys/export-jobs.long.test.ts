import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

const params = (world: World, name: string) => ({ groupId: world.main, clusterName: ClusterName.parse(name) });

/** The exports of a cluster as another client reads them, the oldest first. */
const exportsOf = async (world: World, name = "prod-eu"): Promise<readonly JsonObject[]> =>
  listOf(objectOf((await world.client.call("listBackupExportJobs", { params: params(world, name) })).raw), "results");

/** A console that shows the exports of all clusters, with one selected. */
async function opened(stage: Stage, env: Readonly<Record<string, string>> = {}): Promise<Sextant> {
  const sextant = stage.console(["export-jobs"], env);
  await sextant.waitFor(/Exports +1 running · 1 failed in 35 days/u);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected export" });
  return sextant;
}

/** Picks the cluster of a new export by its name. */
async function pickCluster(sextant: Sextant, name: string): Promise<void> {
  await sextant.do("action.new", "▌Cluster to export a snapshot of");
  await sextant.takeFound(`${name} `, `▌Export a snapshot of ${name}`, name);
}

describe.each(SIZES)("exports at $cols x $rows, $dialect", (setting) => {
  it("exports a snapshot without an id typed, lands on its live view, and sees it counted and done without a key", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await exportsOf(world);
    const sextant = await opened(stage);
    await pickCluster(sextant, "prod-eu");
    await sextant.field("Bucket");
    await sextant.select("+ Add label", "form.next");
    await sextant.do("form.add", /Label +\[/u);
    sextant.type("ticket");
    await sextant.waitFor(/\[ticket ?\]/u);
    await sextant.do("form.next", /Value +\[|Text +\[/u);
    sextant.type("CHG-2001");
    await sextant.waitFor(/ticket = CHG-2001/u);
    await sextant.review({ asks: "Export to acme-db-exports" });
    expect(sextant.rightmost()).toMatch(/no operation to cancel an export/u);
    expect(sextant.rightmost()).toMatch(/(?:Running now|In progress) +(?:none|no export) of prod-eu/u);
    sextant.press("review.yes");
    await sextant.waitFor(/Export to acme-db-exports\? +yes/u);
    await sextant.doSaying("review.send", /Status queued/u);
    const [made] = (await exportsOf(world)).filter(({ id }) => !before.some((other) => other["id"] === id));
    expect(made).toMatchObject({ state: "Queued", customData: [{ key: "ticket", value: "CHG-2001" }] });
    const [written] = await world.writesDone();
    expect(written?.body).toMatchObject({ snapshotId: made?.["snapshotId"], exportBucketId: made?.["exportBucketId"] });

    // 0 of 0 is counting, then collections come; the end is seen without a key.
    await world.step(105);
    sextant.press("refresh");
    await sextant.waitForSaid(/Status running Collections counting/u);
    await world.step(400);
    sextant.press("refresh");
    await sextant.waitForSaid(/Collections \d+ of 880/u);
    // How many come first depends on the id of the job, as their sizes do: the bar and its share say what the number says.
    const [, exported, full = "", open = "", share] =
      /Collections (\d+) of 880 (█*)(░+) (\d+) %/u.exec(sextant.rightmost()) ?? [];
    const part = Number(exported) / 880;
    expect([full.length, Number(share)]).toEqual([
      Math.floor(part * (full.length + open.length)),
      Math.floor(part * 100),
    ]);
    await world.step(1500);
    // Without a key it takes the pace of the scheduler: once is enough.
    if (setting.cols > 80) sextant.press("refresh");
    await sextant.waitForSaid(/Status completed/u);
    expect(sextant.rightmost()).toContain("880 of 880 collections (100 %)");
  });

  it("says why one failed, and gives the path of the files of another to copy", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await opened(stage);
    await sextant.select("access denied");
    await sextant.do("list.open", /Failure/u);
    await sextant.waitForSaid(/Authorise the role of the bucket/u);
    await sextant.do("detail.back", /▌Exports/u);
    await sextant.select(/completed +prod-eu +took/u);
    await sextant.act("Show path of the files", /▌Files of the export to acme-db-exports/u);
    expect(sextant.rightmost()).toMatch(/s3:\/\/acme-db-exports\/exported_snapshots/u);
    expect(await stage.world.writes()).toEqual([]);
  });

  it("exports a snapshot from its own row, and shows the refusal when somebody else was first", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = stage.console(["snapshots"]);
    await sextant.waitFor(/Snapshots +.*! prod-eu-side: no snapshot/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected snapshot" });
    sextant.press("list.filter");
    await sextant.waitFor(/^.* \/ /u);
    sextant.type("cluster:prod-eu weekly");
    await sextant.waitFor(/\/cluster:prod-eu we\S* +\d+ of/u);
    await sextant.do("filter.keep", /Enter open/u);
    await sextant.on(/weekly/u);
    await sextant.act("Export to bucket", "▌Export a snapshot of prod-eu");
    await sextant.waitFor(/Snapshot .*weekly/u);
    await sextant.review({ asks: "Export to acme-db-exports" });

    const snapshots = await world.client.call("listReplicaSetBackups", { params: params(world, "prod-eu") });
    const weekly = listOf(objectOf(snapshots.raw), "results").filter(({ frequencyType }) => frequencyType === "weekly");
    const exportBucketId = String(
      (await exportsOf(world)).find(({ state }) => state === "Successful")?.["exportBucketId"],
    );
    const body = { snapshotId: String(weekly.at(-1)?.["id"]), exportBucketId };
    await world.client.call("createBackupExportJob", { params: params(world, "prod-eu") }, { body });

    sextant.press("review.yes");
    await sextant.waitFor(/Export to acme-db-exports\? +yes/u);
    await sextant.doSaying("review.send", /refused by the service.*already/u);
    await sextant.doSaying("form.review", /an export of this snapshot is running: wait for it/u);
    expect(await world.writesDone()).toHaveLength(1);
    // Another one can be had meanwhile, by its time.
    await sextant.waitFor(/› Snapshot/u);
    for (let shown = sextant.selected()?.text ?? ""; shown.includes("weekly"); shown = sextant.selected()?.text ?? "") {
      const former = shown;
      await sextant.do("form.step-on", () => ![undefined, former].includes(sextant.selected()?.text));
    }
    await sextant.review({ asks: "Export to acme-db-exports" });
    expect(sextant.rightmost()).toMatch(/(?:Running now|In progress) +1 export/u);
    sextant.press("review.yes");
    await sextant.waitFor(/Export to acme-db-exports\? +yes/u);
    await sextant.doSaying("review.send", /Status queued/u);
    expect((await exportsOf(world)).filter(({ state }) => state === "Queued")).toHaveLength(2);
  });

  it("says which role is needed where exports may not even be read", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const key = await world.key(["Project Read Only", "Project Backup Manager"]);
    const sextant = stage.console(["export-jobs"], world.env(key));
    await sextant.waitForSaid(/requires the role Project Service Admin|Project Service Admin/u);
    expect(await world.writesDone()).toEqual([]);
  });
});
