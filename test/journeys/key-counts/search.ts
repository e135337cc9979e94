import type { Counted } from "./counted.ts";
import type { CountedWrite } from "./write.ts";

/** Writes of the areas under Search. */

const indexes = (console: Counted): Promise<void> => console.go("ind", "Go to Indexes", /▌Indexes +\d+ · \d+ not/u);

const firstGeneration = (console: Counted): Promise<void> =>
  console.go("1st", "Go to Indexes, 1st gen", /▌Indexes, 1st gen +ends/u);

const nodes = (console: Counted): Promise<void> =>
  console.go("nod", "Go to Search nodes", /▌Search nodes +1 of 4 clusters/u);

/** Shows the indexes of one collection: they are addressed by their names then. */
async function oneCollection(console: Counted): Promise<void> {
  await console.go("one", "Indexes: Show one collection", "▌Collection: on which cluster");
  await console.take("Collection: on which cluster", /^prod-eu +replica/u, "eu");
  await console.take("Collection of prod-eu", "shop.products", "prod");
  await console.waitFor(/▌Indexes +.*only shop\.products/u);
}

/** Picks the cluster, what to start from, and the collection of a new index. */
async function newIndex(console: Counted, form: string): Promise<void> {
  await console.take("New search index on which cluster", /^prod-eu +replica/u, "eu");
  await console.take("New search index on prod-eu: start from", "Every field");
  await console.waitFor(form);
  await console.on("Database");
  console.press("form.suggest");
  await console.take("Database", "shop", "sh");
  await console.on("Collection");
  console.press("form.suggest");
  await console.take("Collection", "customers", "cu");
  await console.review();
}

/** Chooses another analyzer for queries, as far as the review. */
async function otherAnalyzer(console: Counted): Promise<void> {
  await console.goToField("quer", /Query analyzer/u);
  console.press("form.suggest-always");
  await console.take("Query analyzer", "lucene.german", "germ");
  await console.review();
}

export const SEARCH: readonly CountedWrite[] = [
  {
    area: "search-indexes",
    write: "create, every field of a collection",
    operation: "createServiceSearchIndex",
    like: "clusters search indexes create",
    go: async (console) => {
      await console.go("new sea", "Indexes: New search index", "▌New search index on which cluster");
      await newIndex(console, "▌New search index on prod-eu ");
      await console.confirmWithYes(/Now Not serving/u);
    },
    body: { database: "shop", collectionName: "customers", name: "default" },
  },
  {
    area: "search-indexes",
    write: "change the analyzer of queries",
    operation: "updateServiceSearchIndex",
    like: "clusters search indexes update",
    go: async (console) => {
      await indexes(console);
      await console.filter("fac", /facets/u);
      await console.do("action.edit", "▌Change search index");
      await otherAnalyzer(console);
      await console.confirmWithYes(/Now /u);
    },
    body: { definition: { searchAnalyzer: "lucene.german" } },
  },
  {
    area: "search-indexes",
    write: "the same, by collection and name",
    operation: "updateServiceSearchIndexByName",
    like: "clusters search indexes update",
    go: async (console) => {
      await oneCollection(console);
      await console.filter("fac", /facets/u);
      await console.do("action.edit", "▌Change search index");
      await otherAnalyzer(console);
      await console.confirmWithYes(/Now /u);
    },
    body: { definition: { searchAnalyzer: "lucene.german" } },
  },
  {
    area: "search-indexes",
    write: "delete",
    operation: "deleteServiceSearchIndex",
    like: "clusters search indexes delete",
    go: async (console) => {
      await indexes(console);
      await console.filter("fac", /facets/u);
      await console.do("action.delete", "▌Review");
      await console.confirmWithName("facets", /▌Indexes/u);
    },
  },
  {
    area: "search-indexes",
    write: "the same, by collection and name",
    operation: "deleteServiceSearchIndexByName",
    like: "clusters search indexes delete",
    go: async (console) => {
      await oneCollection(console);
      await console.filter("fac", /facets/u);
      await console.do("action.delete", "▌Review");
      await console.confirmWithName("facets", /▌Indexes/u);
    },
  },
  {
    area: "search-indexes-first-generation",
    write: "create, every field of a collection",
    operation: "createServiceSearchIndexDeprecated",
    like: "clusters search indexes create",
    go: async (console) => {
      await console.go("new 1st", "Indexes, 1st gen: New search index", "▌New search index on which cluster");
      await newIndex(console, "▌New search index on prod-eu, 1st gen");
      await console.confirmWithYes(/Status being built/u);
    },
    body: { database: "shop", collectionName: "customers", name: "default" },
  },
  {
    area: "search-indexes-first-generation",
    write: "change the analyzer of queries",
    operation: "updateServiceSearchIndexDeprecated",
    like: "clusters search indexes update",
    go: async (console) => {
      await firstGeneration(console);
      await console.filter("fac", /facets/u);
      await console.do("action.edit", /▌Change shop\.products · facets, 1st gen/u);
      await otherAnalyzer(console);
      await console.confirmWithYes(/Status (being built|moving)/u);
    },
    body: { searchAnalyzer: "lucene.german" },
  },
  {
    area: "search-indexes-first-generation",
    write: "delete",
    operation: "deleteServiceSearchIndexDeprecated",
    like: "clusters search indexes delete",
    go: async (console) => {
      await firstGeneration(console);
      await console.filter("fac", /facets/u);
      await console.do("action.delete", "▌Review");
      await console.confirmWithName("facets", /▌Indexes, 1st gen/u);
    },
  },
  {
    area: "search-nodes",
    write: "create two of the smallest size",
    operation: "createServiceSearchDeployment",
    like: "clusters search nodes create",
    go: async (console) => {
      await console.go("gi", "Search nodes: Give a cluster search nodes", "▌Search nodes for which cluster");
      await console.take("Search nodes for which cluster", "analytics");
      await console.waitFor("▌Search nodes for analytics");
      await console.on("Node size");
      console.press("form.suggest");
      await console.take("Node size", "S20_HIGHCPU_NVME");
      await console.review();
      await console.confirmWithYes(/State changing/u);
    },
    body: { specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }] },
  },
  {
    area: "search-nodes",
    write: "change the number",
    operation: "updateServiceSearchDeployment",
    like: "clusters search nodes update",
    go: async (console) => {
      await nodes(console);
      await console.on(/^prod-eu /u);
      await console.do("action.edit", "▌Change the search nodes of prod-eu");
      await console.on("Node size");
      await console.times(1, "form.next", "Nodes");
      await console.replace("3");
      await console.review();
      await console.confirmWithYes(/State changing/u);
    },
    body: { specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 3 }] },
  },
  {
    area: "search-nodes",
    write: "delete",
    operation: "deleteServiceSearchDeployment",
    like: "clusters search nodes delete",
    go: async (console) => {
      await nodes(console);
      await console.on(/^prod-eu /u);
      await console.do("action.delete", "▌Review");
      await console.confirmWithName("prod-eu", /State changing/u);
    },
  },
];
