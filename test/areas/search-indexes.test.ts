import { describe, expect, it } from "vitest";
import { changeFormLayer, focusOn } from "../../src/app/form/layer.ts";
import { openSetup } from "../../src/app/form/open.ts";
import { setupOf } from "../../src/areas/search-indexes/create.ts";
import { CURRENT } from "../../src/areas/search-indexes/current.ts";
import { screenOf } from "../../src/areas/search-indexes/screen.ts";
import { searchIndexes } from "../../src/areas/search-indexes.ts";
import { valueAt } from "../../src/contract/json/json.ts";
import { ClusterName, GroupId, SearchIndexId } from "../../src/contract/schema/ids.ts";
import { CurrentGenerationIndex } from "../../src/contract/search-indexes/answers.ts";
import { indexStatusOf } from "../../src/domain/search/search-index-status.ts";
import { keyOf } from "../../src/forms/keys.ts";
import { openForm } from "../../src/forms/open.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { json, openDesk } from "../ui/form/desk.ts";
import { Answers, ago, askFrom, cellsOf, cluster, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";

const { list, queries, running, detail, detailQueries } = screenOf(CURRENT);
const actions = searchIndexes.screen.actions;

const at = (name: string) => ({ params: { groupId: GroupId.parse(GROUP), clusterName: ClusterName.parse(name) } });

/** What a host has, as the service writes it: a status alone is that of version 3. */
type Part = readonly [status: string, version?: number, message?: string];

const SERVING: readonly string[] = ["READY", "STALE"];

const part = ([status, version = 3, message]: Part) => ({
  definitionVersion: { version },
  queryable: SERVING.includes(status),
  status,
  ...(message === undefined ? {} : { message }),
});

const host = (number: number, main: Part, staged?: Part) => ({
  hostname: `prod-eu-shard-00-0${number}.acme.example:27017`,
  mainIndex: part(main),
  queryable: SERVING.includes(main[0]),
  ...(staged === undefined ? {} : { stagedIndex: { ...part(staged), queryable: false } }),
  status: (staged ?? main)[0],
});

/** An index with what its hosts have, main and staged. */
const index = (
  status: string,
  hosts: readonly (readonly [main: Part, staged?: Part])[],
  change: Readonly<Record<string, unknown>> = {},
): CurrentGenerationIndex =>
  CurrentGenerationIndex.parse({
    indexID: id(1),
    database: "shop",
    collectionName: "products",
    name: "default",
    type: "search",
    status,
    queryable: hosts.every(([[main]]) => SERVING.includes(main)),
    latestDefinition: { mappings: { dynamic: true } },
    latestDefinitionVersion: { version: 3, createdAt: ago(90) },
    ...(hosts.length === 0 ? {} : { statusDetail: hosts.map(([main, staged], number) => host(number, main, staged)) }),
    ...change,
  });

const READY: readonly [Part] = [["READY"]];
const bare = (status: string, queryable: boolean) => index(status, [], { queryable });

describe("how an index stands", () => {
  it.each<[string, CurrentGenerationIndex, string, number, boolean]>([
    ["serves", index("READY", [READY, READY]), "Serving v3", 4, false],
    ["is being deleted", index("DELETING", [[["DELETING"]]]), "Deleting", 3, true],
    [
      "is of no collection",
      index("DOES_NOT_EXIST", [[["DOES_NOT_EXIST"]]]),
      "Not serving: collection does not exist",
      0,
      false,
    ],
    ["waits for its first build", index("PENDING", [[["PENDING"]]]), "Pending: waiting to be built", 0, true],
    [
      "is built for the first time",
      index("BUILDING", [[["BUILDING", 0]], [["PENDING", 0]]], { latestDefinitionVersion: { version: 0 } }),
      "Not serving, building v0 on 1 of 2 hosts",
      0,
      true,
    ],
    ["failed at first", index("FAILED", [[["FAILED"]], [["FAILED"]]]), "Failed, not serving", 0, false],
    ["failed here, is built there", index("BUILDING", [[["FAILED"]], [["BUILDING"]]]), "Failed, not serving", 0, true],
    ["serves nowhere for another reason", index("ASLEEP", [[["ASLEEP"]]]), "Not serving (ASLEEP)", 0, false],
    [
      "serves on some hosts while others are built",
      index("BUILDING", [READY, [["BUILDING"]], [["PENDING"]]]),
      "Serving on 1 of 3 hosts only, building on 2 of 3",
      1,
      true,
    ],
    ["serves on some hosts", index("FAILED", [READY, [["FAILED"]]]), "Serving on 1 of 2 hosts only", 1, false],
    [
      "has a new definition that waits",
      index("PENDING", [[["READY", 2], ["PENDING"]]]),
      "Serving v2, v3 pending",
      3,
      true,
    ],
    [
      "has a new definition that is built",
      index("BUILDING", [
        [["READY", 2], ["BUILDING"]],
        [["READY", 1], ["PENDING"]],
      ]),
      "Serving v2, building v3 on 1 of 2 hosts",
      3,
      true,
    ],
    [
      "serves the new definition on some hosts already",
      index("BUILDING", [READY, [["READY", 2], ["BUILDING"]]]),
      "Serving the old definition on 1 of 2 hosts",
      3,
      true,
    ],
    [
      "has a new definition that failed",
      index("FAILED", [[["READY", 2], ["FAILED"]]]),
      "Failed v3, still serving v2",
      1,
      false,
    ],
    [
      "is built again as it is",
      index("BUILDING", [[["READY"], ["BUILDING"]], READY]),
      "Serving v3, rebuilding on 1 of 2 hosts",
      3,
      true,
    ],
    ["failed to be built again", index("FAILED", [[["READY"], ["FAILED"]]]), "Failed, still serving v3", 1, false],
    ["falls behind", index("STALE", [[["STALE"]]]), "Serving v3, but falling behind (STALE)", 2, false],
    ["serves with a status of its own", index("WARM", [READY]), "Serving v3 (WARM)", 4, false],
    [
      "tells no version",
      index("READY", [[["READY"]]], { latestDefinitionVersion: null, statusDetail: [{ queryable: true }] }),
      "Serving",
      4,
      false,
    ],
    ["serves, no host tells", bare("READY", true), "Serving v3", 4, false],
    ["falls behind, no host tells", bare("STALE", true), "Serving v3, but falling behind (STALE)", 2, false],
    ["is built while it serves, no host tells", bare("BUILDING", true), "Serving, build in progress", 3, true],
    ["failed while it serves, no host tells", bare("FAILED", true), "Failed, still serving", 1, false],
    ["is built, no host tells", bare("BUILDING", false), "Not serving, building", 0, true],
    ["failed, no host tells", bare("FAILED", false), "Failed, not serving", 0, false],
    ["serves not, nobody says why", bare("", false), "Not serving (no status)", 0, false],
  ])("that %s", (_what, one, words, rank, isMoving) => {
    expect(indexStatusOf(one)).toMatchObject({ words, rank, isMoving });
  });
});

const named = (number: number, name: string, one: CurrentGenerationIndex): CurrentGenerationIndex =>
  CurrentGenerationIndex.parse({ ...one, indexID: id(number), name });

const ALL = [
  named(1, "good", index("READY", [READY, READY])),
  named(2, "failed", index("FAILED", [[["READY", 2], ["FAILED"]]])),
  named(3, "building", index("BUILDING", [READY, [["READY", 2], ["BUILDING"]]])),
  named(4, "nowhere", index("FAILED", [[["FAILED", 3, "the type strng is unknown"]]])),
  named(5, "stale", index("STALE", [[["STALE"]]])),
];

const scope = { clusters: [cluster("prod-eu"), cluster("tiny", "tenant"), cluster("serverless-1", "serverless")] };
const answers = (indexes: readonly CurrentGenerationIndex[] = ALL) =>
  new Answers().add("listServiceSearchIndexesCluster", at("prod-eu"), [...indexes]);

describe("the list of search indexes", () => {
  it("has those that serve nothing first, and those that serve last", () => {
    const { rows, defaultSort } = list(answers().context({ scope }));
    expect(defaultSort).toEqual({ column: "status", descending: false });
    const sorted = rows.toSorted((one, other) => Number(one.sort["status"]) - Number(other.sort["status"]));
    expect(sorted.map(cellsOf).map(({ name, status, hosts }) => [name, status, hosts])).toEqual([
      ["shop.products · nowhere", "failed, not serving", "0/1"],
      ["shop.products · failed", "failed, serving v2", "0/1"],
      ["shop.products · stale", "serving v3, behind", "1/1"],
      ["shop.products · building", "old definition on 1 of 2", "1/2"],
      ["shop.products · good", "serving v3", "2/2"],
    ]);
  });

  it("counts in its title what serves nothing and what changes", () => {
    const why = { words: "down", reason: "down", status: 500, code: null };
    const context = answers().context({
      scope,
      unread: (_operation, args) => (JSON.stringify(args).includes("tiny") ? why : null),
    });
    expect(summaryOf(list(context))).toEqual(["5", "1 not serving", "1 changing"]);
  });

  it("asks every cluster that can have indexes, and again only where something is built", () => {
    expect(queries(answers().context({ scope }).scope).map(({ args }) => args.params)).toEqual([
      at("prod-eu").params,
      at("tiny").params,
    ]);
    expect(running(answers().context({ scope })).map(({ args, poll }) => [args.params, poll])).toEqual([
      [at("prod-eu").params, "index-build"],
    ]);
    expect(running(answers(ALL.slice(0, 2)).context({ scope }))).toEqual([]);
  });

  it("shows one collection alone where that was asked for", () => {
    const collectionParams = { cluster: "prod-eu", database: "shop", collection: "products" };
    const params = { ...at("prod-eu").params, databaseName: "shop", collectionName: "products" };
    const context = new Answers()
      .add("listServiceSearchIndexes", { params }, ALL.slice(0, 1))
      .context({ scope: { ...scope, params: collectionParams } });
    expect(queries(context.scope).map(({ operation }) => operation)).toEqual(["listServiceSearchIndexes"]);
    expect(summaryOf(list(context))).toEqual(["only shop.products", "1"]);
    expect(detailQueries(context, id(1)).map(({ operation }) => operation)).toEqual(["getServiceSearchIndexByName"]);
  });
});

describe("the detail of a search index", () => {
  it("shows main beside staged for each host, and what the change takes away once it serves", () => {
    const before = { mappings: { dynamic: false, fields: { title: { type: "string" }, old: { type: "token" } } } };
    const after = { mappings: { dynamic: false, fields: { title: { type: "string" }, brand: { type: "token" } } } };
    const building = host(1, ["READY", 2], ["BUILDING"]);
    const one = index("BUILDING", [], {
      queryable: true,
      latestDefinition: after,
      statusDetail: [host(0, ["READY"]), { ...building, mainIndex: { ...building.mainIndex, definition: before } }],
    });
    const lines = linesOf(detail(answers([one]).context({ scope }), id(1)));
    expect(lines).toContain("Status: Serving the old definition on 1 of 2 hosts");
    expect(lines).toContain("Queries: served, by different definitions on different hosts");
    const table = lines[lines.indexOf("# Status by host") + 1];
    expect(table?.split("\n")).toEqual([
      "shard-00-00  main    v3 READY, serves queries",
      "shard-00-01  main    v2 READY, serves queries",
      "             staged  v3 BUILDING",
    ]);
    const changes = lines.indexOf("# Changes when v3 serves");
    expect(lines.slice(changes + 1, changes + 3)).toEqual([
      "Added: brand (token)",
      "old is no longer indexed: searches on it find nothing.",
    ]);
  });

  it("says of a host that has nothing but a build that it has no main index", () => {
    const one = index("BUILDING", [], {
      statusDetail: [{ hostname: "prod-eu-shard-00-00", queryable: false, stagedIndex: part(["BUILDING"]) }],
    });
    const lines = linesOf(detail(answers([one]).context({ scope }), id(1)));
    expect(lines).toContain("Status: Not serving, building v3 on 1 of 1 hosts");
    expect(lines).toContain("shard-00-00  main    none  staged  v3 BUILDING");
  });

  it("gives the reason of a failure, takes its own answer before the list's, and says when it was deleted", () => {
    const inList = index("BUILDING", [[["BUILDING"]]]);
    const own = index("FAILED", [[["FAILED", 3, "the type strng is unknown"]]]);
    const params = { ...at("prod-eu").params, indexId: own.indexID };
    const withDetail = answers([inList]).add("getServiceSearchIndex", { params }, own);
    const lines = linesOf(detail(withDetail.context({ scope }), id(1)));
    expect(lines).toContain("Status: Failed, not serving");
    expect(lines).toContain("! the type strng is unknown");
    const notFound = { words: "gone", reason: "gone", status: 404, code: "RESOURCE_NOT_FOUND", isAbsent: true };
    const context = withDetail.context({
      scope,
      unread: (operation) => (operation === "getServiceSearchIndex" ? notFound : null),
    });
    expect(linesOf(detail(context, id(1)))[0]).toMatch(/^This index no longer exists/u);
    expect(detail(context, id(99))).toBeNull();
  });
});

describe("the name of an analyzer of another index", () => {
  it("brings its definition when it is picked, in place of what stood there", async () => {
    const analyzers = [
      { name: "folded", tokenizer: { type: "keyword" }, tokenFilters: [{ type: "asciiFolding" }] },
      { name: "plain", charFilters: [{ type: "htmlStrip" }], tokenizer: { type: "standard" } },
    ];
    const other = {
      ...{ indexID: id(1), database: "shop", collectionName: "products", name: "default", status: "READY" },
      latestDefinition: { mappings: { dynamic: true }, analyzers },
    };
    const desk = await openDesk({ columns: 120, rows: 40 });
    desk.answer({ listServiceSearchIndexesCluster: json([other]) });
    const context = new Answers().context({ scope: { clusters: [cluster("prod-eu")] } });
    const initial = { definition: { mappings: { dynamic: true }, analyzers: [{ tokenizer: { type: "whitespace" } }] } };
    openSetup(desk.app, setupOf(context, CURRENT, "prod-eu", initial, "probe"));
    const at = ["definition", "analyzers", 0];
    const key = keyOf(desk.layer("form").state, [...at, "name"]);
    changeFormLayer(desk.app, (layer, env) => focusOn(layer, env, key));
    const pick = async (name: string) => {
      await desk.press("ctrl+space");
      await desk.until("brings its definition");
      await desk.type(name);
      await desk.press("enter");
      return valueAt(desk.layer("form").state.body, at);
    };
    expect(await pick("folded")).toEqual(analyzers[0]);
    await desk.press("ctrl+u");
    expect(await pick("plain")).toEqual(analyzers[1]);
  });
});

describe("the review of a deletion", () => {
  it.each([
    ["serves", index("READY", [READY]), true],
    ["serves nothing yet", index("BUILDING", [[["BUILDING", 0]]]), false],
  ] as const)("of an index that %s says what becomes of queries", async (_what, one, serves) => {
    const given = answers([one])
      .add(
        "getServiceSearchIndex",
        { params: { ...at("prod-eu").params, indexId: SearchIndexId.parse(one.indexID) } },
        one,
      )
      .add(
        "listServiceSearchIndexes",
        { params: { ...at("prod-eu").params, databaseName: "shop", collectionName: "products" } },
        [one],
      );
    const effect = actions
      .find((each) => each.id === "search-indexes.delete")
      ?.open(given.context({ scope }), [one.indexID]);
    if (effect?.kind !== "write") throw new Error("no review");
    const { warnings } = await effect.plan.preflight({ ask: askFrom(given), context: given.context({ scope }) });
    expect(warnings.includes("Queries that use this index fail at once.")).toBe(serves);
  });
});

describe("the review of a change of its definition", () => {
  const building = index("BUILDING", [[["BUILDING", 0]]], { latestDefinitionVersion: { version: 0 } });
  it.each([
    ["began to serve", building, index("READY", [READY]), /The old definition serves until the build is done\.$/u],
    [
      "serves no more",
      index("READY", [READY]),
      index("FAILED", [[["FAILED"]]]),
      /No host serves until the build is done\.$/u,
    ],
  ])(
    "says what serves meanwhile by what is so now, where it %s since the form opened",
    async (_case, then, now, end) => {
      const effect = actions
        .find(({ id: name }) => name === "search-indexes.update")
        ?.open(answers([then]).context({ scope }), [then.indexID]);
      if (effect?.kind !== "form") throw new Error("no form");
      const { setup } = effect;
      const params = { ...at("prod-eu").params, indexId: SearchIndexId.parse(id(1)) };
      const given = answers([now]).add("getServiceSearchIndex", { params }, now);
      const { plan } = await setup.preflight({ ask: askFrom(given), context: given.context({ scope }) }, {});
      expect(plan?.operation.id).toBe(setup.plan.operation.id);
      const state = openForm(setup.plan, {
        mode: "replace",
        received: { definition: { mappings: { dynamic: false } } },
      });
      const env = { now: NOW, timeZone: "UTC" };
      const request = { method: "PATCH", path: "/" };
      expect(reviewOf(plan ?? setup.plan, state, { asOf: NOW, request, env }).sentence).toMatch(end);
    },
  );
});

describe("of a paused cluster", () => {
  it("an index can be looked at and not be changed, as the service refuses it", () => {
    const given = answers([index("READY", [READY])]);
    const changing = actions.filter(({ id: name }) => /\.(?:update|fields|delete)$/u.test(name));
    const reasons = (paused: boolean) => {
      const context = given.context({ scope: { clusters: [{ ...cluster("prod-eu"), paused }] } });
      return changing.map(({ disabled }) => disabled?.(context, [id(1)]) ?? null);
    };
    const why = "prod-eu is paused: resume the cluster first";
    expect([reasons(false), reasons(true)]).toEqual([
      [null, null, null],
      [why, why, why],
    ]);
  });
});
