import { describe, expect, it } from "vitest";
import { formatDone } from "../../src/app/review/done.ts";
import { placeAfter } from "../../src/areas/builders/place-after.ts";
import type { Ask } from "../../src/areas/model/context.ts";
import type { Effect } from "../../src/areas/model/effect.ts";
import { openRestore } from "../../src/areas/restore-jobs/create.ts";
import { restoreJobs } from "../../src/areas/restore-jobs.ts";
import { snapshots } from "../../src/areas/snapshots.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import type { BodyObject } from "../../src/contract/json/json.ts";
import { Migration } from "../../src/contract/live-migration.ts";
import { ClusterRecord } from "../../src/contract/projects.ts";
import { RestoreJob, RestoreJobBody, ServerlessRestoreJobBody } from "../../src/contract/restore-jobs.ts";
import { ClusterName, GroupId, LiveMigrationId } from "../../src/contract/schema/ids.ts";
import { ServerlessSnapshot, ShardedSnapshot } from "../../src/contract/snapshots.ts";
import { draftOf, restoreDraft } from "../../src/forms/draft.ts";
import { leaveField, setText, setValue } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { openForm } from "../../src/forms/open.ts";
import { contextOf } from "../../src/forms/plans.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { previewOf } from "../../src/forms/summary.ts";
import type { KnownName } from "../../src/state/names/names.ts";
import { serviceError } from "../state/fake-client.ts";
import { Answers, ago, askFrom, cluster, GROUP, id, linesOf, NOW } from "./answers.ts";
import { opened } from "./opened.ts";
import { snapshot } from "./snapshot-samples.ts";

/** Restores as they are asked for: what can be chosen, what is refused before it is sent, what is said to be lost. */

const HOUR = 60;
const DAY = 24 * HOUR;
const OTHER = GroupId.of(id(900));
const groupId = GroupId.parse(GROUP);
const of = (name: string, project = GROUP) => ({
  params: { groupId: GroupId.parse(project), clusterName: ClusterName.parse(name) },
});
const env = { now: NOW, timeZone: "UTC" };
const seconds = (minutesAgo: number): number => (NOW - minutesAgo * 60_000) / 1000;

const CLUSTERS = [
  { name: "prod-eu", clusterType: "REPLICASET", databaseVersion: "8.0.4", stateName: "IDLE" },
  { name: "prod-eu-side", clusterType: "REPLICASET", databaseVersion: "8.0.4", stateName: "IDLE" },
  { name: "old-1", clusterType: "REPLICASET", databaseVersion: "7.0.9", stateName: "IDLE" },
  { name: "analytics", clusterType: "SHARDED" },
  { name: "paused-1", clusterType: "REPLICASET", paused: true },
].map((document) => ClusterRecord.parse(document));

/** What the service holds: three snapshots of prod-eu, a window of two days, and restores. */
function world(jobs: readonly RestoreJob[] = [], days = 2): Answers {
  const answers = new Answers()
    .add("listReplicaSetBackups", of("prod-eu"), {
      results: [
        snapshot(1, 5 * DAY),
        snapshot(2, 20 * HOUR, { description: "before CHG-1142", snapshotType: "onDemand", frequencyType: "ondemand" }),
        snapshot(3, 3 * HOUR),
        snapshot(4, 5, { status: "inProgress" }),
      ],
    })
    .add("getBackupSchedule", of("prod-eu"), BackupSchedule.parse({ restoreWindowDays: days }))
    .add("listBackupRestoreJobs", of("prod-eu"), { results: [...jobs] })
    .add("listReplicaSetBackups", of("prod-eu-side"), { results: [] })
    .add("listClusters", { params: { groupId } }, { results: CLUSTERS })
    .add(
      "listClusters",
      { params: { groupId: GroupId.parse(OTHER) } },
      {
        results: [ClusterRecord.parse({ name: "shop-1", clusterType: "REPLICASET", databaseVersion: "8.0.4" })],
      },
    );
  for (const one of CLUSTERS) answers.add("getCluster", of(one.name), one);
  return answers;
}

const projects = [
  { id: GROUP, name: "Payments", clusters: [] },
  { id: OTHER, name: "Shop", clusters: [cluster("shop-1")] },
];
const scope = { clusters: [cluster("prod-eu"), cluster("prod-eu-side")], projects };

async function formOf(effect: Effect | undefined, ask: Ask) {
  const first = effect === undefined ? undefined : opened(effect);
  const found = first?.kind === "asking" ? await first.load(ask) : first;
  if (found?.kind !== "form") throw new Error(`no form: ${JSON.stringify(found)}`);
  return found.setup;
}

const setupOf = (given = world(), start = {}) =>
  formOf(openRestore(given.context({ scope }), "prod-eu", start), askFrom(given));

type Setup = Awaited<ReturnType<typeof setupOf>>;

const stateOf = ({ plan, initial }: Setup, change: Readonly<Record<string, string>> = {}): FormState =>
  Object.entries(change).reduce(
    (state, [field, text]) => leaveField(plan, setText(plan, state, [field], text, env), [field]),
    openForm(plan, { mode: "create", ...(initial === undefined ? {} : { initial }) }),
  );

const review = (setup: Setup, state: FormState) =>
  reviewOf(setup.plan, state, { asOf: NOW, request: { method: "POST", path: "/" }, env });

const labels = (setup: Setup, state: FormState): readonly string[] =>
  rowsOf(setup.plan, state, env, { showAll: true }).flatMap((row) => (row.row === "field" ? [row.field.label] : []));

const found = (given: Answers, setup: Setup, body: BodyObject, context = given.context({ scope })) =>
  setup.preflight({ ask: askFrom(given), context }, body);

const INTO_SIDE = {
  deliveryType: "automated",
  snapshotId: id(3),
  targetGroupId: GROUP,
  targetClusterName: "prod-eu-side",
};

describe("the form of a restore", () => {
  it("has a draft of its own for what was chosen before it opens", async () => {
    expect((await setupOf(world(), { snapshotId: id(3) })).chosen).toEqual({ snapshotId: id(3) });
    expect((await setupOf()).chosen).toEqual({});
  });

  it("takes a draft up with the latest snapshot and time of now, where nobody chose another", async () => {
    const later = await setupOf(
      world().add("listReplicaSetBackups", of("prod-eu"), { results: [snapshot(3, 3 * HOUR), snapshot(5, 10)] }),
    );
    const again = async (change: Readonly<Record<string, string>>): Promise<BodyObject | undefined> =>
      restoreDraft(later.plan, draftOf(stateOf(await setupOf(), change)), later.initial)?.body;
    expect(await again({ targetClusterName: "prod-eu-side" })).toEqual({ ...INTO_SIDE, snapshotId: id(5) });
    expect(await again({ targetClusterName: "prod-eu-side", snapshotId: id(3) })).toEqual(INTO_SIDE);
    expect(await again({ targetGroupId: OTHER, targetClusterName: "shop-1" })).toEqual({
      ...INTO_SIDE,
      snapshotId: id(5),
      targetGroupId: OTHER,
      targetClusterName: "shop-1",
    });
    const position = { deliveryType: "pointInTime", pointInTimeUTCSeconds: "", oplogTs: "1763733990", oplogInc: "1" };
    expect(await again(position)).toEqual({
      deliveryType: "pointInTime",
      targetGroupId: GROUP,
      oplogTs: 1_763_733_990,
      oplogInc: 1,
    });
    const hours = world().context({ scope, now: NOW + 2 * HOUR * 60_000 });
    const { plan, initial } = await formOf(openRestore(hours, "prod-eu"), askFrom(world()));
    const draft = draftOf(stateOf(await setupOf(), { deliveryType: "pointInTime" }));
    expect(restoreDraft(plan, draft, initial)?.body).toEqual({
      deliveryType: "pointInTime",
      pointInTimeUTCSeconds: Number(draft.body["pointInTimeUTCSeconds"]) + 2 * HOUR * 60,
      targetGroupId: GROUP,
    });
  });

  it("has a field for all of both bodies", async () => {
    const fields = (setup: Setup) => setup.plan.fields.map(({ path }) => path).sort();
    expect(fields(await setupOf())).toEqual(Object.keys(RestoreJobBody.shape.shape).sort());
    const given = new Answers().add("listServerlessBackups", of("orders"), {
      results: [ServerlessSnapshot.parse({ id: id(9), createdAt: ago(60), status: "completed" })],
    });
    const context = given.context({ scope: { clusters: [cluster("orders", "serverless")] } });
    const setup = await formOf(openRestore(context, "orders"), askFrom(given));
    expect(fields(setup)).toEqual(Object.keys(ServerlessRestoreJobBody.shape.shape).sort());
    expect(setup.plan.operation.id).toBe("createServerlessBackupRestoreJob");
    // The target of a serverless restore is named even for a download.
    expect(labels(setup, stateOf(setup, { deliveryType: "download" }))).toContain("Target cluster");
  });

  it("says in three plain sentences what can be wanted, and shows what each needs", async () => {
    const setup = await setupOf();
    const state = stateOf(setup);
    const [what] = rowsOf(setup.plan, state, env, { showAll: false });
    expect(what?.row === "field" ? what.field.choices.map(({ label }) => label) : []).toEqual([
      "restore a snapshot to a cluster",
      "restore a point in time",
      "download a snapshot",
    ]);
    expect(labels(setup, state)).toEqual(["Restore type", "Snapshot", "Target project", "Target cluster"]);
    expect(labels(setup, stateOf(setup, { deliveryType: "pointInTime" }))).toEqual([
      "Restore type",
      "Point in time",
      "Target project",
      "Target cluster",
    ]);
    expect(labels(setup, stateOf(setup, { deliveryType: "download" }))).toEqual(["Restore type", "Snapshot"]);
  });

  it("sends only what belongs to the delivery, and asks for the cluster's name only where data is replaced", async () => {
    const setup = await setupOf();
    const into = review(setup, stateOf(setup, { targetClusterName: "prod-eu-side" }));
    expect(into).toMatchObject({ body: INTO_SIDE, risk: "destructive", confirm: "prod-eu-side" });
    expect(into.button).toBe("Replace prod-eu-side");
    const title = (state: FormState): string => setup.plan.title(contextOf(setup.plan, state));
    expect(title(stateOf(setup))).toBe("Restore prod-eu");
    expect(title(stateOf(setup, { targetClusterName: "prod-eu-side" }))).toBe("Restore to prod-eu-side");
    expect(formatDone("Restore to prod-eu-side")).toBe("Requested restore to prod-eu-side");
    const download = title(stateOf(setup, { deliveryType: "download" }));
    expect(formatDone(download)).toBe("Requested download of prod-eu");
    const files = review(setup, stateOf(setup, { targetClusterName: "prod-eu-side", deliveryType: "download" }));
    expect(files).toMatchObject({ risk: "disruptive", confirm: null, button: "Prepare download" });
    expect(files.body).toEqual({ deliveryType: "download", snapshotId: id(3) });
    const back = review(
      setup,
      stateOf(setup, { deliveryType: "pointInTime", pointInTimeUTCSeconds: "-2h", targetClusterName: "prod-eu" }),
    );
    expect(back.body).toEqual({
      deliveryType: "pointInTime",
      pointInTimeUTCSeconds: seconds(120),
      targetGroupId: GROUP,
      targetClusterName: "prod-eu",
    });
    expect(back.sentence).toBe("Replaces all data of prod-eu with the state of prod-eu as of today 12:06 UTC.");
  });

  it("takes a moment as a time, within what the log reaches, and says what that is", async () => {
    const setup = await setupOf();
    const messages = (text: string): readonly string[] =>
      problemsOf(
        setup.plan,
        stateOf(setup, { deliveryType: "pointInTime", pointInTimeUTCSeconds: text, targetClusterName: "prod-eu-side" }),
        env,
      ).map(({ message }) => message);
    expect(messages("-2h")).toEqual([]);
    expect(messages("2026-11-19 14:06")).toEqual([]);
    const between = "enter a time between 19 Nov 14:06 UTC and today 14:03 UTC";
    expect(messages("2026-11-19 14:05")).toEqual([between]);
    expect(messages("-1m")).toEqual([between]);
    expect(messages("+1h")).toEqual([between]);
    const rows = rowsOf(setup.plan, stateOf(setup, { deliveryType: "pointInTime" }), env, { showAll: false });
    const moment = rows.find((row) => row.row === "field" && row.field.label === "Point in time");
    expect(moment).toMatchObject({ field: { kind: "timestamp", unit: null, shown: "today 14:03 UTC" } });
    const window = "Restore window: 19 Nov 14:06 UTC to today 14:03 UTC";
    const preview = (pointInTimeUTCSeconds: string) => {
      const { plan } = setup;
      const state = stateOf(setup, { deliveryType: "pointInTime", pointInTimeUTCSeconds });
      return previewOf(plan, state, env, (body) => setup.preview?.(body, env) ?? []);
    };
    expect(preview("-1h")).toEqual([window, "Starts from the daily snapshot of 11:06 and replays 2 h of oplog"]);
    // How far back one can go is said all the same where the time is wrong.
    expect(preview("+1h")).toEqual([window, "A summary appears here when Point in time is valid."]);
  });

  it("says that moments are off where the schedule keeps no log for them", async () => {
    const setup = await setupOf(world([], 0));
    const state = stateOf(setup, { deliveryType: "pointInTime", pointInTimeUTCSeconds: "-2h" });
    expect(problemsOf(setup.plan, state, env).map(({ message }) => message)).toContain(
      "point-in-time restore is off for prod-eu: restore a snapshot",
    );
    const choices = setup.plan.fields[0]?.choices?.({ subject: {}, body: {}, base: null, mode: "create" });
    expect(choices?.[1]?.note).toBe("not possible: point-in-time restore is off");
  });

  it("asks for the two numbers of a log position only where somebody takes the time away", async () => {
    const setup = await setupOf();
    const state = stateOf(setup, { deliveryType: "pointInTime" });
    const without = setValue(setup.plan, state, ["pointInTimeUTCSeconds"], undefined);
    expect(labels(setup, without)).toContain("Oplog increment");
    const exact = [
      ["oplogTs", String(seconds(60))],
      ["oplogInc", "7"],
      ["targetClusterName", "prod-eu-side"],
    ].reduce((now, [field = "", text = ""]) => setText(setup.plan, now, [field], text, env), without);
    expect(labels(setup, exact)).not.toContain("Point in time");
    expect(problemsOf(setup.plan, exact, env)).toEqual([]);
    expect(review(setup, exact).body).toEqual({
      deliveryType: "pointInTime",
      oplogTs: seconds(60),
      oplogInc: 7,
      targetGroupId: GROUP,
      targetClusterName: "prod-eu-side",
    });
  });

  it("offers complete snapshots only, and clusters that fit first, the source and production behind them", async () => {
    const setup = await setupOf();
    const [, shot] = rowsOf(setup.plan, stateOf(setup), env, { showAll: false });
    expect(shot?.row === "field" ? shot.field.choices.map(({ label, note }) => [label, note]) : []).toEqual([
      ["11:06 UTC · daily · 12.4 GB", "latest · 3h old · expires in 6d 21h · version 8.0.4"],
      ["20 Nov 18:06 UTC · on demand · 12.4 GB", "20h old · expires in 6d 4h · version 8.0.4 · before CHG-1142"],
      ["16 Nov 14:06 UTC · daily · 12.4 GB", "5d old · expires in 2d · version 8.0.4"],
    ]);
    const targets = await setup.suggest?.["targets"]?.(askFrom(world()), { targetGroupId: GROUP }, {});
    expect(targets?.map(({ value, note }) => [value, note])).toEqual([
      ["prod-eu-side", "replica set"],
      ["old-1", "replica set"],
      ["prod-eu", "source cluster: its latest data is lost"],
      ["analytics", "no: sharded, unlike prod-eu"],
      ["paused-1", "no: paused: resume it first"],
    ]);
    const others = await setup.suggest?.["targets"]?.(askFrom(world()), { targetGroupId: OTHER }, {});
    expect(others?.map(({ value }) => value)).toEqual(["shop-1"]);
  });

  it("says of targets that they are known from before where the list of clusters cannot be read now", async () => {
    const failing: Ask = (operation, args) =>
      operation === "listClusters"
        ? Promise.reject(serviceError(operation, { kind: "refused", status: 500 }))
        : askFrom(world())(operation, args);
    const targets = await (await setupOf()).suggest?.["targets"]?.(failing, { targetGroupId: GROUP }, {});
    expect(targets?.map(({ value, note }) => [value, note])).toContainEqual([
      "prod-eu-side",
      "replica set · cached: the list of clusters is not loaded",
    ]);
  });

  it("forgets the cluster when another project is chosen, and asks for both names then", async () => {
    const setup = await setupOf();
    const moved = stateOf(setup, { targetClusterName: "prod-eu-side", targetGroupId: OTHER });
    expect(problemsOf(setup.plan, moved, env).map(({ label }) => label)).toEqual(["Target cluster"]);
    const named = stateOf(setup, { targetGroupId: OTHER, targetClusterName: "shop-1" });
    expect(review(setup, named).confirm).toBe("Shop/shop-1");
  });

  it("asks for a target again after another project was chosen: it is required, not misspelt", async () => {
    const setup = await setupOf();
    const moved = setText(
      setup.plan,
      stateOf(setup, { targetClusterName: "prod-eu-side" }),
      ["targetGroupId"],
      OTHER,
      env,
    );
    expect(moved.body["targetClusterName"]).toBe("");
    const found = problemsOf(setup.plan, moved, env).filter(({ path }) => path[0] === "targetClusterName");
    expect(found.map(({ message }) => message)).toEqual(["required"]);
  });

  it("opens from a snapshot's row with that one, and says why from one that is not done", async () => {
    const given = world();
    const context = given.context({ scope });
    const action = snapshots.screen.actions.find((one) => one.id === "snapshots.restore");
    const setup = await formOf(action?.open(context, [id(1)]), askFrom(given));
    expect(setup.initial).toMatchObject({ deliveryType: "automated", snapshotId: id(1) });
    expect(action?.disabled?.(context, [id(4)])).toBe("only completed snapshots can be restored");
  });

  it("opens once more with what a job did, and lands on the new one", async () => {
    const job = RestoreJob.parse({
      id: id(70),
      deliveryType: "download",
      snapshotId: id(2),
      expired: true,
      finishedAt: ago(60),
    });
    const given = world([job]);
    const context = given.context({ scope });
    const again = restoreJobs.screen.actions.find((one) => one.id === "restore-jobs.again");
    expect(again?.disabled?.(context, [id(70)])).toBeNull();
    const setup = await formOf(again?.open(context, [id(70)]), askFrom(given));
    expect(setup.initial).toEqual({ deliveryType: "download", snapshotId: id(2) });
    expect(placeAfter({ kind: "form", setup }, { id: id(71) })).toEqual({ area: "restore-jobs", ids: [id(71)] });
  });
});

/** The id of a job that was asked for so many minutes ago. */
const idAgo = (minutes: number): string =>
  `${Math.floor((NOW - minutes * 60_000) / 1000).toString(16)}${"0".repeat(15)}1`;

describe("snapshots that are encrypted with a customer key", () => {
  const KEY = { masterKeyUUID: "7b1c2f3e-0000-4000-8000-000000000001" };
  /** The newest one has the key, and all of them where `all`. */
  const keyed = (all = false): Answers =>
    world().add("listReplicaSetBackups", of("prod-eu"), {
      results: [snapshot(1, 5 * DAY, all ? KEY : {}), snapshot(3, 3 * HOUR, KEY)],
    });
  const choicesOf = (setup: Setup, deliveryType: string): readonly string[] =>
    rowsOf(setup.plan, stateOf(setup, { deliveryType }), env, { showAll: false }).flatMap((row) =>
      row.row === "field" && row.field.label === "Snapshot" ? row.field.choices.map(({ value }) => value) : [],
    );

  it("are offered to be restored, and not to be downloaded", async () => {
    const setup = await setupOf(keyed());
    expect(choicesOf(setup, "automated")).toEqual([id(3), id(1)]);
    const download = await setupOf(keyed(), { deliveryType: "download" });
    expect(choicesOf(download, "download")).toEqual([id(1)]);
    expect(download.initial).toEqual({ deliveryType: "download", snapshotId: id(1) });
    const none = await setupOf(keyed(true));
    const delivery = none.plan.fields[0]?.choices?.({ subject: {}, body: {}, base: null, mode: "create" });
    expect(delivery?.[2]?.note).toBe("not possible: all snapshots are encrypted with a customer key");
  });

  it("are refused before a download of one is sent, in the form and in its review", async () => {
    const message = "encrypted with a customer key: it can be restored, not downloaded";
    const given = keyed();
    const setup = await setupOf(given);
    expect(problemsOf(setup.plan, stateOf(setup, { deliveryType: "download" }), env)).toMatchObject([
      { label: "Snapshot", message },
    ]);
    expect((await found(given, setup, { deliveryType: "download", snapshotId: id(3) })).problems).toEqual([
      { field: "snapshotId", message },
    ]);
    expect((await found(given, setup, INTO_SIDE)).problems).toBeUndefined();
  });

  it("say so in their detail, and are not downloaded once more", () => {
    const job = RestoreJob.parse({ id: idAgo(90), deliveryType: "download", snapshotId: id(3), expired: true });
    const context = keyed()
      .add("listBackupRestoreJobs", of("prod-eu"), { results: [job] })
      .context({ scope });
    expect(linesOf(snapshots.screen.detail(context, id(3)) ?? null)).toContain(
      "Encryption: customer key; can be restored, not downloaded",
    );
    const again = restoreJobs.screen.actions.find((one) => one.id === "restore-jobs.again");
    expect(again?.disabled?.(context, [job.id])).toBe(
      "encrypted with a customer key: it can be restored, not downloaded",
    );
  });
});

describe("what is found out before a restore is sent", () => {
  it("says what is lost, that it cannot be used or cancelled meanwhile, and that nothing brings it back", async () => {
    const given = world();
    const { warnings, facts, problems } = await found(given, await setupOf(given), INTO_SIDE);
    expect(problems).toBeUndefined();
    expect(warnings).toEqual([
      "All current data of prod-eu-side is lost.",
      "prod-eu-side cannot be read or written during the restore: 11 to 30 min.",
      "The service usually refuses to cancel a restore to a cluster.",
      "prod-eu-side has no snapshot: its current data cannot be recovered. Take one first: n in Snapshots.",
      "Afterwards prod-eu-side has no point-in-time restore until its next snapshot. Its search indexes are rebuilt.",
    ]);
    expect(facts).toContainEqual({ label: "Target", value: "replica set · 8.0.4 · IDLE" });
    expect(facts).toContainEqual({ label: "Target backup", value: "none" });
    expect(facts).toContainEqual({
      label: "In progress",
      value: "no other restore from clusters of Payments; other projects are not checked",
    });
  });

  it("says how much is lost of the source itself, and names a safer cluster", async () => {
    const given = world();
    const body = {
      deliveryType: "pointInTime",
      pointInTimeUTCSeconds: seconds(161),
      targetGroupId: GROUP,
      targetClusterName: "prod-eu",
    };
    const { warnings, safer } = await found(given, await setupOf(given), body);
    expect(safer?.map(({ title }) => title)).toEqual([
      "Restore to prod-eu-side instead",
      "Take a snapshot of prod-eu first",
    ]);
    const instead = await formOf(safer?.[0]?.effect, askFrom(given));
    expect(instead.initial).toEqual({ ...body, targetClusterName: "prod-eu-side" });
    const first = await formOf(safer?.[1]?.effect, askFrom(given));
    expect(first.initial).toMatchObject({ description: "before a restore from prod-eu" });
    expect(warnings.slice(0, 2)).toEqual([
      "All writes to prod-eu of the last 2 h 41 min are lost.",
      "The source cluster is overwritten. Safer: restore to prod-eu-side and copy the lost data from there.",
    ]);
    expect(warnings).toContain("The name prod-eu suggests a production cluster.");
    expect(warnings).toContain("The latest snapshot of prod-eu is 3 h old. Take one first: n in Snapshots.");
  });

  it("reckons by serverless restores alone for a serverless instance, and reads its own newest snapshot", async () => {
    const shot = ServerlessSnapshot.parse({ id: id(9), createdAt: ago(120), status: "completed" });
    const job = (number: number, deliveryType: string, minutes: number) =>
      RestoreJob.parse({
        id: idAgo(number),
        deliveryType,
        finishedAt: ago(number - minutes),
        targetClusterName: "orders",
        targetGroupId: GROUP,
      });
    const given = new Answers()
      .add("listServerlessBackups", of("orders"), { results: [shot] })
      .add("listServerlessBackupRestoreJobs", of("orders"), {
        results: [100, 200, 300].map((number) => job(number, "automated", 1)),
      })
      .add("listBackupRestoreJobs", of("prod-eu"), { results: [400, 500, 600].map((n) => job(n, "automated", 50)) });
    const clusters = [cluster("orders", "serverless"), cluster("prod-eu")];
    const context = given.context({ scope: { clusters } });
    const setup = await formOf(openRestore(context, "orders"), askFrom(given));
    const body = { deliveryType: "automated", snapshotId: id(9), targetGroupId: GROUP, targetClusterName: "orders" };
    const { warnings, facts } = await found(given, setup, body, context);
    expect(warnings).toContain("orders cannot be read or written during the restore: 60 s.");
    expect(warnings).toContainEqual(expect.stringMatching(/Safer: restore to another cluster/u));
    expect(facts).toContainEqual({ label: "Target backup", value: "12:06 UTC, 2h old" });
    expect(facts).toContainEqual({ label: "Duration", value: "60 s (from 3 earlier runs)" });
  });

  it.each([
    ["another number of shards", 2, ["analytics-side has 2 shards, analytics has 3: the service will refuse this."]],
    ["as many shards", 3, []],
    ["an unknown number of shards", 0, []],
  ])("warns of a sharded target with %s than the source where they differ", async (_what, count, said) => {
    const record = (name: string, shards: number) =>
      ClusterRecord.parse({
        name,
        clusterType: "SHARDED",
        replicationSpecs: Array.from({ length: shards }, () => ({})),
      });
    const records = [record("analytics", 3), record("analytics-side", count)];
    const shot = ShardedSnapshot.parse({ id: id(9), createdAt: ago(120), status: "completed" });
    const given = new Answers()
      .add("listClusters", { params: { groupId } }, { results: records })
      .add("listShardedClusterBackups", of("analytics"), { results: [shot] })
      .add("listShardedClusterBackups", of("analytics-side"), { results: [] })
      .add("listBackupRestoreJobs", of("analytics"), { results: [] });
    for (const one of records) given.add("getCluster", of(one.name), one);
    const context = given.context({ scope: { clusters: records.map(({ name }) => cluster(name, "sharded")) } });
    const setup = await formOf(openRestore(context, "analytics"), askFrom(given));
    const body = { ...INTO_SIDE, snapshotId: id(9), targetClusterName: "analytics-side" };
    const { warnings } = await found(given, setup, body, context);
    expect(warnings.filter((words) => words.includes("shard"))).toEqual(said);
  });

  it("says aloud that the target is in another project", async () => {
    const given = world();
    const body = { ...INTO_SIDE, targetGroupId: OTHER, targetClusterName: "shop-1" };
    const { warnings, facts } = await found(given, await setupOf(given), body);
    expect(warnings).toContain("The target is in another project: Shop, not Payments.");
    expect(facts).toContainEqual({ label: "Target backup", value: "unknown: no permission to read snapshots" });
  });

  it.each([
    [
      "a cluster that is not there",
      { targetClusterName: "prod-us" },
      /^no such cluster in Payments. Known: prod-eu, /u,
    ],
    ["a paused one", { targetClusterName: "paused-1" }, /^paused: resume it first$/u],
    ["one of another kind", { targetClusterName: "analytics" }, /^sharded, unlike prod-eu$/u],
    ["an older one", { targetClusterName: "old-1" }, /^version 7.0.9 is older than the snapshot's 8.0.4$/u],
    ["a snapshot that is gone", { snapshotId: id(50) }, /^this snapshot no longer exists/u],
    ["a snapshot that is not complete", { snapshotId: id(4) }, /^this snapshot no longer exists or is not/u],
  ])("goes back to the form for %s", async (_what, change, message) => {
    const given = world();
    const { problems } = await found(given, await setupOf(given), { ...INTO_SIDE, ...change });
    expect(problems).toEqual([{ field: Object.keys(change)[0], message: expect.stringMatching(message) }]);
  });

  it("goes back to the form while another restore goes into the target, or the same files are being prepared", async () => {
    const jobs = [
      RestoreJob.parse({
        id: idAgo(4),
        deliveryType: "automated",
        targetClusterName: "prod-eu-side",
        targetGroupId: GROUP,
      }),
      RestoreJob.parse({ id: idAgo(2), deliveryType: "download", snapshotId: id(3) }),
    ];
    const given = world(jobs);
    const setup = await setupOf(given);
    expect((await found(given, setup, INTO_SIDE)).problems).toEqual([
      { field: "targetClusterName", message: "another restore to this cluster is running for 4m: wait until it ends" },
    ]);
    expect((await found(given, setup, { deliveryType: "download", snapshotId: id(3) })).problems).toEqual([
      { field: "snapshotId", message: "a download of this snapshot is already being prepared: wait for it" },
    ]);
    expect((await found(given, setup, { deliveryType: "download", snapshotId: id(1) })).problems).toBeUndefined();
  });

  it.each([
    ["itself", "prod-eu"],
    ["another cluster", "prod-eu-side"],
  ])("warns that moments may be refused since the source was restored from %s", async (_what, from) => {
    const job = RestoreJob.parse({
      id: idAgo(60),
      deliveryType: "automated",
      targetClusterName: "prod-eu",
      targetGroupId: GROUP,
      finishedAt: ago(50),
    });
    const given = world().add("listBackupRestoreJobs", of(from), { results: [job] });
    const body = { deliveryType: "pointInTime", pointInTimeUTCSeconds: seconds(90), targetGroupId: GROUP };
    const { warnings } = await found(given, await setupOf(given), { ...body, targetClusterName: "prod-eu-side" });
    expect(warnings).toContain(
      "prod-eu was restored after its latest snapshot: the service may refuse point-in-time restores until the next one.",
    );
  });

  describe("of a cluster that receives a live migration", () => {
    const MIGRATION = id(80);
    /** What is remembered of a migration: the service tells nothing of where it goes. */
    const known = (about: KnownName["about"], project = GROUP): KnownName => ({
      kind: "migration",
      id: MIGRATION,
      name: MIGRATION,
      project,
      source: "entered here",
      firstSeen: NOW,
      lastSeen: NOW,
      about,
    });
    const toSide = { source: "shop-rs0", destination: "prod-eu-side" };

    async function warned(status: string, name: KnownName, body: BodyObject = INTO_SIDE): Promise<string> {
      const project = GroupId.parse(name.project);
      const args = { params: { groupId: project, liveMigrationId: LiveMigrationId.of(MIGRATION) } };
      const given = world().add("getPushMigration", args, Migration.parse({ _id: MIGRATION, status }));
      // What was read before is not what counts: the review asks.
      const context = { ...given.context({ scope: { ...scope, unlisted: [name] } }), cached: () => undefined };
      const setup = await formOf(openRestore(context, "prod-eu"), askFrom(given));
      return (await found(given, setup, body, context)).warnings.join("\n");
    }

    it("says that the service refuses it until that ends", async () => {
      const refused =
        "prod-eu-side is receiving the live migration shop-rs0 → prod-eu-side: the service refuses a restore to it until that ends.";
      expect(await warned("WORKING", known(toSide))).toContain(refused);
      const other = { ...INTO_SIDE, targetGroupId: OTHER, targetClusterName: "shop-1" };
      expect(await warned("NEW", known({ destination: "shop-1" }, GroupId.of(OTHER)), other)).toContain(
        "shop-1 (Shop) is receiving the live migration ? → shop-1",
      );
    });

    it("says that it may be so where nobody told where a migration goes", async () => {
      expect(await warned("WORKING", known({}))).toContain(
        "Unknown destination of 1 running live migration: if it is prod-eu-side, the service will refuse this.",
      );
    });

    it.each([
      ["has ended", "COMPLETE", known(toSide)],
      ["goes into another cluster", "WORKING", known({ destination: "old-1" })],
      ["runs in another project", "WORKING", known(toSide, GroupId.of(OTHER))],
    ])("says nothing of a migration that %s", async (_what, status, name) => {
      expect(await warned(status, name)).not.toContain("migration");
    });
  });

  it("knows the restores of all clusters where the console is narrowed to one", async () => {
    const job = { id: idAgo(4), deliveryType: "automated", targetClusterName: "prod-eu", targetGroupId: GROUP };
    const given = world().add("listBackupRestoreJobs", of("prod-eu-side"), { results: [RestoreJob.parse(job)] });
    const narrowed = { ...scope, cluster: "prod-eu", clusters: [cluster("prod-eu")] };
    const setup = await formOf(openRestore(given.context({ scope: narrowed }), "prod-eu"), askFrom(given));
    expect((await found(given, setup, { ...INTO_SIDE, targetClusterName: "prod-eu" })).problems).toEqual([
      { field: "targetClusterName", message: "another restore to this cluster is running for 4m: wait until it ends" },
    ]);
  });

  it("checks the moment by the window of now: one that was possible when the form opened may be so no more", async () => {
    const setup = await setupOf(world(), { deliveryType: "pointInTime", targetClusterName: "prod-eu-side" });
    const state = openForm(setup.plan, { mode: "create", initial: setup.initial ?? {} });
    expect(problemsOf(setup.plan, state, env)).toEqual([]);
    const { plan, problems } = await found(world([], 0), setup, setup.initial ?? {});
    expect(problems).toBeUndefined();
    expect(plan === undefined ? [] : problemsOf(plan, state, env).map(({ message }) => message)).toEqual([
      "point-in-time restore is off for prod-eu: restore a snapshot",
    ]);
  });

  it("says that it does not know of other restores where they could not be read, and none where there are none", async () => {
    const given = world();
    const setup = await setupOf(given);
    const refusing =
      (...clusters: readonly string[]): Ask =>
      async (operation, args) => {
        if (
          operation === "listBackupRestoreJobs" &&
          clusters.includes(String(Reflect.get(args.params, "clusterName")))
        ) {
          throw serviceError(operation, { kind: "refused", status: 403, detail: "no role" });
        }
        return askFrom(given)(operation, args);
      };
    const reviewed = async (...clusters: readonly string[]) => {
      const { facts, warnings } = await setup.preflight(
        { ask: refusing(...clusters), context: given.context({ scope }) },
        INTO_SIDE,
      );
      return [
        facts.find(({ label }) => label === "In progress")?.value,
        warnings.filter((one) => /^Not known/u.test(one)),
      ];
    };
    expect(await reviewed()).toEqual([
      "no other restore from clusters of Payments; other projects are not checked",
      [],
    ]);
    expect(await reviewed("prod-eu")).toEqual([
      "unknown: restores of prod-eu not loaded",
      [
        "Not known: restores of prod-eu not loaded. If one of them is restoring to prod-eu-side, the service will refuse this.",
      ],
    ]);
    expect((await reviewed("prod-eu", "prod-eu-side"))[0]).toBe(
      "unknown: restores of prod-eu and prod-eu-side not loaded",
    );
  });

  it("says of which project it knows the restores: those of another one may go into the same cluster", async () => {
    const aside = { id: idAgo(9), deliveryType: "automated", targetClusterName: "old-1", targetGroupId: GROUP };
    const given = world([RestoreJob.parse(aside)]);
    const setup = await setupOf(given);
    const factsOf = async (body: BodyObject, projects = scope.projects) => {
      const { facts } = await found(given, setup, body, given.context({ scope: { ...scope, projects } }));
      return Object.fromEntries(facts.map(({ label, value }) => [label, value]));
    };
    const going = "1 other restore from clusters of Payments";
    expect(await factsOf(INTO_SIDE)).toMatchObject({ "In progress": `${going}; other projects are not checked` });
    expect(await factsOf(INTO_SIDE)).not.toHaveProperty("Restored");
    expect(await factsOf(INTO_SIDE, projects.slice(0, 1))).toMatchObject({ "In progress": going });
    // A download leaves every cluster as it is.
    expect(await factsOf({ deliveryType: "download", snapshotId: id(3) })).toMatchObject({ "In progress": going });
    const past = { deliveryType: "pointInTime", pointInTimeUTCSeconds: seconds(90), targetGroupId: GROUP };
    expect(await factsOf({ ...past, targetClusterName: "prod-eu-side" })).toMatchObject({
      Restored:
        "not since the latest snapshot of prod-eu, by restores from clusters of Payments; other projects are not checked",
    });
  });

  it("offers nothing where there is nothing to restore, and says what to do", async () => {
    const given = new Answers()
      .add("listReplicaSetBackups", of("prod-eu"), { results: [snapshot(4, 5, { status: "inProgress" })] })
      .add("listBackupRestoreJobs", of("prod-eu"), { results: [] });
    const effect = openRestore(given.context({ scope }), "prod-eu");
    const page = effect.kind === "asking" ? await effect.load(askFrom(given)) : effect;
    expect(page.kind === "page" ? page.page.lines : []).toEqual([
      [{ text: "prod-eu has no restorable snapshot. Take one first: n in Snapshots.", tone: "warn" }],
    ]);
  });
});
