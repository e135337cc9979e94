import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { objectOf, type World } from "./world.ts";

/** The search nodes of a cluster as another client reads them. */
async function nodesOf(world: World, cluster: string): Promise<JsonObject> {
  const params = { groupId: world.main, clusterName: ClusterName.parse(cluster) };
  return objectOf((await world.client.call("getServiceSearchDeployment", { params })).raw);
}

/** A console that shows the search nodes, with one cluster selected. */
async function opened(stage: Stage, cluster: string): Promise<Sextant> {
  const sextant = await stage.at("search-nodes", /▌Search nodes +1 of 5 clusters/u);
  await sextant.select(new RegExp(`^ *•?${cluster} `, "u"));
  return sextant;
}

describe.each(SIZES)("search nodes at $cols x $rows, $dialect", (setting) => {
  it("are read by cluster, and one with the indexes that they are for", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await opened(stage, "prod-eu");
    await sextant.doSaying("list.open", /Nodes 2 × S20_HIGHCPU_NVME/u);
    await sextant.waitForSaid(/14 indexes, 4 not serving/u);
    await sextant.mark(/shop\.catalog_2023/u, "detail.down");
    await sextant.doSaying("detail.follow", /Not serving: collection does not exist/u);
  });

  it("are set up by picking a size, change although the first answer says they do not, and are ready after that", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "analytics");
    await sextant.do("action.new", "▌Add search nodes to analytics");
    await sextant.on(/^ *Node size/u);
    await sextant.pick("form.suggest", "Node size", "S30_LOWCPU_NVME");
    await sextant.waitForSaid(/S30_LOWCPU_NVME, 2 per shard, 6 nodes in 3 shards/u);
    await sextant.review({ asks: "Add search nodes" });
    await sextant.yes("Add search nodes");
    await sextant.doSaying("review.send", /Status changing Changing since/u);
    expect(await world.writesDone()).toMatchObject([
      { method: "POST", body: { specs: [{ instanceSize: "S30_LOWCPU_NVME", nodeCount: 2 }] } },
    ]);
    await sextant.do("action.edit", /! a change is in progress/u);
    await world.step(525);
    await sextant.do("refresh", /Status +ready/u);
    expect(await nodesOf(world, "analytics")).toMatchObject({ stateName: "IDLE" });
  });

  it("go by the typed name of their cluster; search runs on the cluster's own nodes then", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "prod-eu");
    await sextant.do("action.delete", "▌Review");
    await sextant.waitForSaid(/type prod-eu exactly to/u);
    expect(sextant.rightmost()).toContain("14 indexes are rebuilt on the database nodes of prod-eu");
    await sextant.typeName("prod-eu");
    await sextant.doSaying("review.send", /Status changing/u);
    await world.step(120);
    sextant.press("refresh");
    await sextant.waitForSaid(/Nodes none Search runs on the database nodes/u);
    expect(await nodesOf(world, "prod-eu")).toEqual({});
  });

  it("are refused with the words of the service, and the form keeps what was filled in", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "prod-eu");
    await sextant.do("action.edit", "▌Edit search nodes of prod-eu");
    await sextant.on(/^ *Node size/u);
    sextant.type("_XXL");
    await sextant.waitForSaid(/gets 2 × S20_HIGHCPU_NVME_XXL instead of/u);
    await sextant.review({ asks: "Update search nodes" });
    await sextant.yes("Update search nodes");
    await sextant.doSaying("review.send", /not a size of search nodes/u);
    await sextant.waitForSaid(/S20_HIGHCPU_NVME_XXL/u);
    expect(await world.writesDone()).toEqual([]);
    expect(await nodesOf(world, "prod-eu")).toMatchObject({ stateName: "IDLE" });
  });
});
