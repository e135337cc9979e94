import { describe, expect, it } from "vitest";
import { COLUMNS, detailQueries, list, queries, running } from "../../src/areas/cloud-access/list.ts";
import { statusCell, stepLines } from "../../src/areas/cloud-access/role.ts";
import { cellText, cellTone } from "../../src/areas/model/cell.ts";
import { projectArgs } from "../../src/areas/queries/args.ts";
import { CloudAccessRoles } from "../../src/contract/cloud-access.ts";
import { accessRoles } from "../../src/domain/access-role.ts";
import { Answers, ago, cellsOf, id, summaryOf } from "./answers.ts";

/** Roles as data: which can be used, and which one has to be looked after. */

const aws = (number: number, authorizedDate: string | null) => ({
  providerName: "AWS",
  roleId: id(number),
  iamAssumedRoleArn: `arn:aws:iam::123456789012:role/role-${number}`,
  authorizedDate,
  createdDate: ago(600),
});
const gcp = (number: number, status?: string) => ({
  providerName: "GCP",
  roleId: id(number),
  gcpServiceAccountForAtlas: `role-${number}@acme.iam.gserviceaccount.com`,
  ...(status === undefined ? {} : { status }),
});

const contextWith = (roles: Parameters<typeof CloudAccessRoles.parse>[0]) => {
  const answers = new Answers();
  const args = projectArgs(answers.context().scope);
  return answers.add("listCloudProviderAccessRoles", args, CloudAccessRoles.parse(roles)).context();
};

const listed = (roles: Parameters<typeof CloudAccessRoles.parse>[0]) => list(contextWith(roles));

describe("the list of roles", () => {
  const model = listed({
    awsIamRoles: [aws(1, ago(500)), aws(2, null)],
    azureServicePrincipals: [],
    gcpServiceAccounts: [gcp(3, "COMPLETE"), gcp(4, "FAILED"), gcp(5), gcp(6, "IN_PROGRESS")],
  });

  it("counts in its title what its rows say", () => {
    expect(summaryOf(model)).toEqual(["2 authorised", "1 failed", "1 not reported", "2 not authorised"]);
    const statuses = Map.groupBy(model.rows.map(cellsOf), ({ status }) => status);
    expect([...statuses].map(([status, rows]) => `${rows.length} ${status}`).toSorted()).toEqual([
      "1 failed",
      "1 not reported",
      "2 authorised",
      "2 not authorised",
    ]);
    const [unreported] = model.rows.filter((row) => cellsOf(row)["status"] === "not reported");
    expect(cellTone(unreported?.cells["status"] ?? "")).not.toBe("good");
    expect(summaryOf(listed({ awsIamRoles: [aws(1, ago(5))] }))).toEqual(["1 authorised"]);
  });

  it("calls a role of which its cloud tells nothing neither authorised nor done", () => {
    const [role] = accessRoles(CloudAccessRoles.parse({ gcpServiceAccounts: [gcp(5)] }));
    if (role === undefined) throw new Error("no role");
    expect(statusCell(role)).toBe("not reported");
    expect(stepLines(role).map((line) => cellText(line).slice(0, 3))).toEqual(["1 ✓", "2 –", "3 –", "4 ·"]);
  });

  it("has those that need somebody first: failed, then not authorised", () => {
    expect(model.defaultSort).toEqual({ column: "status", descending: false });
    expect(COLUMNS.map(({ id: column }) => column)).toContain("status");
    const statuses = model.rows
      .toSorted((one, other) => Number(one.sort["status"]) - Number(other.sort["status"]))
      .map((row) => cellsOf(row)["status"]);
    expect(statuses.slice(0, 4)).toEqual(["failed", "not authorised", "not authorised", "not reported"]);
  });

  it("is polled only while a role waits for its authorisation, and so is a role", () => {
    const polls = (...roles: readonly ReturnType<typeof aws>[]) => {
      const context = contextWith({ awsIamRoles: [...roles], gcpServiceAccounts: [gcp(5)] });
      const all = [...queries(context.scope), ...running(context), ...detailQueries(context, id(1))];
      return all.map(({ poll }) => poll);
    };
    expect(polls(aws(1, null))).toEqual(["once", "search-nodes", "search-nodes"]);
    expect(polls(aws(1, ago(5)))).toEqual(["once", "once"]);
  });
});
