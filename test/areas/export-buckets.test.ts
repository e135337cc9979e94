import { describe, expect, it } from "vitest";
import { remove } from "../../src/areas/export-buckets/actions.ts";
import { detail, detailQueries } from "../../src/areas/export-buckets/detail.ts";
import { createPlan, initialBucket } from "../../src/areas/export-buckets/form.ts";
import { list } from "../../src/areas/export-buckets/list.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import { listQueries } from "../../src/areas/queries/export-buckets.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import { CloudAccessRoles } from "../../src/contract/cloud-access.ts";
import { ExportBucket, ExportBucketBody } from "../../src/contract/export-buckets.ts";
import { ExportJob } from "../../src/contract/export-jobs.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { accessRoles } from "../../src/domain/access-role.ts";
import { bucketOf } from "../../src/domain/export-jobs/export-bucket.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { Answers, ago, askFrom, cellsOf, cluster, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";

const groupId = GroupId.parse(GROUP);
const project = { params: { groupId } };
const of = (name: string) => ({ params: { groupId, clusterName: ClusterName.parse(name) } });

const ROLES = CloudAccessRoles.parse({
  awsIamRoles: [
    {
      roleId: id(1),
      providerName: "AWS",
      authorizedDate: ago(60),
      iamAssumedRoleArn: "arn:aws:iam::7:role/svc-export",
    },
    { roleId: id(2), providerName: "AWS", authorizedDate: null, iamAssumedRoleArn: null },
  ],
  azureServicePrincipals: [{ _id: id(3), providerName: "AZURE", servicePrincipalId: "abc", tenantId: "t" }],
});

const BUCKETS = [
  { _id: id(11), bucketName: "acme-db-exports", cloudProvider: "AWS", iamRoleId: id(1), region: "EU_WEST_1" },
  { _id: id(12), bucketName: "acme-db-exports", cloudProvider: "AWS", iamRoleId: id(9) },
  { _id: id(13), bucketName: "acme-legal-hold", cloudProvider: "AWS", iamRoleId: id(2) },
  { _id: id(14), bucketName: "elsewhere", cloudProvider: "MOON", roleId: id(4), crater: "Tycho" },
].map((bucket) => ExportBucket.parse(bucket));

const schedule = (bucketId: string, on = true) =>
  BackupSchedule.parse({ autoExportEnabled: on, export: { exportBucketId: bucketId, frequencyType: "monthly" } });

const answers = (): Answers =>
  new Answers()
    .add("listExportBuckets", project, { results: BUCKETS })
    .add("listCloudProviderAccessRoles", project, ROLES)
    .add("getBackupSchedule", of("prod-eu"), schedule(id(11)))
    .add("getBackupSchedule", of("stage-1"), schedule(id(13), false));

const scope = { clusters: [cluster("prod-eu"), cluster("stage-1"), cluster("flex", "serverless")] };

describe("the list of export buckets", () => {
  it("says through which role each is reached, whether that can write, and who exports to it by itself", () => {
    const model = list(answers().context({ scope }));
    expect(model.rows.map(cellsOf).map(({ name, role, users }) => [name, role, users])).toEqual([
      ["acme-db-exports", "svc-export", "prod-eu"],
      ["acme-db-exports", "0000…0009 deleted", "none"],
      ["acme-legal-hold", "not authorised", "none"],
      ["elsewhere", "0000…0004 deleted", "none"],
    ]);
    expect(summaryOf(model)).toEqual(["3 of 4 not writable"]);
  });

  it("does not say that nobody uses a bucket, or that its role was deleted, where that is null in an answer", () => {
    const model = list(
      answers()
        .add("listCloudProviderAccessRoles", project, CloudAccessRoles.parse({ ...ROLES, awsIamRoles: null }))
        .add("getBackupSchedule", of("stage-1"), BackupSchedule.parse({ autoExportEnabled: true, export: null }))
        .context({ scope }),
    );
    expect(model.rows.map(cellsOf).map(({ name, role, users }) => [name, role, users])).toEqual([
      ["acme-db-exports", "0000…0001", "prod-eu"],
      ["acme-db-exports", "0000…0009", "not loaded"],
      ["acme-legal-hold", "0000…0002", "not loaded"],
      ["elsewhere", "0000…0004", "not loaded"],
    ]);
    expect(summaryOf(model)).toEqual(["4 buckets"]);
  });

  it("shows the ids of roles where roles may not be read", () => {
    const why = { words: "needs Project Owner", reason: "needs Project Owner", status: 403, code: "USER_UNAUTHORIZED" };
    const context = new Answers()
      .add("listExportBuckets", project, { results: BUCKETS })
      .context({ unread: (operation) => (operation === "listCloudProviderAccessRoles" ? why : null) });
    const model = list(context);
    expect(summaryOf(model)).toEqual(["4 buckets"]);
    expect(cellsOf(model.rows[0])["role"]).toBe("0000…0001");
  });

  it("calls no role deleted where some of the roles could not be read", () => {
    const path = ["awsIamRoles", 2];
    const misfits = [{ path, message: "must be an object", below: [], value: null, row: path }];
    const context = new Answers()
      .add("listExportBuckets", project, { results: BUCKETS })
      .add("listCloudProviderAccessRoles", project, ROLES, null, misfits)
      .context();
    const model = list(context);
    expect(model.rows.map((row) => cellsOf(row)["role"])).not.toContainEqual(expect.stringContaining("deleted"));
    expect(summaryOf(model)).toEqual(["4 buckets"]);
  });

  it("says of nobody that he does not use a bucket while a schedule is not read, and does where it has none", () => {
    const unread = (words: string, status: number | null) => ({
      words,
      reason: words,
      status,
      code: null,
      isAbsent: words === "none",
    });
    const usersWhen = (stage: ReturnType<typeof unread>): readonly (string | undefined)[] =>
      list(
        new Answers().add("listExportBuckets", project, { results: BUCKETS }).context({
          scope,
          unread: (operation, args) => {
            if (operation !== "getBackupSchedule") return null;
            return JSON.stringify(args).includes("stage-1") ? stage : unread("none", 404);
          },
        }),
      ).rows.map((row) => cellsOf(row)["users"]);
    expect(new Set(usersWhen(unread("down", 500)))).toEqual(new Set(["not loaded"]));
    expect(new Set(usersWhen(unread("no role", 403)))).toEqual(new Set(["not allowed"]));
    expect(new Set(usersWhen(unread("none", 404)))).toEqual(new Set(["none"]));
  });

  it("claims nothing of other clusters while it is narrowed to one", () => {
    const model = list(answers().context({ scope: { cluster: "stage-1", clusters: [cluster("stage-1")] } }));
    expect(cellsOf(model.rows[0])["users"]).toBe("not stage-1");
  });

  it("asks dedicated clusters for their schedules, and no serverless one", () => {
    const queries = listQueries(answers().context({ scope }).scope);
    const scheduleQueries = queries.filter(({ operation }) => operation === "getBackupSchedule");
    expect(scheduleQueries.map(({ args }) => JSON.stringify(args).match(/"clusterName":"([^"]+)"/u)?.[1])).toEqual([
      "prod-eu",
      "stage-1",
    ]);
  });
});

describe("the detail of an export bucket", () => {
  it("tells role, users and the last exports, newest first, an unknown state as it is written", () => {
    const job = (number: number, state: string, minutes: number) =>
      ExportJob.parse({ id: id(number), exportBucketId: id(11), state, createdAt: ago(minutes) });
    const context = answers()
      .add("listBackupExportJobs", of("prod-eu"), { results: [job(21, "Failed", 600), job(22, "Levitating", 30)] })
      .add("listBackupExportJobs", of("stage-1"), { results: [job(23, "Successful", 90)] })
      .context({ scope });
    const lines = linesOf(detail(context, id(11)));
    expect(lines).toContain("Role status: authorised");
    expect(lines).toContain("Used by: prod-eu, automatic export of monthly snapshots");
    const from = lines.indexOf("# 3 exports to this bucket");
    expect(lines.slice(from + 1, from + 4)).toEqual([
      "30m: Levitating · prod-eu",
      "1h: completed · stage-1",
      "10h: failed · prod-eu",
    ]);
  });

  it("asks nothing for what is no id", () => {
    const context = answers().context({ scope });
    expect(detailQueries(context, "no-id")).toEqual([]);
    expect(detail(context, "no-id")).toBeNull();
  });
});

describe("the form of a new export bucket", () => {
  const roles = accessRoles(ROLES);
  const plan = createPlan(roles, BUCKETS.map(bucketOf));
  const env = { now: NOW, timeZone: "UTC" };
  const opened = () => openForm(plan, { mode: "create", initial: initialBucket(roles) });

  it("has a field for all of the body, and begins with the only role that may write", () => {
    expect(plan.fields.map(({ path }) => path).sort()).toEqual(Object.keys(ExportBucketBody.shape.shape).sort());
    expect(opened().body).toEqual({ cloudProvider: "AWS", iamRoleId: id(1) });
  });

  it("shows what belongs to the cloud, and takes its only role", () => {
    const shown = (cloud: string): readonly string[] => {
      const state = setText(plan, opened(), ["cloudProvider"], cloud, env);
      return rowsOf(plan, state, env, { showAll: false }).flatMap((row) =>
        row.row === "field" ? row.path.map(String) : [],
      );
    };
    expect(shown("AWS")).toEqual(["cloudProvider", "bucketName", "iamRoleId"]);
    expect(shown("AZURE")).toEqual(["cloudProvider", "bucketName", "roleId", "serviceUrl", "tenantId"]);
    expect(shown("GCP")).toEqual(["cloudProvider", "bucketName", "roleId"]);
    expect(setText(plan, opened(), ["cloudProvider"], "AZURE", env).body).toMatchObject({ roleId: id(3) });
  });

  it("lets no role of one cloud go with another: two of them share its field", () => {
    const azure = setText(plan, opened(), ["cloudProvider"], "AZURE", env);
    const said = (state: FormState) =>
      problemsOf(plan, state, env)
        .filter(({ path }) => path[0] === "roleId")
        .map(({ message }) => message);
    const google = setText(plan, azure, ["cloudProvider"], "GCP", env);
    expect([google.body["roleId"], said(google)]).toEqual(["", ["required"]]);
    const around = ["AWS", "GCP"].reduce((state, cloud) => setText(plan, state, ["cloudProvider"], cloud, env), azure);
    expect(said(around)).toHaveLength(1);
    expect(said(setText(plan, around, ["cloudProvider"], "AZURE", env))).toEqual([]);
    const written = setValue(plan, google, ["roleId"], id(3));
    expect(said(written)).toEqual(["principal abc is a role of Azure: choose one of GCP"]);
  });

  it("says before sending that a role waits, that a name is taken, and asks for a yes then", () => {
    let state = setText(plan, opened(), ["bucketName"], "acme-db-exports", env);
    state = setText(plan, state, ["iamRoleId"], id(2), env);
    expect(problemsOf(plan, state, env)).toEqual([]);
    const review = reviewOf(plan, state, { asOf: NOW, request: { method: "POST", path: "/" }, env });
    expect(review.risk).toBe("disruptive");
    expect(review.warnings.join(" ")).toMatch(/not authorised.*already registered \(0000…000b, 0000…000c\)/u);
    const fine = setText(plan, opened(), ["bucketName"], "acme-new", env);
    const plain = reviewOf(plan, fine, { asOf: NOW, request: { method: "POST", path: "/" }, env });
    expect([plain.risk, plain.warnings]).toEqual(["reversible", []]);
    expect(plain.sentence).toContain("with role svc-export");
  });

  it("offers the roles of the cloud, those that may write first", () => {
    const field = plan.fields.find(({ path }) => path === "iamRoleId");
    const context = { subject: {}, body: { cloudProvider: "AWS" }, base: null, mode: "create" as const };
    expect(field?.choices?.(context).map(({ label, note }) => `${label} · ${note ?? ""}`)).toEqual([
      "svc-export · authorised · 0000…0001",
      "role 0000…0002 · not authorised: exports fail · 0000…0002",
    ]);
  });

  it("puts clouds in which something can be written first", () => {
    const only = createPlan(
      accessRoles(CloudAccessRoles.parse({ azureServicePrincipals: ROLES.azureServicePrincipals })),
      [],
    );
    const choices = only.fields[0]?.choices?.({ subject: {}, body: {}, base: null, mode: "create" }) ?? [];
    expect(choices.map(({ value }) => value)).toEqual(["AZURE", "AWS", "GCP"]);
    expect(cellText(choices[1]?.note ?? "")).toBe("no role in this project");
  });
});

describe("the removal of a bucket", () => {
  const review = (bucket: string) => {
    const given = answers()
      .add("listBackupExportJobs", of("prod-eu"), { results: [] })
      .add("listBackupExportJobs", of("stage-1"), { results: [] });
    const context = given.context({ scope: { clusters: scope.clusters.slice(0, 2) } });
    return remove(context, [bucket]).preflight({ ask: askFrom(given), context });
  };

  it("offers to turn off the automatic exports first for which the service refuses it", async () => {
    const { warnings, safer } = await review(id(11));
    expect(warnings).toEqual([expect.stringMatching(/^Automatic exports to it: prod-eu.*disable them in Schedules/u)]);
    expect(safer).toMatchObject([
      {
        title: "Turn off automatic exports of prod-eu first",
        effect: { area: "backup-schedules", ids: ["prod-eu"], start: { autoExportEnabled: false } },
      },
    ]);
  });

  it("offers nothing where no schedule exports to it", async () => {
    expect(await review(id(12))).toMatchObject({ warnings: [], safer: [] });
  });
});
