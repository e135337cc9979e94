import { expect, it } from "vitest";
import { formatDeploymentKind } from "../../src/areas/source-projects/list.ts";
import { SourceDeployment } from "../../src/contract/source-projects.ts";

it.each([
  ["standalone", { sharded: false }],
  ["replica set", { sharded: false, oplogSizeMB: 10_240 }],
  ["3 shards", { sharded: true, shardsSize: 3, oplogSizeMB: 10_240 }],
  ["sharded", { sharded: true, oplogSizeMB: 10_240 }],
  ["unknown", { oplogSizeMB: 10_240 }],
])("a deployment is called a %s by what the manager reports", (kind, reported) => {
  expect(formatDeploymentKind(SourceDeployment.parse({ name: "shop-rs0", ...reported }))).toBe(kind);
});
