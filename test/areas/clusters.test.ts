import { describe, expect, test } from "vitest";
import { clusterNamed, clustersOfProject, pickClusterFor } from "../../src/areas/builders/clusters.ts";
import type { Ask, Context } from "../../src/areas/model/context.ts";
import type { Effect } from "../../src/areas/model/effect.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { DEDICATED } from "../../src/domain/cluster.ts";
import { Answers, askFrom, cluster, GROUP } from "./answers.ts";

const params = { groupId: GroupId.parse(GROUP) };
const taken: Effect = { kind: "params", params: {} };

/** Asks, and notes what was asked. */
const noting =
  (operations: string[]): Ask =>
  (operation, args) => {
    operations.push(operation);
    return askFrom(new Answers())(operation, args);
  };

describe("the clusters of the project", () => {
  const prod = cluster("prod-eu");
  const sharded = cluster("analytics", "sharded");
  const scopeWith = (own: object = {}) =>
    new Answers().context({
      scope: {
        cluster: "analytics",
        clusters: [sharded],
        projects: [{ id: params.groupId, name: "Payments", clusters: [prod, sharded], ...own }],
      },
    }).scope;

  test("are the same ones while the list is narrowed to one of them, and each of its own kind", () => {
    expect(clustersOfProject(scopeWith())).toEqual([prod, sharded]);
    expect(clusterNamed(scopeWith(), "prod-eu")).toEqual(prod);
  });

  test("are not judged by a rough list while that of the project is asked", () => {
    const asking = { clusterList: { kind: "asking" }, own: { clusters: [], clusterList: { kind: "asking" } } };
    expect(clusterNamed(scopeWith(asking), "prod-eu")).toBeUndefined();
    expect(clusterNamed(scopeWith(asking), "analytics")).toEqual(sharded);
  });
});

describe("choosing a cluster", () => {
  test("goes on at once where there is one only, or one is narrowed to", () => {
    const names: string[] = [];
    const take = (name: string): Effect => {
      names.push(name);
      return taken;
    };
    const one = new Answers().context({ scope: { clusters: [cluster("prod-eu"), cluster("sls", "serverless")] } });
    expect(pickClusterFor(one, DEDICATED, "Which", take)).toBe(taken);
    const narrowed = new Answers().context({ scope: { cluster: "b", clusters: [cluster("b")] } });
    expect(pickClusterFor(narrowed, DEDICATED, "Which", take)).toBe(taken);
    expect(names).toEqual(["prod-eu", "b"]);
  });

  test("lists those that run before those that are paused", async () => {
    const clusters = [{ ...cluster("a"), paused: true }, cluster("b"), cluster("c", "sharded")];
    const effect = pickClusterFor(new Answers().context({ scope: { clusters } }), DEDICATED, "Which", () => taken);
    if (effect.kind !== "pick") throw new Error("a choice was expected");
    const listed = await effect.suggest(askFrom(new Answers()));
    expect(listed.map(({ value }) => value)).toEqual(["b", "c", "a"]);
  });

  test("asks nothing more where clusters are known, though none is of the kind that is wanted", async () => {
    const effect = pickClusterFor(
      new Answers().context({ scope: { clusters: [cluster("sls", "serverless")] } }),
      DEDICATED,
      "Which",
      () => taken,
    );
    if (effect.kind !== "pick") throw new Error("a choice was expected");
    const operations: string[] = [];
    expect(await effect.suggest(noting(operations))).toEqual([]);
    expect(operations).toEqual([]);
  });

  test("asks the service while the directory is not read yet, and lives without where it lists none", async () => {
    const effect = pickClusterFor(new Answers().context(), DEDICATED, "Which", () => taken);
    if (effect.kind !== "pick") throw new Error("a choice was expected");
    const listed = new Answers()
      .add(
        "listClusters",
        { params },
        { results: [{ name: ClusterName.parse("prod-eu"), clusterType: "REPLICASET", paused: true }] },
      )
      .add("listFlexClusters", { params }, { results: [{ name: ClusterName.parse("tiny") }] });
    expect(await effect.suggest(askFrom(listed))).toEqual([
      { value: "prod-eu", label: "prod-eu", note: "replica set, paused" },
    ]);
    expect(await effect.suggest(askFrom(new Answers()))).toEqual([]);
  });

  test("asks again, with what a name is made of, when what was typed cannot be one", () => {
    const clusters = [cluster("a"), cluster("b")];
    const effect = pickClusterFor(new Answers().context({ scope: { clusters } }), DEDICATED, "Which", () => taken);
    if (effect.kind !== "pick") throw new Error("a choice was expected");
    for (const text of ['"', "é", "-a", "a b", ""]) {
      expect(effect.take(text)).toMatchObject({ kind: "pick", title: expect.stringContaining("letters, digits") });
    }
    expect(effect.take("b")).toBe(taken);
  });

  test("asks again once when no such cluster was offered, which may be a typing error", () => {
    const clusters = [cluster("prod-eu"), cluster("b")];
    const pickIn = (context: Context) => {
      const effect = pickClusterFor(context, DEDICATED, "Which", () => taken);
      if (effect.kind !== "pick") throw new Error("a choice was expected");
      return effect;
    };
    const again = pickIn(new Answers().context({ scope: { clusters } })).take("prod-ue");
    if (again.kind !== "pick") throw new Error("a choice was expected");
    expect(again.title).toContain("Not a known cluster");
    expect(again.take("prod-eu")).toBe(taken);
    expect(again.take("prod-xx")).toMatchObject({ kind: "pick" });
    expect(again.take("prod-ue")).toBe(taken);
    // Where the service lists none, there is nothing to compare it with.
    expect(pickIn(new Answers().context()).take("prod-ue")).toBe(taken);
  });
});
