import { expect, it } from "vitest";
import { metricsTargets } from "../../src/areas/metrics-targets.ts";
import { MetricsTarget } from "../../src/contract/metrics-targets.ts";
import { Answers, cellsOf, GROUP, NOW, summaryOf } from "./answers.ts";

/** What a scraper would find, by the labels that the specification names (2.18). */

const target = (host: string) =>
  MetricsTarget.parse({
    targets: [`${host}.example.net:27018`],
    labels: {
      availability_zone: "euw1-az2",
      cl_name: "prod-eu",
      group_id: GROUP,
      node_type: "READ_ONLY",
      org_id: "65f0000000000000000000aa",
      provider: "AWS",
      region: "eu-west-1",
      replica_set_name: "prod-eu-shard-0",
    },
  });

const given = new Answers()
  .add("listMetricsTargets", { params: { groupId: GROUP } }, [target("a"), target("b")])
  .add("listMetricsTargets", { params: { groupId: GROUP }, query: { targetScheme: "PRIVATE" } }, [target("a-pri")]);

const listed = (change = {}) => {
  const model = metricsTargets.screen.list(given.context(change));
  if (model === undefined) throw new Error("metrics targets have a list");
  return model;
};

it("says of a host its replica set, kind of node, region and availability zone", () => {
  expect(cellsOf(listed().rows[0])).toEqual({
    host: "a:27018",
    set: "prod-eu-shard-0",
    node: "read-only",
    region: "eu-west-1",
    zone: "euw1-az2",
  });
});

it("marks hosts that are new and lists those that are gone, since the last look", () => {
  const lastLook = { at: NOW - 60_000, ids: new Set(["a.example.net:27018", "z.example.net:27018"]) };
  const model = listed({ lastLook });
  expect(summaryOf(model)).toEqual(["2 targets", "1 new", "1 removed since last viewed"]);
  expect(model.rows.map(({ id, isNew }) => [id, isNew])).toEqual([
    ["a.example.net:27018", false],
    ["b.example.net:27018", true],
    ["gone:z.example.net:27018", undefined],
  ]);
});
