import { describe, expect, it } from "vitest";
import { createdId, getOperationsOf, idIn, listOperationsOf } from "../../src/contract/entities.ts";
import { allOperations } from "../../src/contract/operations.ts";

/** Operations whose answers name no thing: logs, words to choose from, clusters told project by project. */
const WITHOUT_IDENTITY = [
  "listAccessLogsByClusterName",
  "listAccessLogsByHostname",
  "listAlertConfigurationMatchersFieldNames",
  "listClustersOfAllProjects",
];

describe("entities", () => {
  it("are named by each operation whose answers have them", () => {
    const without = allOperations().filter(({ entity }) => entity === null);
    expect(without.map(({ id }) => id).sort()).toEqual(WITHOUT_IDENTITY);
  });

  it("are said the same of by each operation that names them", () => {
    const entities = Map.groupBy(
      allOperations().flatMap(({ entity }) => entity ?? []),
      ({ name }) => name,
    );
    for (const same of entities.values()) for (const entity of same) expect(entity).toEqual(same[0]);
  });

  it("are read by reads and changed by writes", () => {
    for (const { id, entityUse, method } of allOperations()) {
      expect([id, ["list", "summary", "get"].includes(entityUse)]).toEqual([id, method === "GET"]);
    }
  });

  it("lie in what the paths of their operations name", () => {
    const names = { organisation: "orgId", project: "groupId", cluster: "clusterName" } as const;
    for (const { id, entity, params } of allOperations()) {
      if (entity === null || entity.parent === null) continue;
      expect([id, Object.keys(params)]).toEqual([id, expect.arrayContaining([names[entity.parent]])]);
    }
  });

  it("tell the id of a row by the field that is theirs, and by no other", () => {
    expect(idIn("listAlerts", { id: "a", name: "b" })).toBe("a");
    expect(idIn("listServiceSearchIndexesCluster", { indexID: "a", id: "b", name: "default" })).toBe("a");
    expect(idIn("listExportBuckets", { _id: "a" })).toBe("a");
    expect(idIn("getCloudProviderAccessRole", { _id: "azure" })).toBe("azure");
    expect(idIn("listMetricsTargets", { id: "a" })).toBeNull();
    expect(idIn("listAlerts", null)).toBeNull();
    expect(createdId("createPushMigration", { _id: "m" }, {})).toBe("m");
    expect(createdId("createServiceSearchDeployment", {}, { clusterName: "prod-eu" })).toBe("prod-eu");
  });

  it("pair a list with what is read alone only where both say the same", () => {
    expect(listOperationsOf("getExportBucket")).toEqual(["listExportBuckets"]);
    expect(getOperationsOf("listProjects")).toEqual(["getProject", "getProjectByName"]);
    expect(getOperationsOf("listServiceSearchIndexesDeprecated")).toEqual([]);
  });
});
