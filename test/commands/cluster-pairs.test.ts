import { expect, test } from "vitest";
import { clusterPairs } from "../../src/commands/settings/cluster-pairs.ts";

const clustersOf = (groupName: string, ...names: readonly string[]) => ({
  groupName,
  clusters: names.map((name) => ({ name })),
});

const here = clustersOf("Payments", "prod", "analytics");
const there = clustersOf("Staging", "stage", "analytics");

test("clusters of other names are compared in pairs, also two that change places", () => {
  expect([...clusterPairs([], here, there)]).toEqual([]);
  expect([...clusterPairs(["stage=prod"], here, there)]).toEqual([["stage", "prod"]]);
  const crossed = clusterPairs(["stage=analytics", "analytics=prod"], here, there);
  expect([...crossed]).toEqual([
    ["stage", "analytics"],
    ["analytics", "prod"],
  ]);
});

test.each([
  [["stage=prod", "analytics=prod"], "compared with another cluster already"],
  [["stage=prod", "stage=analytics"], "compared with another cluster already"],
  [["stage=analytics"], "compared with another cluster already"],
  [["stag=prod"], "Staging has no cluster stag; did you mean stage?"],
  [["stage=other"], "Payments has no cluster other."],
  [["stage"], "write it as THERE=HERE"],
  [["=prod"], "write it as THERE=HERE"],
])("pairs that cannot be meant are refused: %j", (texts, why) => {
  expect(() => clusterPairs(texts, here, there)).toThrow(why);
});
