import { describe, expect, it } from "vitest";
import { ENTITIES, entityOf, getsOfRow, idIn, idOfMade, listsWith } from "../../src/contract/entities.ts";
import { allOperations } from "../../src/contract/operations.ts";

/** Operations whose answers name no thing: logs, words to choose from, clusters told project by project. */
const WITHOUT_IDENTITY = [
  "listAccessLogsByClusterName",
  "listAccessLogsByHostname",
  "listAlertConfigurationMatchersFieldNames",
  "listClustersOfAllProjects",
];

const uses = (entity: (typeof ENTITIES)[number]) => {
  const { list = [], summary = [], get = [], create = [], update = [], remove = [] } = entity;
  return { reads: [...list, ...summary, ...get], writes: [...create, ...update, ...remove] };
};

describe("entities", () => {
  it("have each operation once, and no operation is missing", () => {
    const named = ENTITIES.flatMap((entity) => Object.values(uses(entity)).flat());
    const all = allOperations().map(({ id }) => id);
    expect([...named, ...WITHOUT_IDENTITY].sort()).toEqual(all.sort());
  });

  it("name reads as reads and writes as writes", () => {
    const isRead = ({ id }: { readonly id: string }): boolean =>
      ["list", "summary", "get"].includes(entityOf(id)?.use ?? "");
    for (const operation of allOperations()) {
      if (entityOf(operation.id) === undefined) continue;
      expect([operation.id, isRead(operation)]).toEqual([operation.id, operation.method === "GET"]);
    }
  });

  it("lie in what the paths of their operations name", () => {
    const names = { organisation: "orgId", project: "groupId", cluster: "clusterName" } as const;
    for (const { parent, list = [], get = [], create = [] } of ENTITIES) {
      if (parent === null) continue;
      for (const id of [...list, ...get, ...create]) {
        const operation = allOperations().find((one) => one.id === id);
        expect([id, Object.keys(operation?.params ?? {})]).toEqual([id, expect.arrayContaining([names[parent]])]);
      }
    }
  });

  it("tell the id of a row by the field that is theirs, and by no other", () => {
    expect(idIn("listAlerts", { id: "a", name: "b" })).toBe("a");
    expect(idIn("listServiceSearchIndexesCluster", { indexID: "a", id: "b", name: "default" })).toBe("a");
    expect(idIn("listExportBuckets", { _id: "a" })).toBe("a");
    expect(idIn("getCloudProviderAccessRole", { _id: "azure" })).toBe("azure");
    expect(idIn("listMetricsTargets", { id: "a" })).toBeNull();
    expect(idIn("listAlerts", null)).toBeNull();
    expect(idOfMade("createPushMigration", { _id: "m" }, {})).toBe("m");
    expect(idOfMade("createServiceSearchDeployment", {}, { clusterName: "prod-eu" })).toBe("prod-eu");
  });

  it("pair a list with what is read alone only where both say the same", () => {
    expect(listsWith("getExportBucket")).toEqual(["listExportBuckets"]);
    expect(getsOfRow("listProjects")).toEqual(["getProject", "getProjectByName"]);
    expect(getsOfRow("listServiceSearchIndexesDeprecated")).toEqual([]);
  });
});
