import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName, SnapshotId } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

const params = (world: World, name: string) => ({ groupId: world.main, clusterName: ClusterName.parse(name) });

/** The snapshots of a cluster as another client reads them, the oldest first. */
const snapshots = async (world: World, name = "prod-eu"): Promise<readonly JsonObject[]> =>
  listOf(objectOf((await world.client.call("listReplicaSetBackups", { params: params(world, name) })).raw), "results");

const sharded = async (world: World): Promise<readonly JsonObject[]> =>
  listOf(
    objectOf((await world.client.call("listShardedClusterBackups", { params: params(world, "analytics") })).raw),
    "results",
  );

/** A console that shows the snapshots of all clusters. */
async function started(stage: Stage, env: Readonly<Record<string, string>> = {}): Promise<Sextant> {
  const sextant = stage.console(["snapshots"], env);
  await sextant.waitFor(/Snapshots +.*! prod-eu-side: no snapshot/u);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected snapshot" });
  return sextant;
}

/** Filters the list, or goes on with its filter; it has the keys then, on a row that says something. */
async function narrowed(sextant: Sextant, filter: string, row: string): Promise<Sextant> {
  sextant.press("list.filter");
  await sextant.waitFor(/^.* \/ /u);
  sextant.type(filter);
  await sextant.waitFor(new RegExp(`/\\S*${filter.slice(0, 3)}\\S* +\\d+ of`, "u"));
  await sextant.do("filter.keep", /Enter open/u);
  await sextant.waitFor(() => sextant.selected()?.text.includes(row) === true, { what: row });
  return sextant;
}

/** A console that shows the snapshots of one cluster, its newest selected: of which kind that is follows from the day and the hour. */
const opened = async (stage: Stage, cluster: string, env: Readonly<Record<string, string>> = {}): Promise<Sextant> =>
  narrowed(await started(stage, env), `cluster:${cluster}`, "latest");

/** Selects the newest weekly snapshot of the cluster that the list is narrowed to, and reads it as another client does. */
async function weekly(sextant: Sextant, world: World): Promise<JsonObject | undefined> {
  await narrowed(sextant, " weekly", "weekly");
  return (await snapshots(world)).findLast(({ frequencyType }) => frequencyType === "weekly");
}

describe.each(SIZES)("snapshots at $cols x $rows, $dialect", (setting) => {
  it("takes one of a cluster that is picked by name, lands on it, and sees it done without a key", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await snapshots(world);
    const sextant = await started(stage);
    await sextant.do("action.new", "▌Cluster to take a snapshot of");
    await sextant.takeFound(/^prod-eu +replica set/u, "▌Take a snapshot of prod-eu", "prod-eu");
    await sextant.field("Note");
    sextant.type("before CHG-2001");
    await sextant.waitFor("before CHG-2001");
    await sextant.review({ offers: "Take a snapshot of prod-eu" });
    expect(sextant.rightmost()).toMatch(/Latest snapshot .* old|Latest usable .* old|UTC, .* old/u);
    await sextant.doSaying("review.send", /Status queued/u);
    const made = (await snapshots(world)).filter(({ id }) => !before.some((other) => other["id"] === id));
    expect(made).toMatchObject([{ description: "before CHG-2001", snapshotType: "onDemand", status: "queued" }]);
    expect((await world.writesDone()).map(({ body }) => body)).toEqual([
      { description: "before CHG-2001", retentionInDays: 7 },
    ]);

    // A second one has to wait: the service says so, and all that was filled in stays.
    await sextant.do("detail.back", /▌Snapshots +(?:2|!)/u);
    await sextant.do("action.new", "▌Cluster to take a snapshot of");
    await sextant.takeFound(/^prod-eu +replica set/u, "▌Take a snapshot of prod-eu", "prod-eu");
    await sextant.field("Note");
    await sextant.review({ offers: "Take a snapshot of prod-eu" });
    expect(sextant.rightmost()).toMatch(/Another on-demand snapshot is queued/u);
    await sextant.doSaying("review.send", /refused by the service/u);
    await sextant.do("form.leave", /▌Snapshots/u);

    await world.step(900);
    await sextant.waitFor(/▌Snapshots +!/u);
    const [done] = (await snapshots(world)).filter(({ id }) => id === made[0]?.["id"]);
    expect(done).toMatchObject({ status: "completed" });
  });

  it("keeps one longer by its own terms, and refuses less than the rules ask for before it is sent", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "prod-eu");
    const newest = await weekly(sextant, world);
    await sextant.do("action.edit", "▌Change retention of weekly");
    await sextant.field("Retention");
    await sextant.replace("3");
    await sextant.waitFor(/\[3 ?\]/u);
    await sextant.do("form.review", /at least 7 days/u);
    expect(await world.writes()).toEqual([]);
    // The refusal brought the keys to the field anew: what is typed first replaces what stood there.
    sextant.type("30");
    await sextant.waitFor(/\[30 ?\]/u);
    await sextant.review({ offers: "Extend retention" });
    const left = Date.parse(String(newest?.["createdAt"])) + 30 * 86_400_000 - Date.now();
    await sextant.doSaying("review.send", new RegExp(`Expires in ${Math.floor(left / 86_400_000)}d`, "u"));
    const [kept] = (await snapshots(world)).filter(({ id }) => id === newest?.["id"]);
    const days = (Date.parse(String(kept?.["expiresAt"])) - Date.parse(String(kept?.["createdAt"]))) / 86_400_000;
    expect(days).toBe(30);
    expect((await world.writesDone()).map(({ method, body }) => [method, body])).toEqual([
      ["PATCH", { retentionValue: 30, retentionUnit: "DAYS" }],
    ]);
  });

  it("deletes only after the cluster's name was typed, having said what becomes impossible", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await snapshots(world);
    const sextant = await opened(stage, "prod-eu");
    await sextant.do("action.delete", "▌Review");
    await sextant.waitForSaid(/type prod-eu exactly to/u);
    expect(sextant.rightmost()).toMatch(/This is the latest usable snapshot/u);
    await sextant.do("review.back", /▌Snapshots/u);

    const deleted = await weekly(sextant, world);
    await sextant.do("action.delete", "▌Review");
    await sextant.waitForSaid(/type prod-eu exactly to/u);
    expect(sextant.rightmost()).toMatch(/copies in eu-central-1, us-east-1 are deleted too/u);
    sextant.type("prod");
    await sextant.waitFor(/> prod/u);
    sextant.press("review.send");
    await sextant.waitFor(/type the name|prod-eu first|exactly/u);
    expect(await world.writes()).toEqual([]);
    sextant.type("-eu");
    await sextant.waitFor(/> prod-eu/u);
    await sextant.do("review.send", /Deleted snapshot/u);
    const after = await snapshots(world);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id).filter((id) => id !== deleted?.["id"]));
  });

  it("deletes one of a sharded cluster by its own path, and names its shards first", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await sharded(world);
    const sextant = await opened(stage, "analytics");
    await sextant.do("list.open", /Status +completed/u);
    await sextant.do("detail.back", /▌Snapshots/u);
    await sextant.do("action.delete", "▌Review");
    await sextant.waitForSaid(/The snapshots of all 3 shards are deleted/u);
    await sextant.typeName("analytics");
    await sextant.do("review.send", /Deleted snapshot/u);
    expect((await sharded(world)).map(({ id }) => id)).toEqual(before.slice(0, -1).map(({ id }) => id));
    expect((await world.writesDone())[0]?.target).toContain("/backup/snapshots/shardedCluster/");
  });

  it("says where the compliance policy forbids a deletion, and why a serverless one cannot be deleted here", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const groupId = world.project("Staging");
    const sextant = stage.console(["snapshots"], { SEXTANT_PROJECT_ID: groupId });
    await sextant.waitFor(/Snapshots +\d+ in total/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected snapshot" });
    await sextant.do("action.delete", "▌Review");
    await sextant.waitForSaid(/has a compliance policy: the service will refuse this/u);
    await sextant.typeName("stage-1");
    await sextant.doSaying("review.send", /compliance policy of the project protects its snapshots/u);
    expect(await world.writesDone()).toEqual([]);

    const main = await opened(stage, "orders-sls");
    await main.do("action.delete", /expire automatically/u);
    await main.do("list.open", /Status +completed/u);
  });

  it("says what a person with fewer rights may not do", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "prod-eu", world.env(await world.key(["Project Read Only"])));
    await sextant.do("action.delete", "▌Review");
    await sextant.typeName("prod-eu");
    await sextant.doSaying("review.send", /requires .*Project Backup Manager/iu);
    const newest = (await snapshots(world)).at(-1)?.["id"];
    const one = { ...params(world, "prod-eu"), snapshotId: SnapshotId.parse(newest) };
    expect((await world.client.call("getReplicaSetBackup", { params: one })).raw).toMatchObject({ id: newest });
  });
});
