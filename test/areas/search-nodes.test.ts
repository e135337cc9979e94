import { describe, expect, it } from "vitest";
import type { Context } from "../../src/areas/model/context.ts";
import type { FormSetup, WritePlan } from "../../src/areas/model/effect.ts";
import { actions } from "../../src/areas/search-nodes/actions.ts";
import { detail } from "../../src/areas/search-nodes/detail.ts";
import { changeWarnings, specIn, updatePlan } from "../../src/areas/search-nodes/form.ts";
import { detailQueries, list, queries, running } from "../../src/areas/search-nodes/list.ts";
import { ClusterRecord } from "../../src/contract/projects.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { CurrentGenerationIndex } from "../../src/contract/search-indexes/answers.ts";
import { SearchNodes } from "../../src/contract/search-nodes.ts";
import { setText } from "../../src/forms/edit.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { searchNodesKey } from "../../src/state/samples/measured.ts";
import { Answers, askFrom, cellsOf, cluster, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";

const groupId = GroupId.parse(GROUP);
const of = (name: string) => ({ params: { groupId, clusterName: ClusterName.parse(name) } });

const nodes = (stateName: string, nodeCount = 2, more: object = {}): SearchNodes =>
  SearchNodes.parse({
    id: id(1),
    stateName,
    specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount }],
    encryptionAtRestProvider: "NONE",
    ...more,
  });

const index = (number: number, name: string, status: string): CurrentGenerationIndex =>
  CurrentGenerationIndex.parse({
    indexID: id(number),
    database: "shop",
    collectionName: "products",
    name,
    type: number === 11 ? "vectorSearch" : "search",
    status,
    queryable: status === "READY",
  });

const INDEXES = [index(11, "vectors", "READY"), index(12, "default", "READY"), index(13, "wrong", "FAILED")];

const record = (name: string, size: string, shards: number) =>
  ClusterRecord.parse({
    name,
    databaseVersion: "8.0.12",
    replicationSpecs: Array.from({ length: shards }, () => ({
      regionConfigs: [{ providerName: "AWS", regionName: "EU_WEST_1", electableSpecs: { instanceSize: size } }],
    })),
  });

const CLUSTERS = [cluster("prod-eu"), cluster("analytics", "sharded"), cluster("stage-1"), cluster("tiny", "tenant")];
const scope = { clusters: CLUSTERS };

const answers = (): Answers =>
  new Answers()
    .add("getServiceSearchDeployment", of("prod-eu"), nodes("IDLE"))
    .add("getServiceSearchDeployment", of("analytics"), nodes("UPDATING", 3))
    .add("getServiceSearchDeployment", of("stage-1"), SearchNodes.parse({}))
    .add("listServiceSearchIndexesCluster", of("prod-eu"), INDEXES)
    .add("listServiceSearchIndexesCluster", of("stage-1"), [])
    .add(
      "listClusters",
      { params: { groupId } },
      { results: [record("prod-eu", "M40", 1), record("analytics", "M50", 3), record("stage-1", "M20", 1)] },
    );

const action = (name: string) => {
  const found = actions.find((one) => one.id === `search-nodes.${name}`);
  if (found === undefined) throw new Error(`no action ${name}`);
  return found;
};

function formOf(context: Context, name: string, cluster: string): FormSetup {
  const effect = action(name).open(context, [cluster]);
  if (effect.kind !== "form") throw new Error("no form");
  return effect.setup;
}

function planOf(context: Context, cluster: string): WritePlan {
  const effect = action("delete").open(context, [cluster]);
  if (effect.kind !== "write") throw new Error("no write");
  return effect.plan;
}

const env = { now: NOW, timeZone: "UTC" };

describe("the list of search nodes", () => {
  it("has every cluster that can have some, with what it has, and which indexes serve", () => {
    const model = list(answers().context({ scope }));
    const sorted = model.rows.toSorted((one, other) => Number(one.sort["status"]) - Number(other.sort["status"]));
    expect(
      sorted
        .map(cellsOf)
        .map(({ cluster: name, status, nodes: what, indexes, machines, tier }) => [
          name,
          status,
          what,
          indexes,
          machines,
          tier,
        ]),
    ).toEqual([
      ["analytics", "changing", "3 × S20_HIGHCPU_NVME", "…", "9", "M50"],
      ["prod-eu", "ready", "2 × S20_HIGHCPU_NVME", "2/3", "2", "M40"],
      ["stage-1", "–", "none", "–", "–", "M20"],
    ]);
    expect(summaryOf(model)).toEqual(["2 of 3 clusters", "1 changing"]);
  });

  it("takes the refusal of an earlier version for none, shows unknown states as written, and counts only what was read", () => {
    const answers = new Answers().add("getServiceSearchDeployment", of("prod-eu"), nodes("FLOATING"));
    const context = answers.context({
      scope,
      unread: (operation, args) => {
        if (operation !== "getServiceSearchDeployment") return null;
        const where = JSON.stringify(args);
        if (where.includes("stage-1"))
          return {
            words: "none",
            reason: "none",
            status: 404,
            code: "ATLAS_SEARCH_DEPLOYMENT_DOES_NOT_EXIST",
            isAbsent: true,
          };
        return where.includes("analytics") ? { words: "down", reason: "down", status: 500, code: null } : null;
      },
    });
    const model = list(context);
    const cells = (name: string) => cellsOf(model.rows.find(({ id: row }) => row === name));
    expect([cells("prod-eu")["status"], cells("stage-1")["nodes"], cells("analytics")["nodes"]]).toEqual([
      "FLOATING",
      "none",
      "not read",
    ]);
    expect(summaryOf(model)).toEqual(["1 with search nodes"]);
  });

  it("asks again only for clusters whose nodes change, and always for the open one", () => {
    const context = answers().context({ scope });
    expect(running(context).map(({ operation, args, poll }) => [operation, args, poll])).toEqual([
      ["getServiceSearchDeployment", of("analytics"), "search-nodes"],
      ["listServiceSearchIndexesCluster", of("analytics"), "search-nodes"],
    ]);
    expect(detailQueries(context, "prod-eu").map(({ poll }) => poll)).toEqual(["search-nodes", "search-nodes"]);
    expect(detailQueries(context, "tiny")).toEqual([]);
    expect(queries(context.scope).some(({ args }) => JSON.stringify(args).includes("tiny"))).toBe(false);
  });
});

describe("the detail of search nodes", () => {
  it("tells machines, encryption, the cluster they are for, and its indexes, worst first", () => {
    const lines = linesOf(detail(answers().context({ scope }), "prod-eu"));
    expect(lines).toEqual(
      expect.arrayContaining([
        "Status: ready",
        "Nodes: 2 × S20_HIGHCPU_NVME",
        "Total: 2 nodes, all billed",
        "Encrypted: with the cloud provider's keys",
        "Indexes: 3 indexes, 1 not serving",
        "Cluster: M40, replica set, AWS eu-west-1, version 8.0.12",
      ]),
    );
    const at = lines.indexOf("# Indexes and their status");
    expect(lines.slice(at + 1, at + 4).map((line) => line.replace(/ +/gu, " "))).toEqual([
      "shop.products · wrong failed, not serving",
      "shop.products · default serving",
      "shop.products · vectors serving",
    ]);
  });

  it("says since when a change was seen without a break, and what runs meanwhile", () => {
    const effective = { effectiveSpecs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }] };
    const minutes = (count: number): number => NOW - count * 60_000;
    const ring = [
      { at: minutes(90), value: null, state: "UPDATING" },
      { at: minutes(70), value: null, state: "IDLE" },
      { at: minutes(6), value: null, state: "UPDATING" },
      { at: minutes(1), value: null, state: "UPDATING" },
    ];
    const context = answers()
      .add("getServiceSearchDeployment", of("analytics"), nodes("UPDATING", 3, effective))
      .context({ scope, ring: (key) => (key === searchNodesKey(GROUP, "analytics") ? ring : []) });
    const lines = linesOf(detail(context, "analytics"));
    expect(lines).toContain("Changing: since 14:00 UTC (6m ago), usually 9 to 15 minutes");
    expect(lines).toContain("Running now: 2 × S20_HIGHCPU_NVME");
    expect(lines).toContain("Total: 9 nodes, all billed");
  });

  it("says of a cluster without any where search runs, and knows nothing of one that is not there", () => {
    const lines = linesOf(detail(answers().context({ scope }), "stage-1"));
    expect(lines[0]).toBe("Nodes: none");
    expect(lines[1]).toMatch(/^Search runs on the database nodes/u);
    expect(detail(answers().context({ scope }), "elsewhere")).toBeNull();
  });
});

describe("setting search nodes up", () => {
  it("begins with one specification and offers sizes with what they are good for and who has them", () => {
    const { plan, initial } = formOf(answers().context({ scope }), "create", "stage-1");
    const form = openForm(plan, { mode: "create", ...(initial === undefined ? {} : { initial }) });
    expect(problemsOf(plan, form, env).map(({ label }) => label)).toEqual(["Node size"]);
    const filled = setText(plan, form, ["specs", 0, "instanceSize"], "S999_FUTURE", env);
    expect(problemsOf(plan, filled, env)).toEqual([]);
    expect(bodyOf(plan, filled)).toEqual({ specs: [{ instanceSize: "S999_FUTURE", nodeCount: 2 }] });
    const [first] =
      plan.fields
        .find(({ path }) => path === "specs[].instanceSize")
        ?.choices?.({ subject: {}, body: {}, base: null, mode: "create" }) ?? [];
    expect(first).toEqual({
      value: "S20_HIGHCPU_NVME",
      label: "S20_HIGHCPU_NVME",
      note: "CPU-optimised; used by prod-eu, analytics",
    });
  });

  it("counts the machines of all shards before it is sent", () => {
    const context = new Answers()
      .add("listClusters", { params: { groupId } }, { results: [record("analytics", "M50", 3)] })
      .context({ scope });
    const { plan, initial } = formOf(context, "create", "analytics");
    const form = openForm(plan, { mode: "create", ...(initial === undefined ? {} : { initial }) });
    const filled = setText(plan, form, ["specs", 0, "instanceSize"], "S40_STORAGE_NVME", env);
    const { sentence, warnings, risk } = reviewOf(plan, filled, {
      asOf: null,
      request: { method: "POST", path: "/" },
      env,
    });
    expect(sentence).toBe(
      "Adds dedicated search nodes to analytics: S40_STORAGE_NVME, 2 per shard, 6 nodes in 3 shards.",
    );
    expect(warnings[0]).toBe("Billing starts now: 2 per shard, 6 nodes in 3 shards.");
    expect(risk).toBe("disruptive");
  });

  it("goes back to the form where there are some by now, and is not offered where they are known", async () => {
    const context = answers().context({ scope });
    const { preflight } = formOf(new Answers().context({ scope }), "create", "prod-eu");
    expect((await preflight({ ask: askFrom(answers()), context }, {})).problems).toEqual([
      { field: "specs[0].instanceSize", message: "prod-eu already has search nodes: press e to change them" },
    ]);
    expect(action("create").disabled?.(context, ["prod-eu"])).toMatch(/e to change/u);
    expect(action("create").disabled?.(context, ["stage-1"])).toBeNull();
  });
});

describe("changing search nodes", () => {
  const spec = (size: string, count: number | null) => ({ size, count });

  it.each([
    ["nothing", spec("S20_HIGHCPU_NVME", 2), spec("S20_HIGHCPU_NVME", 2), 1, []],
    [
      "a smaller size",
      spec("S40_LOWCPU_NVME", 2),
      spec("S30_LOWCPU_NVME", 2),
      1,
      [/replaced by one of the new size/u, /the indexes must fit/u],
    ],
    [
      "another family",
      spec("S40_LOWCPU_NVME", 2),
      spec("S30_HIGHCPU_NVME", 2),
      1,
      [/replaced by one/u, /Another instance family/u],
    ],
    ["fewer", spec("ODD", 4), spec("ODD", 2), 3, [/2 nodes per shard instead of 4/u]],
    ["more", spec("ODD", 2), spec("ODD", 3), 1, [/Billing increases now: 3 nodes instead of 2/u, /new nodes/u]],
  ] as const)("says what %s means", (_what, before, after, shards, words) => {
    const found = changeWarnings(before, after, shards);
    expect(found).toHaveLength(words.length);
    for (const [at, pattern] of words.entries()) expect(found[at]).toMatch(pattern);
  });

  it("starts from the wanted nodes of the answer and leaves out what only the service writes", async () => {
    const { base, plan } = formOf(answers().context({ scope }), "update", "prod-eu");
    const read = await base?.(askFrom(answers()));
    expect(read?.document).toEqual({ specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }] });
    const form = openForm(plan, { mode: "replace", received: read?.document ?? {} });
    const more = setText(plan, form, ["specs", 0, "nodeCount"], "3", env);
    expect(specIn(bodyOf(plan, more))).toEqual({ size: "S20_HIGHCPU_NVME", count: 3 });
  });

  it.each([
    [1, "6", null],
    [1, "7", { text: "7", because: "7 nodes, all billed, instead of 2." }],
    [3, "6", null],
    [3, "21", { text: "63", because: "21 per shard, 63 nodes in 3 shards, all billed, instead of 6." }],
    [null, "21", { text: "21", because: "21 per shard, all billed, instead of 2." }],
  ])("has the number typed once more where far more is billed (%s shards, %s nodes)", (shards, count, expected) => {
    const plan = updatePlan({ cluster: "prod-eu", shards, used: [] });
    const document = { specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 }] };
    const form = openForm(plan, { mode: "replace", received: document });
    const more = setText(plan, form, ["specs", 0, "nodeCount"], count, env);
    const request = { method: "PATCH", path: "/" };
    expect(reviewOf(plan, more, { asOf: null, request, env }).typeToConfirm).toEqual(expected);
  });

  it("waits while they change, and says so also where that was not known yet", async () => {
    const context = answers().context({ scope });
    expect(action("update").disabled?.(context, ["analytics"])).toMatch(/^a change is in progress/u);
    expect(action("update").disabled?.(context, ["stage-1"])).toBe("stage-1 has no search nodes: press n to add some");
    const { preflight } = formOf(new Answers().context({ scope }), "update", "analytics");
    const [problem] = (await preflight({ ask: askFrom(answers()), context }, {})).problems ?? [];
    expect(problem?.message).toMatch(/^a change is in progress/u);
  });
});

describe("deleting search nodes", () => {
  it("says which indexes are built again on the database, and that it cannot be taken back", async () => {
    const plan = planOf(answers().context({ scope }), "prod-eu");
    expect([plan.risk, plan.confirmName]).toEqual(["destructive", "prod-eu"]);
    const { warnings, facts } = await plan.preflight({
      ask: askFrom(answers()),
      context: answers().context({ scope }),
    });
    expect(warnings).toEqual([
      "3 indexes are rebuilt on the database nodes of prod-eu, using their disk, memory and CPU.",
      "Searches may be slow or fail until the rebuild is done; the database slows down meanwhile.",
      "1 vector index shares the memory of the database.",
      "Cannot be undone: new nodes start empty and rebuild every index.",
    ]);
    expect(facts).toContainEqual({ label: "Current", value: "2 × S20_HIGHCPU_NVME" });
  });

  it("goes on without what is outside the specification, where a service does not know it", async () => {
    const bare = new Answers().add("getServiceSearchDeployment", of("prod-eu"), nodes("IDLE"));
    const context = bare.context({ scope });
    const { warnings, facts } = await planOf(context, "prod-eu").preflight({ ask: askFrom(bare), context });
    expect(warnings[0]).toMatch(/^All indexes are rebuilt/u);
    expect(facts).toContainEqual({ label: "Cluster", value: "replica set" });
  });
});
