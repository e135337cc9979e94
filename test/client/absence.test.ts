import { describe, expect, test } from "vitest";
import { saysNotFound } from "../../src/client/errors/absence.ts";
import { allOperations, isOperationId, type OperationId } from "../../src/contract/operations.ts";
import { serviceError } from "../state/fake-client.ts";

/** Which failures say that what was asked for is not there, of every operation that reads. */

const reads = allOperations().flatMap(({ id, method }) => (method === "GET" && isOperationId(id) ? [id] : []));
const lists = allOperations().flatMap(({ id, kind }) => (kind === "list" && isOperationId(id) ? [id] : []));

const refused = (id: OperationId, status: number, code: string | null) =>
  serviceError(id, { kind: "refused", status, code });

describe("of no operation", () => {
  test.each(reads)("%s: a page of something between, or a document that means something else", (id) => {
    expect(saysNotFound(refused(id, 404, null))).toBe(false);
    expect(
      saysNotFound(serviceError(id, { kind: "refused", status: 404, code: "CLUSTER_NOT_FOUND", document: null })),
    ).toBe(false);
    expect(saysNotFound(serviceError(id, { kind: "refused", status: 404, document: {} }))).toBe(false);
    for (const code of ["VALIDATION_ERROR", "INVALID_VERSION_DATE", "INVALID_QUERY_PARAMETER", "RESOURCE_NOT_FOUND"]) {
      expect(saysNotFound(refused(id, 400, code))).toBe(false);
    }
    for (const [status, code] of [
      [401, "NOT_IN_GROUP"],
      [403, "UNSUPPORTED_FOR_CURRENT_PLAN"],
      [406, "INVALID_VERSION_DATE"],
      [410, "VERSION_GONE"],
      [500, "BACKUP_CONFIG_NOT_FOUND"],
      [503, "SERVICE_UNAVAILABLE"],
    ] as const) {
      expect(saysNotFound(refused(id, status, code))).toBe(false);
    }
    expect(saysNotFound(new TypeError("404"))).toBe(false);
  });

  test.each(lists)("%s: a list is not empty by a code that does not say so", (id) => {
    for (const code of ["SOMETHING_NEW", "GROUP_NOT_FOUND", "INVALID_GROUP_ID", "UNEXPECTED_ERROR"]) {
      expect(saysNotFound(refused(id, 404, code))).toBe(false);
    }
  });

  test("a token that was refused says nothing of what was asked for", () => {
    const facts = { kind: "refused", stage: "token", status: 404, code: "CLUSTER_NOT_FOUND" } as const;
    expect(saysNotFound(serviceError("listReplicaSetBackups", facts))).toBe(false);
  });
});

describe("says so", () => {
  test.each([
    ["listReplicaSetBackups", 404, "CLUSTER_NOT_FOUND"],
    ["listReplicaSetBackups", 400, "CANNOT_USE_FLEX_CLUSTER_IN_CLUSTER_API"],
    ["listServerlessBackups", 400, "INCORRECT_BACKUP_API_ENDPOINT"],
    ["getBackupSchedule", 404, "BACKUP_CONFIG_NOT_FOUND"],
    ["getServiceSearchDeployment", 404, "ATLAS_SEARCH_DEPLOYMENT_DOES_NOT_EXIST"],
    ["getServiceSearchDeployment", 400, "SEARCH_DEPLOYMENT_DOES_NOT_EXIST"],
    ["getDataProtectionSettings", 404, "RESOURCE_NOT_FOUND"],
    ["getAlert", 404, "ALERT_NOT_FOUND"],
    // Of one thing any document will do: the hosted service has codes that no page lists.
    ["getBackupRestoreJob", 404, "SOMETHING_NEW"],
    ["updateAlertConfiguration", 404, "ALERT_CONFIG_NOT_FOUND"],
    // Outside the specification, lived without.
    ["listClusters", 404, "RESOURCE_NOT_FOUND"],
    ["getOrganization", 404, "ORG_NOT_FOUND"],
  ] as const)("%s %i %s", (id, status, code) => {
    expect(saysNotFound(refused(id, status, code))).toBe(true);
  });

  test("of a cluster whose kind has no access history, and not of an account that lacks it", () => {
    const of = (status: number) => saysNotFound(refused("listAccessLogsByClusterName", status, "FEATURE_UNSUPPORTED"));
    expect([of(400), of(403)]).toEqual([true, false]);
  });

  test("not of what is made: what it names may be missing", () => {
    expect(saysNotFound(refused("createBackupExportJob", 404, "EXPORT_BUCKET_NOT_FOUND"))).toBe(false);
  });

  test("not of a thing in a project that is another one than meant", () => {
    expect(saysNotFound(refused("getAlert", 404, "GROUP_NOT_FOUND"))).toBe(false);
  });
});
