import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { objectOf, type World } from "./world.ts";

/** The search indexes of a cluster as another client reads them. */
async function indexes(world: World): Promise<readonly JsonObject[]> {
  const params = { groupId: world.main, clusterName: ClusterName.parse("prod-eu") };
  const { raw } = await world.client.call("listServiceSearchIndexesCluster", { params });
  return Array.isArray(raw) ? raw.map(objectOf) : [];
}

const ofProducts = async (world: World): Promise<readonly unknown[]> =>
  (await indexes(world)).filter(({ collectionName }) => collectionName === "products").map(({ name }) => name);

/** A console that shows the indexes, with one selected. */
async function opened(stage: Stage): Promise<Sextant> {
  const sextant = stage.console(["search-indexes"]);
  await sextant.waitFor(/▌Indexes +\d+ · \d+ not serving · \d+ changing/u);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected index" });
  return sextant;
}

/** Puts the keys on an index by filtering: names of several begin alike, so that going down cannot tell them apart. */
async function find(sextant: Sextant, name: string, row: RegExp): Promise<void> {
  sextant.press("list.filter");
  await sextant.waitFor(/^.* \/ /u);
  sextant.type(name);
  await sextant.waitFor(new RegExp(`/${name} +\\d+ of`, "u"));
  await sextant.do("filter.keep", /Enter open/u);
  await sextant.waitFor(() => row.test(sextant.selected()?.text ?? ""), { what: `${name}, selected` });
}

describe.each(SIZES)("search indexes at $cols x $rows, $dialect", (setting) => {
  it("are read worst first, and one of them host by host", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await opened(stage);
    expect(sextant.selected()?.text).toMatch(/not serving/u);
    await find(sextant, "autocomplete", /autocomplete.*old definition on 2/u);
    await sextant.do("list.open", /Status by host/u);
    await sextant.waitForSaid(/Status Serving the old definition on 2 of 3 hosts/u);
    await sextant.waitForSaid(/00-00 main v4 READY, serves queries.*00-01 main v3 READY, serves queries staged v4/u);
  });

  it("go by their typed name, and that is sent", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage);
    await find(sextant, "facets", /facets/u);
    await sextant.do("action.delete", "▌Review");
    await sextant.waitForSaid(/type facets exactly to/u);
    expect(sextant.rightmost()).toContain("Queries that use this index fail at once.");
    await sextant.typeName("facets");
    await sextant.do("review.send", /▌Indexes/u);
    expect((await world.writesDone()).map(({ method, operation }) => [method, operation])).toEqual([
      ["DELETE", "deleteServiceSearchIndex"],
    ]);
    await world.step(10);
    expect(await ofProducts(world)).toEqual(expect.not.arrayContaining(["facets"]));
  });

  it("are made under a name that is free: one that is taken goes back to its field", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage);
    await sextant.do("action.new", "▌New search index on which cluster");
    await sextant.takeFound(/^prod-eu +replica set/u, "▌New search index on prod-eu: start from", "prod-eu");
    await sextant.takeFound("Dynamic mapping", "▌New search index on prod-eu ");
    await sextant.field("Database");
    sextant.type("shop");
    await sextant.field("Collection");
    sextant.type("products");
    await sextant.waitFor("▌New search index shop.products · default");
    await sextant.do("form.review", /this collection already has an index of this name/u);
    await sextant.on(/^ *(Index n|N)ame/u);
    expect(await world.writesDone()).toEqual([]);
    sextant.type("-2");
    await sextant.waitFor("▌New search index shop.products · default-2");
    await sextant.review({ asks: "Create search index" });
    await sextant.yes("Create search index");
    await sextant.doSaying("review.send", /Status Pending/u);
    expect(await ofProducts(world)).toContain("default-2");
  });
});
