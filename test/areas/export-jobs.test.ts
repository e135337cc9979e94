import { describe, expect, it } from "vitest";
import { placeAfter } from "../../src/areas/builders/place-after.ts";
import { actions as bucketActions } from "../../src/areas/export-buckets/actions.ts";
import { openExport } from "../../src/areas/export-jobs/create.ts";
import { detail } from "../../src/areas/export-jobs/detail.ts";
import { detailQueries, listQueries, running } from "../../src/areas/export-jobs/jobs.ts";
import { list } from "../../src/areas/export-jobs/list.ts";
import { exportJobs } from "../../src/areas/export-jobs.ts";
import type { Ask, Context } from "../../src/areas/model/context.ts";
import type { Effect } from "../../src/areas/model/effect.ts";
import { snapshots } from "../../src/areas/snapshots.ts";
import { CloudAccessRoles } from "../../src/contract/cloud-access.ts";
import { ExportBucket } from "../../src/contract/export-buckets.ts";
import { ExportJob, ExportJobBody } from "../../src/contract/export-jobs.ts";
import { ClusterName, ExportJobId, GroupId } from "../../src/contract/schema/ids.ts";
import { setText } from "../../src/forms/edit.ts";
import { addItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { exportKey } from "../../src/state/samples/measured.ts";
import { serviceError } from "../state/fake-client.ts";
import { Answers, ago, askFrom, cellsOf, cluster, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";
import { opened } from "./opened.ts";
import { snapshot } from "./snapshot-samples.ts";

/** Exports as data: how far they are, what is left, why one failed, and what can be exported where. */

const DAY = 24 * 60;
const groupId = GroupId.parse(GROUP);
const project = { params: { groupId } };
const of = (name: string) => ({ params: { groupId, clusterName: ClusterName.parse(name) } });

const SNAPSHOTS = [
  snapshot(1, 3 * DAY),
  snapshot(2, 2 * DAY, { snapshotType: "fallback" }),
  snapshot(3, DAY, { frequencyType: "ondemand", snapshotType: "onDemand", description: "before CHG-1142" }),
  snapshot(4, 10, { status: "inProgress" }),
];

const BUCKETS = [
  { _id: id(11), bucketName: "acme-db-exports", cloudProvider: "AWS", iamRoleId: id(21), region: "EU_WEST_1" },
  { _id: id(12), bucketName: "acme-legal-hold", cloudProvider: "AWS", iamRoleId: id(22) },
].map((bucket) => ExportBucket.parse(bucket));

const ROLES = CloudAccessRoles.parse({
  awsIamRoles: [
    { roleId: id(21), providerName: "AWS", authorizedDate: ago(60), iamAssumedRoleArn: "arn:aws:iam::7:role/svc" },
    { roleId: id(22), providerName: "AWS", authorizedDate: null, iamAssumedRoleArn: null },
  ],
});

const job = (number: number, minutesAgo: number, change: object = {}) =>
  ExportJob.parse({
    id: id(number),
    createdAt: ago(minutesAgo),
    exportBucketId: id(11),
    snapshotId: id(1),
    state: "Successful",
    prefix: `exported_snapshots/o/p/prod-eu/2026-11-18T1406/${number}`,
    finishedAt: ago(minutesAgo - 15),
    exportStatus: { exportedCollections: 1930, totalCollections: 1930 },
    ...change,
  });

const RUNNING = {
  state: "InProgress",
  finishedAt: null,
  exportStatus: { exportedCollections: 812, totalCollections: 1930 },
};

const answers = (jobs: readonly ExportJob[]): Answers =>
  new Answers()
    .add("listBackupExportJobs", of("prod-eu"), { results: [...jobs] })
    .add("listExportBuckets", project, { results: BUCKETS })
    .add("listCloudProviderAccessRoles", project, ROLES)
    .add("listReplicaSetBackups", of("prod-eu"), { results: SNAPSHOTS });

const scope = { clusters: [cluster("prod-eu")] };
const model = (jobs: readonly ExportJob[], change: Parameters<Answers["context"]>[0] = {}) =>
  list(answers(jobs).context({ scope, ...change }));
const shown = (jobs: readonly ExportJob[], number: number, change: Parameters<Answers["context"]>[0] = {}) =>
  linesOf(detail(answers(jobs).context({ scope, ...change }), id(number)));

describe("the list of exports", () => {
  it("says how far one is, what is left by earlier ones, and what became of the others", () => {
    const jobs = [
      job(31, 40 * DAY),
      job(32, 30 * DAY),
      job(33, 20 * DAY, { exportStatus: { exportedCollections: 0, totalCollections: 0 } }),
      job(34, 10 * DAY, {
        state: "Cancelled",
        exportStatus: { exportedCollections: 214, totalCollections: 1930 },
      }),
      job(35, 60, { state: "Failed", stateReason: { errorCode: "ACCESS_DENIED", message: "no" }, exportStatus: null }),
      job(36, 5, RUNNING),
    ];
    const { rows, summary } = model(jobs);
    expect(rows.map(cellsOf).map(({ status, progress }) => [status, progress])).toEqual([
      ["completed", "took 15m · 1,930 collections"],
      ["completed", "took 15m · 1,930 collections"],
      ["completed", "nothing to export"],
      ["cancelled", "214 of 1,930 collections"],
      ["failed", "access denied"],
      ["running", "42 %  6 to 13 min left"],
    ]);
    expect(summary).toContainEqual(expect.objectContaining({ text: "1 failed in 35 days", tone: "bad" }));
    expect(rows.map(({ section }) => section)).toEqual([...Array.from({ length: 5 }, () => "ended"), "now"]);
  });

  it("calls 0 of 0 counting, and never divides by it", () => {
    const counting = job(36, 1, { ...RUNNING, exportStatus: { exportedCollections: 0, totalCollections: 0 } });
    expect(cellsOf(model([counting]).rows[0])["progress"]).toBe("counting");
    expect(shown([counting], 36).join(" ")).not.toMatch(/NaN|Infinity/u);
    const impossible = job(36, 1, { ...RUNNING, exportStatus: { exportedCollections: -1e308, totalCollections: 7 } });
    expect(cellsOf(model([impossible]).rows[0])["progress"]).toBe("counting");
  });

  it("shows a state of tomorrow as it is, as going on, and asks for it slowly and for a day only", () => {
    const strange = job(36, 5, { ...RUNNING, state: "Levitating" });
    const context = answers([strange]).context({ scope });
    expect(cellsOf(list(context).rows[0])["status"]).toBe("Levitating");
    expect(running(context).map(({ poll }) => poll)).toEqual(["overview-jobs"]);
    const old = answers([job(36, 2 * DAY, { ...RUNNING, state: "Levitating" })]).context({ scope });
    expect(running(old)).toEqual([]);
  });

  it("is asked often only for clusters of which something is exported", () => {
    const both = { clusters: [cluster("prod-eu"), cluster("stage-1")] };
    const context = answers([job(36, 5, RUNNING)]).context({ scope: both });
    expect(running(context).map(({ args, poll }) => [JSON.stringify(args).includes("prod-eu"), poll])).toEqual([
      [true, "job"],
    ]);
    expect(running(answers([job(31, 90)]).context({ scope: both }))).toEqual([]);
  });

  it("asks no serverless instance, and says that none runs only where all was read", () => {
    const clusters = [cluster("prod-eu"), cluster("flex", "serverless")];
    const queries = listQueries(answers([]).context({ scope: { clusters } }).scope);
    expect(queries.filter(({ operation }) => operation === "listBackupExportJobs")).toHaveLength(1);
    const why = {
      words: "needs Project Service Admin",
      reason: "needs Project Service Admin",
      status: 403,
      code: "USER_UNAUTHORIZED",
    };
    const refused = new Answers().context({
      scope,
      unread: (operation) => (operation === "listBackupExportJobs" ? why : null),
    });
    expect(summaryOf(list(refused))).toEqual([]);
    expect(summaryOf(model([job(31, 90)]))).toEqual(["none running"]);
  });

  it("says that a bucket is gone", () => {
    const { rows } = model([job(31, 90, { exportBucketId: id(99) })]);
    expect(cellsOf(rows[0])["bucket"]).toBe("0000…0063 (deleted)");
  });
});

describe("what is left of an export", () => {
  const ring = (minutes: readonly (readonly [number, number])[]): Context["ring"] => {
    const key = exportKey(GROUP, "prod-eu", id(36));
    const samples = minutes.map(([ago, value]) => ({ at: NOW - ago * 60_000, value, state: "InProgress" }));
    return (sampleKey) => (sampleKey === key ? samples : []);
  };

  it("weighs its pace and earlier ones, and says the same in the list and in the detail", () => {
    const jobs = [job(31, 40 * DAY), job(32, 30 * DAY), job(36, 10, RUNNING)];
    const change = {
      ring: ring([
        [4, 612],
        [2, 712],
        [0, 812],
      ]),
    };
    expect(cellsOf(model(jobs, change).rows[2])["progress"]).toBe("42 %  3 to 14 min left");
    const lines = shown(jobs, 36, change);
    expect(lines).toContain("Rate: 50 collections/min");
    expect(lines).toContain("Time left: about 7 min (3 to 14), from its rate and 2 earlier runs of this cluster");
    expect(lines).toContain("# Collections exported");
  });

  it("is not known before its pace or an earlier one says anything, and takes no other kind of export for its own", () => {
    const begun = { ...RUNNING, exportStatus: { exportedCollections: 12, totalCollections: 1930 } };
    const words = "Time left: unknown: too little progress yet, and no earlier export";
    expect(shown([job(36, 5, begun)], 36)).toContain(words);
    expect(cellsOf(model([job(36, 5, begun)]).rows[0])["progress"]).toBe(" 0 %");
    // Requested just now, which is a little ahead of a time by the minute.
    const queued = { ...RUNNING, state: "Queued", exportStatus: null };
    const one = shown([job(36, -0.3, queued), job(41, 9 * DAY)], 36).join("\n");
    expect(one).toMatch(/Time left: .* from 1 earlier run of this cluster/u);
    expect(one).not.toContain("no earlier export");
    const large = [job(41, 9 * DAY), job(42, 8 * DAY), job(43, 7 * DAY)];
    const given = answers([job(36, 5, { ...begun, snapshotId: id(3) })])
      .add("listBackupExportJobs", of("analytics"), { results: large })
      .add("listReplicaSetBackups", of("analytics"), {
        results: [snapshot(1, DAY, { storageSizeBytes: 1_100_000_000_000 })],
      });
    const clusters = [cluster("analytics"), cluster("prod-eu")];
    const context = given.context({ scope: { clusters } });
    expect(linesOf(detail(context, id(36)))).toContain(words);
  });

  it("is less sure while a large collection is copied, and says for how long none was finished", () => {
    const still = {
      ring: ring([
        [9, 812],
        [4, 812],
        [0, 812],
      ]),
    };
    expect(cellsOf(model([job(36, 20, RUNNING)], still).rows[0])["progress"]).toBe("42 %  4 to 75 min left");
    expect(shown([job(36, 20, RUNNING)], 36, still)).toContain("Rate: no progress for 9 min: large collection");
    const dead = {
      ring: ring([
        [150, 812],
        [75, 812],
        [4, 812],
        [0, 812],
      ]),
    };
    expect(cellsOf(model([job(36, 200, RUNNING)], dead).rows[0])["progress"]).toContain("may be stuck !");
    expect(shown([job(36, 200, RUNNING)], 36, dead).join()).not.toContain("Left:");
  });

  it("names its basis, and says when it takes longer than others", () => {
    const earlier = [job(31, 40 * DAY), job(32, 30 * DAY), job(33, 20 * DAY)];
    expect(shown([...earlier, job(36, 5, RUNNING)], 36)).toContain(
      "Time left: about 9 min (6 to 13), from its rate and 3 earlier runs of this cluster",
    );
    const counting = { ...RUNNING, exportStatus: null };
    expect(shown([...earlier, job(36, 5, counting)], 36)).toContain(
      "Time left: about 10 min (7 to 14), from 3 earlier runs of this cluster",
    );
    expect(shown([...earlier, job(36, 20, counting)], 36)).toContain("Time left: longer than usual (usually 15 min)");
    expect(shown([...earlier, job(36, 20, RUNNING)], 36)).toContain(
      "Time left: about 30 min (11 to 55), from its rate, longer than usual (usually 15 min)",
    );
  });
});

describe("the detail of an export", () => {
  it("says why it failed, what helps, and where the partial files are", () => {
    const failed = job(35, 60, {
      state: "Failed",
      exportBucketId: id(12),
      stateReason: { errorCode: "ACCESS_DENIED", message: "The role of bucket acme-legal-hold is not authorised." },
      exportStatus: null,
    });
    const lines = shown([failed], 35);
    expect(lines).toContain("The role of bucket acme-legal-hold is not authorised.");
    expect(lines).toContain("Authorise the role of the bucket in your cloud account, then export again.");
    expect(lines).toContain("Bucket: acme-legal-hold (AWS, not writable)");
    expect(lines).toContain("exported_snapshots/o/p/prod-eu/2026-11-18T1406/35");
    expect(lines.join(" ")).toContain("stay in the bucket");
  });

  it("takes a cancelled one for an end, and tells shards by their own export ids", () => {
    const one = job(34, 90, {
      state: "Cancelled",
      components: [
        { exportId: id(71), replicaSetName: "prod-shard-0" },
        { exportId: id(72), replicaSetName: "prod-shard-1" },
      ],
    });
    const lines = shown([one], 34);
    expect(lines).toContain("Status: cancelled");
    expect(lines).toContain(`Shard 2: prod-shard-1 · ${id(72)}`);
    expect(lines).not.toContain("# Why it failed");
  });

  it("believes the list where the record is behind it, and asks nothing for what is no id", () => {
    const record = { params: { ...of("prod-eu").params, exportId: ExportJobId.parse(id(36)) } };
    const queued = job(36, 5, { ...RUNNING, state: "Queued" });
    const context = answers([job(36, 5, RUNNING)])
      .add("getBackupExportJob", record, queued)
      .context({ scope });
    expect(linesOf(detail(context, id(36)))).toContain("Status: running");
    expect(detailQueries(context, id(36)).map(({ poll }) => poll)).toEqual(["job"]);
    expect(detailQueries(context, "no-id")).toEqual([]);
    expect(detail(context, "no-id")).toBeNull();
  });

  it("gives the path as text and as an address to copy", () => {
    const context = answers([job(31, 90)]).context({ scope });
    const path = exportJobs.screen.actions.find((action) => action.id === "export-jobs.path");
    const effect = path?.open(context, [id(31)]);
    expect(effect?.kind === "page" ? effect.page.copies.map(({ text }) => text) : []).toEqual([
      "exported_snapshots/o/p/prod-eu/2026-11-18T1406/31",
      "s3://acme-db-exports/exported_snapshots/o/p/prod-eu/2026-11-18T1406/31",
    ]);
  });
});

/** The form that an effect leads to, once it has asked. */
async function formOf(effect: Effect | undefined, ask: Ask) {
  const first = effect === undefined ? undefined : opened(effect);
  const found = first?.kind === "asking" ? await first.load(ask) : first;
  if (found?.kind !== "form") throw new Error(`no form: ${JSON.stringify(found)}`);
  return found.setup;
}

const env = { now: NOW, timeZone: "UTC" };

describe("the form of a new export", () => {
  const given = answers([job(31, 20 * DAY), job(32, 10, { ...RUNNING, snapshotId: id(1) })]);
  const context = given.context({ scope });
  const setup = () => formOf(openExport(context, "prod-eu"), askFrom(given));

  it("has a field for all of the body, and begins with the newest snapshot and the bucket of the last export", async () => {
    const opened = await setup();
    const { plan, initial } = opened;
    const top = plan.fields.map(({ path }) => path).filter((path) => !path.includes("[]"));
    expect(top.sort()).toEqual(Object.keys(ExportJobBody.shape.shape).sort());
    expect(initial).toEqual({ snapshotId: id(3), exportBucketId: id(11) });
    expect(placeAfter({ kind: "form", setup: opened }, { id: id(50) })).toEqual({ area: "export-jobs", ids: [id(50)] });
  });

  it("offers completed snapshots only, the newest first, with what counts for a person", async () => {
    const { plan } = await setup();
    const choices = (path: string) =>
      plan.fields
        .find((field) => field.path === path)
        ?.choices?.({ subject: {}, body: {}, base: null, mode: "create" })
        .map(({ label, note }) => [label, note]);
    expect(choices("snapshotId")).toEqual([
      ["20 Nov 14:06 UTC · on demand · 12.4 GB", "latest · expires in 6d · before CHG-1142"],
      ["18 Nov 14:06 UTC · daily · 12.4 GB", "expires in 4d · export in progress · already exported"],
    ]);
    expect(choices("exportBucketId")).toEqual([
      ["acme-db-exports", "role svc · AWS · eu-west-1 · 0000…000b"],
      ["acme-legal-hold", "role not authorised: exports fail · AWS · 0000…000c"],
    ]);
  });

  it("says that it cannot be stopped and what it moves, and asks for a yes", async () => {
    const { plan, initial } = await setup();
    let state = openForm(plan, { mode: "create", ...(initial === undefined ? {} : { initial }) });
    state = addItem(plan, state, ["customData"]);
    expect(problemsOf(plan, state, env).map(({ label }) => label)).toEqual(["Label 1 › Label", "Label 1 › Value"]);
    state = setText(plan, state, ["customData", 0, "key"], "ticket", env);
    state = setText(plan, state, ["customData", 0, "value"], "CHG-1", env);
    expect(rowsOf(plan, state, env).flatMap((row) => (row.row === "field" ? (row.field.note ?? []) : []))).toEqual([]);
    const review = reviewOf(plan, state, { asOf: NOW, request: { method: "POST", path: "/" }, env });
    expect(review.risk).toBe("disruptive");
    expect(review.warnings.join(" ")).toMatch(/no operation to cancel an export.*about 12.4 GB/u);
    expect(review.sentence).toBe(
      "Copies the on demand snapshot of prod-eu, 20 Nov 14:06 UTC (12.4 GB), to acme-db-exports, with 1 label.",
    );
    expect(review.body).toEqual({
      snapshotId: id(3),
      exportBucketId: id(11),
      customData: [{ key: "ticket", value: "CHG-1" }],
    });
    const again = addItem(plan, state, ["customData"]);
    const twice = setText(plan, again, ["customData", 1, "key"], "ticket", env);
    expect(problemsOf(plan, twice, env).map(({ message }) => message)).toContain("this label already exists");
  });

  it("is reviewed without the other exports, where they cannot be read", async () => {
    const { preflight } = await setup();
    const ask: Ask = async (operation, args) => {
      if (operation === "listBackupExportJobs") throw serviceError(operation, { kind: "refused", status: 500 });
      return askFrom(given)(operation, args);
    };
    const found = await preflight(
      { ask, context: given.context({ scope }) },
      { snapshotId: id(3), exportBucketId: id(11) },
    );
    expect(found.warnings[0]).toBe("Unknown whether this snapshot is being exported: exports of prod-eu not loaded.");
    expect(found.facts).toContainEqual({ label: "In progress", value: "not loaded" });
  });

  it("asks once more before it is sent: a bucket that went, a snapshot that is being exported, one that goes soon", async () => {
    const { preflight } = await setup();
    const review = { ask: askFrom(given), context: given.context({ scope }) };
    const missing = await preflight(review, { snapshotId: id(1), exportBucketId: id(77) });
    expect(missing.problems?.map(({ field }) => field)).toEqual(["snapshotId", "exportBucketId"]);
    const fine = await preflight(review, { snapshotId: id(3), exportBucketId: id(11) });
    expect(fine.problems ?? []).toEqual([]);
    expect(fine.warnings).toEqual([]);
    expect(fine.facts).toContainEqual({ label: "In progress", value: "1 export of prod-eu" });
    expect(fine.facts).toContainEqual({ label: "Duration", value: "15m for recent exports of prod-eu" });
    const soon = answers([]).add("listReplicaSetBackups", of("prod-eu"), {
      results: [snapshot(5, 7 * DAY - 30)],
    });
    const expiring = await preflight({ ...review, ask: askFrom(soon) }, { snapshotId: id(5), exportBucketId: id(11) });
    expect(expiring.warnings.join(" ")).toMatch(/may expire before the export ends/u);
  });

  it("says what to do first where there is no bucket, or nothing to export", async () => {
    const words = async (effect: Effect, ask: Ask): Promise<string> => {
      const found = effect.kind === "asking" ? await effect.load(ask) : effect;
      return found.kind === "page" ? JSON.stringify(found.page.lines) : found.kind;
    };
    const noBucket = answers([]).add("listExportBuckets", project, { results: [] });
    expect(await words(openExport(context, "prod-eu"), askFrom(noBucket))).toContain("n in Export buckets");
    const noSnapshot = answers([]).add("listReplicaSetBackups", of("prod-eu"), { results: [] });
    expect(await words(openExport(context, "prod-eu"), askFrom(noSnapshot))).toContain("n in Snapshots");
  });
});

describe("entries from elsewhere", () => {
  const given = answers([job(31, 20 * DAY, { customData: [{ key: "ticket", value: "CHG-1" }] })]);
  const context = given.context({ scope });
  const ask = askFrom(given);

  it("exports a snapshot from its own row, unless it cannot be", async () => {
    const action = snapshots.screen.actions.find((one) => one.id === "snapshots.export");
    expect(action?.disabled?.(context, [id(2)])).toBe("fallback snapshots cannot be exported");
    expect(action?.disabled?.(context, [id(4)])).toBe("only completed snapshots can be exported");
    expect(action?.disabled?.(context, [id(1)])).toBeNull();
    const { initial } = await formOf(action?.open(context, [id(1)]), ask);
    expect(initial).toMatchObject({ snapshotId: id(1) });
  });

  it("exports into a bucket from the bucket's row", async () => {
    const action = bucketActions.find((one) => one.id === "export-buckets.export");
    const { initial } = await formOf(action?.open(context, [id(12)]), ask);
    expect(initial).toEqual({ snapshotId: id(3), exportBucketId: id(12) });
  });

  it("exports the same again with its labels", async () => {
    const action = exportJobs.screen.actions.find((one) => one.id === "export-jobs.again");
    const { initial } = await formOf(action?.open(context, [id(31)]), ask);
    expect(initial).toEqual({
      snapshotId: id(1),
      exportBucketId: id(11),
      customData: [{ key: "ticket", value: "CHG-1" }],
    });
    const withoutSnapshot = answers([job(31, 20 * DAY, { snapshotId: id(99) })]).context({ scope });
    expect(action?.disabled?.(withoutSnapshot, [id(31)])).toBe("snapshot no longer exists");
  });
});
