import type { Counted } from "./counted.ts";
import type { CountedWrite } from "./write.ts";

/** Writes of the areas under Search. */

const indexes = (sextant: Counted): Promise<void> => sextant.go("ind", "Go to Indexes", /▌Indexes +\d+ · \d+ not/u);

const firstGeneration = (sextant: Counted): Promise<void> =>
  sextant.go("1st", "Go to Indexes, 1st gen", /▌Indexes, 1st gen +ends/u);

/** Shows the indexes of one collection: they are addressed by their names then. */
async function oneCollection(sextant: Counted): Promise<void> {
  await sextant.go("one", "Indexes: Show one collection", "▌Collection: on which cluster");
  await sextant.take("Collection: on which cluster", /^prod-eu +replica/u, "eu");
  await sextant.take("Collection of prod-eu", "shop.products", "prod");
  await sextant.waitFor(/▌Indexes +.*only shop\.products/u);
}

/** Creates an index of every field of a collection. */
const createIndex =
  (text: string, entry: string, form: string, said: RegExp): CountedWrite["go"] =>
  async (sextant) => {
    await sextant.go(text, entry, "▌New search index on which cluster");
    await sextant.take("New search index on which cluster", /^prod-eu +replica/u, "eu");
    await sextant.take("New search index on prod-eu: start from", "Dynamic mapping");
    await sextant.waitFor(form);
    await sextant.chooseAndGoOn("Database", "shop", "sh");
    await sextant.choose("Collection", "customers", "cu");
    await sextant.review();
    await sextant.confirmWithYes(said);
  };

type List = (sextant: Counted) => Promise<void>;

/** Goes to the index of facets in a list. */
async function facets(sextant: Counted, list: List): Promise<void> {
  await list(sextant);
  await sextant.filter("facet", /facets/u);
}

/** Chooses another analyzer for the queries of an index. */
const changeAnalyzer =
  (list: List, form: string | RegExp, said: RegExp): CountedWrite["go"] =>
  async (sextant) => {
    await facets(sextant, list);
    await sextant.do("action.edit", form);
    await sextant.goToField("quer", /Query analyzer/u);
    await sextant.choose("Query analyzer", "lucene.german", "germ", "form.suggest-always");
    await sextant.review();
    await sextant.confirmWithYes(said);
  };

const deleteIndex =
  (list: List, said: RegExp): CountedWrite["go"] =>
  async (sextant) => {
    await facets(sextant, list);
    await sextant.deleteByName("facets", said);
  };

/** Goes to the search nodes of the cluster that has some. */
async function nodesOfProdEu(sextant: Counted): Promise<void> {
  await sextant.go("nod", "Go to Search nodes", /▌Search nodes +1 of 5 clusters/u);
  await sextant.on(/^prod-eu /u);
}

const CREATED = { database: "shop", collectionName: "customers", name: "default" } as const;

export const SEARCH: readonly CountedWrite[] = [
  {
    area: "search-indexes",
    write: "create, every field of a collection",
    operation: "createServiceSearchIndex",
    like: "clusters search indexes create",
    go: createIndex("new sea", "Indexes: New search index", "▌New search index on prod-eu ", /Status Pending/u),
    body: CREATED,
  },
  {
    area: "search-indexes",
    write: "change the analyzer of queries",
    operation: "updateServiceSearchIndex",
    like: "clusters search indexes update",
    go: changeAnalyzer(indexes, "▌Edit search index", /Status /u),
    body: { definition: { searchAnalyzer: "lucene.german" } },
  },
  {
    area: "search-indexes",
    write: "the same, by collection and name",
    operation: "updateServiceSearchIndexByName",
    like: "clusters search indexes update",
    go: changeAnalyzer(oneCollection, "▌Edit search index", /Status /u),
    body: { definition: { searchAnalyzer: "lucene.german" } },
  },
  {
    area: "search-indexes",
    write: "delete",
    operation: "deleteServiceSearchIndex",
    like: "clusters search indexes delete",
    go: deleteIndex(indexes, /▌Indexes/u),
  },
  {
    area: "search-indexes",
    write: "the same, by collection and name",
    operation: "deleteServiceSearchIndexByName",
    like: "clusters search indexes delete",
    go: deleteIndex(oneCollection, /▌Indexes/u),
  },
  {
    area: "search-indexes-first-generation",
    write: "create, every field of a collection",
    operation: "createServiceSearchIndexDeprecated",
    like: "clusters search indexes create",
    go: createIndex(
      "new 1st",
      "Indexes, 1st gen: New search index",
      "▌New search index on prod-eu, 1st gen",
      /Status building/u,
    ),
    body: CREATED,
  },
  {
    area: "search-indexes-first-generation",
    write: "change the analyzer of queries",
    operation: "updateServiceSearchIndexDeprecated",
    like: "clusters search indexes update",
    go: changeAnalyzer(firstGeneration, /▌Edit shop\.products · facets, 1st gen/u, /Status (building|migrating)/u),
    body: { searchAnalyzer: "lucene.german" },
  },
  {
    area: "search-indexes-first-generation",
    write: "delete",
    operation: "deleteServiceSearchIndexDeprecated",
    like: "clusters search indexes delete",
    go: deleteIndex(firstGeneration, /▌Indexes, 1st gen/u),
  },
  {
    area: "search-nodes",
    write: "create two of the smallest size",
    operation: "createServiceSearchDeployment",
    like: "clusters search nodes create",
    go: async (sextant) => {
      await sextant.go("add n", "Search nodes: Add search nodes to a cluster", "▌Search nodes for which cluster");
      await sextant.take("Search nodes for which cluster", "analytics");
      await sextant.waitFor("▌Add search nodes to analytics");
      await sextant.choose("Node size", "S20_HIGHCPU_NVME");
      await sextant.review();
      await sextant.confirmWithYes(/Status changing/u);
    },
    body: { specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }] },
  },
  {
    area: "search-nodes",
    write: "change the number",
    operation: "updateServiceSearchDeployment",
    like: "clusters search nodes update",
    go: async (sextant) => {
      await nodesOfProdEu(sextant);
      await sextant.do("action.edit", "▌Edit search nodes of prod-eu");
      await sextant.on("Node size");
      await sextant.times(1, "form.next", "Nodes");
      await sextant.replace("3");
      await sextant.review();
      await sextant.confirmWithYes(/Status changing/u);
    },
    body: { specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 3 }] },
  },
  {
    area: "search-nodes",
    write: "delete",
    operation: "deleteServiceSearchDeployment",
    like: "clusters search nodes delete",
    go: async (sextant) => {
      await nodesOfProdEu(sextant);
      await sextant.deleteByName("prod-eu", /Status changing/u);
    },
  },
];
