import { describe, expect, it } from "vitest";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { objectOf, type World } from "./world.ts";

/** The names and statuses of the first generation in one collection, as another client reads them. */
async function inArticles(world: World): Promise<ReadonlyMap<string, string>> {
  const params = {
    groupId: world.main,
    clusterName: ClusterName.parse("prod-eu"),
    databaseName: "media",
    collectionName: "articles",
  };
  const { raw } = await world.client.call("listServiceSearchIndexesDeprecated", { params });
  const all = Array.isArray(raw) ? raw.map(objectOf) : [];
  return new Map(all.map(({ name, status }) => [String(name), String(status)]));
}

/** A console that shows the indexes of the first generation, with one selected by filtering. */
async function opened(stage: Stage, name: string): Promise<Sextant> {
  const sextant = await stage.at("search-indexes-first-generation", /▌Indexes, 1st gen +ends 1 Jul 2027/u);
  sextant.press("list.filter");
  await sextant.waitFor(/^.* \/ /u);
  sextant.type(name);
  await sextant.waitFor(new RegExp(`/${name} +1 of`, "u"));
  await sextant.do("filter.keep", /Enter open/u);
  await sextant.waitFor(() => sextant.selected()?.text.includes(name) === true, { what: `${name}, selected` });
  return sextant;
}

describe.each(SIZES)("search indexes of the first generation at $cols x $rows, $dialect", (setting) => {
  it("are read with their end said, alone for one collection, and lead to the current generation", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await opened(stage, "titles");
    await sextant.act("Show only this collection", /1 of 4 /u);
    await sextant.waitFor(() => /Enter open/u.test(sextant.screen().at(-1) ?? ""), { what: "the keys of a row" });
    await sextant.doSaying("list.open", /deprecated since 30 May 2024 and end on 1 Jul 2027/u);
    await sextant.waitForSaid(/edgeName custom analyzer: htmlStrip → edgeGram 2–15/u);
    await sextant.act("Show in Indexes (current generation)", /▌titles of media\.articles/u);
    await sextant.waitForSaid(/Status Serving v1/u);
    // Its list shows only the collection; Esc leads back to the index that one came from.
    await sextant.do("pane.left", /▌Indexes +\S/u);
    await sextant.do("pane.right", /▌titles of media\.articles/u);
    await sextant.doSaying("detail.back", /deprecated since 30 May 2024/u);
  });

  it("are changed by the whole record, an analyzer part by part", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "titles");
    await sextant.do("action.edit", "▌Edit media.articles · titles, 1st gen");
    await sextant.field("Analyzer 1");
    await sextant.do("form.open-item", /Min length/u);
    await sextant.field("Max length");
    await sextant.do("text.erase-line", /Max length +(• )?\[ ?\]/u);
    sextant.type("12");
    await sextant.waitFor(/Max length +• \[12/u);
    await sextant.review({ asks: "Update search index" });
    expect(sextant.rightmost()).toMatch(/15 → 12/u);
    await sextant.yes("Update search index");
    await sextant.doSaying("review.send", /Status (building|migrating)/u);
    const [write] = await world.writesDone();
    expect(write).toMatchObject({
      method: "PATCH",
      operation: "updateServiceSearchIndexDeprecated",
      body: { name: "titles", analyzers: [{ tokenizer: { type: "edgeGram", minGram: 2, maxGram: 12 } }] },
    });
    expect(objectOf(write?.body)).not.toHaveProperty("status");
    expect((await inArticles(world)).get("titles")).toBe("IN_PROGRESS");
  });

  it("go by their typed name", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "titles");
    await sextant.do("action.delete", "▌Review");
    await sextant.typeName("titles");
    await sextant.do("review.send", /▌Indexes, 1st gen/u);
    await sextant.waitFor(/titles +deleting/u);
    await world.step(10);
    expect([...(await inArticles(world)).keys()]).toEqual(expect.not.arrayContaining(["titles"]));
  });

  it("are made under a name that is free: the service is not even asked for one that is taken", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage, "titles");
    await sextant.do("action.new", "▌New search index on which cluster");
    await sextant.takeFound(/^prod-eu +replica set/u, "▌New search index on prod-eu: start from", "prod-eu");
    await sextant.takeFound("Dynamic mapping", "▌New search index on prod-eu, 1st gen");
    await sextant.field("Database");
    sextant.type("media");
    await sextant.field("Collection");
    sextant.type("articles");
    await sextant.waitFor(/▌New index media\.articles · default, 1/u);
    await sextant.do("form.review", /this collection already has an index of this name/u);
    expect(await world.writesDone()).toEqual([]);
    await sextant.on(/^ *(Index n|N)ame/u);
    sextant.type("-2");
    await sextant.waitFor(/▌New index media\.articles · default-2/u);
    await sextant.review({ asks: "Create search index" });
    await sextant.yes("Create search index");
    await sextant.doSaying("review.send", /Status building/u);
    expect((await inArticles(world)).get("default-2")).toBe("IN_PROGRESS");
    expect((await world.writesDone()).map(({ operation }) => operation)).toEqual([
      "createServiceSearchIndexDeprecated",
    ]);
  });
});
