import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edit } from "../../src/app/form/layer.ts";
import { openSetup } from "../../src/app/form/open.ts";
import { cellShort, cellText } from "../../src/areas/model/cell.ts";
import type { Ask } from "../../src/areas/model/context.ts";
import type { Effect } from "../../src/areas/model/effect.ts";
import { listQueries, snapshotOf } from "../../src/areas/queries/snapshots.ts";
import { detail, detailQueries } from "../../src/areas/snapshots/detail.ts";
import { keep, openKeep } from "../../src/areas/snapshots/keep.ts";
import { endTimes, list, takingQueries } from "../../src/areas/snapshots/list.ts";
import { cannotDelete, remove } from "../../src/areas/snapshots/remove.ts";
import { openTake, take } from "../../src/areas/snapshots/take.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { ExpiryBody, ServerlessSnapshot, ShardedSnapshot, TakeSnapshotBody } from "../../src/contract/snapshots.ts";
import {
  deletionImpact,
  deletionImpacts,
  missingSnapshots,
  windowStart,
} from "../../src/domain/backup/missing-snapshots.ts";
import { itemOf } from "../../src/domain/backup/schedule-items.ts";
import { ofReplicaSet } from "../../src/domain/backup/snapshot.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { json, openDesk } from "../ui/form/desk.ts";
import { Answers, ago, askFrom, cellsOf, cluster, GROUP, id, linesOf, NOW, summaryOf } from "./answers.ts";
import { snapshot as completed } from "./snapshot-samples.ts";

/** Snapshots as data: what is restorable, where one is missing, and what is lost without one. */

const HOUR = 60;
const groupId = GroupId.parse(GROUP);
const of = (name: string) => ({ params: { groupId, clusterName: ClusterName.parse(name) } });

const snapshot = (number: number, minutesAgo: number, change: object = {}) =>
  completed(number, minutesAgo, {
    frequencyType: "hourly",
    storageSizeBytes: 12_000_000_000 + number * 1_000_000,
    serverVersion: "8.0.12",
    policyItems: [id(900)],
    type: "replicaSet",
    ...change,
  });

const item = (frequencyType: string, frequencyInterval: number, retentionValue: number, retentionUnit = "days") => ({
  id: id(900),
  frequencyType,
  frequencyInterval,
  retentionUnit,
  retentionValue,
});

const SCHEDULE = BackupSchedule.parse({
  clusterName: "prod-eu",
  restoreWindowDays: 2,
  policies: [{ id: id(800), policyItems: [item("hourly", 6, 7)] }],
});

/** Every six hours but for a stretch of 31 hours; one failed. */
const USUAL = [
  snapshot(1, 61 * HOUR),
  snapshot(2, 55 * HOUR),
  snapshot(3, 24 * HOUR, {
    copyRegions: ["EU_CENTRAL_1"],
    description: "after the outage",
    snapshotType: "onDemand",
    frequencyType: "ondemand",
  }),
  snapshot(4, 18 * HOUR, { status: "failed", storageSizeBytes: 0 }),
  snapshot(5, 17 * HOUR, { snapshotType: "fallback" }),
  snapshot(6, 12 * HOUR),
  snapshot(7, 6 * HOUR),
];

const scope = { clusters: [cluster("prod-eu")] };
const answers = (results = USUAL): Answers =>
  new Answers()
    .add("listReplicaSetBackups", of("prod-eu"), { results })
    .add("getBackupSchedule", of("prod-eu"), SCHEDULE);

/** The form that an effect leads to, after what is asked before it. */
async function formOf(effect: Effect, ask: Ask) {
  const found = effect.kind === "asking" ? await effect.load(ask) : effect;
  if (found.kind !== "form") throw new Error(`no form: ${found.kind}`);
  return found.setup;
}

describe("the list of snapshots", () => {
  it("stands by cluster, with size against the one before of the same frequency, and how long it stays", () => {
    const model = list(answers().context({ scope }));
    const rows = new Map(model.rows.map((row) => [row.id, cellsOf(row)]));
    expect(rows.get(id(7))).toMatchObject({
      taken: "08:06",
      type: "hourly",
      status: "completed",
      change: "+1.0 MB",
      expires: "6d 18h",
      note: "latest",
    });
    expect(rows.get(id(6))).toMatchObject({ change: "+1.0 MB" });
    expect(rows.get(id(4))).toMatchObject({ status: "failed", size: "–", expires: "–" });
    expect(rows.get(id(5))?.["type"]).toBe("fallback hourly");
    expect(model.sections.map(({ title }) => title)).toEqual(["prod-eu · latest 6 h old · scheduled every 6 h"]);
  });

  it("names the year of one taken in another year, and as much as tells it where the column is narrow", () => {
    const now = Date.UTC(2027, 0, 1, 8, 0);
    const model = list(answers().context({ scope, now }));
    const taken = model.rows.find((row) => row.id === id(7))?.cells["taken"] ?? "";
    expect([cellText(taken), cellShort(taken)]).toEqual(["21 Nov 2026 08:06", "21 Nov 2026"]);
    const later = list(answers().context({ scope, now: now - 20 * 24 * HOUR * 60_000 }));
    expect(cellsOf(later.rows.find((row) => row.id === id(7)))).toMatchObject({ taken: "21 Nov 08:06" });
  });

  it("does not call the latest 0 h old whose time lies ahead", () => {
    const model = list(answers([snapshot(1, 3 * HOUR), snapshot(2, -3 * HOUR)]).context({ scope }));
    expect(model.sections.map(({ title }) => title)).toEqual([
      "prod-eu · latest dated 3 h ahead · scheduled every 6 h",
    ]);
    const near = list(answers([snapshot(1, 3 * HOUR), snapshot(2, -0.5)]).context({ scope }));
    expect(near.sections.map(({ title }) => title)).toEqual(["prod-eu · latest 0 s old · scheduled every 6 h"]);
  });

  it("counts down to the expiry of every one that is restorable", () => {
    const goes = new Date(NOW + 40_000).toISOString();
    const context = answers([snapshot(1, 60, { expiresAt: goes }), snapshot(2, 30, { status: "failed" })]).context({
      scope,
    });
    expect(endTimes(context)).toEqual([NOW + 40_000]);
    expect(cellsOf(list(context).rows.find((row) => row.id === id(1)))).toMatchObject({ expires: "40s" });
  });

  it("marks a stretch without a restorable point at the snapshot that ends it, and counts it in the title", () => {
    const model = list(answers().context({ scope }));
    const note = model.rows.find((row) => row.id === id(3))?.cells["note"];
    expect(note).toEqual({ text: "! 31h gap · after the outage", tone: "warn" });
    expect(summaryOf(model)).toEqual(["1 failed", "1 gap", "7 in total"]);
  });

  it("says since when there is none where the newest is too old, but not of a cluster that is paused or may be", () => {
    const old = answers([snapshot(1, 31 * HOUR)]);
    expect(summaryOf(list(old.context({ scope })))).toContain("! prod-eu: no snapshot for 31 h");
    expect(list(old.context({ scope })).sections[0]?.title).toBe(
      "prod-eu · ! no snapshot for 31 h · scheduled every 6 h",
    );
    const unsure = { clusters: [{ ...cluster("prod-eu"), paused: null }] };
    expect(summaryOf(list(old.context({ scope: unsure })))).toEqual(["1 in total"]);
    expect(list(old.context({ scope: unsure })).sections[0]?.title).toBe(
      "prod-eu · latest 31 h old, late unless the cluster is paused · scheduled every 6 h",
    );
    const paused = { clusters: [{ ...cluster("prod-eu"), paused: true }] };
    expect(summaryOf(list(old.context({ scope: paused })))).toEqual(["1 in total"]);
    expect(list(old.context({ scope: paused })).sections[0]?.title).toContain("paused, takes no snapshots");
  });

  it("names a cluster without any snapshot, and claims nothing of one that could not be read", () => {
    const why = {
      words: "needs Project Backup Manager",
      reason: "needs Project Backup Manager",
      status: 403,
      code: null,
    };
    const context = answers([]).context({
      scope: { clusters: [cluster("prod-eu"), cluster("hidden")] },
      unread: (_operation, args) => (JSON.stringify(args).includes("hidden") ? why : null),
    });
    expect(summaryOf(list(context))).toEqual(["! prod-eu: no snapshot", "0 in total"]);
  });

  it("asks every kind of cluster its own list, one of unknown kind all of them, and a shared one nothing", () => {
    const kinds = ["replicaSet", "sharded", "serverless", "tenant", "unknown"] as const;
    const { scope: here } = new Answers().context({
      scope: { clusters: kinds.map((kind) => cluster(`c-${kind}`, kind)) },
    });
    const requests = listQueries(here).map(
      ({ operation, args }) => `${operation} ${/c-\w+/u.exec(JSON.stringify(args))?.[0]}`,
    );
    expect(requests).toEqual([
      "listReplicaSetBackups c-replicaSet",
      "listShardedClusterBackups c-sharded",
      "listServerlessBackups c-serverless",
      "listReplicaSetBackups c-unknown",
      "listShardedClusterBackups c-unknown",
      "listServerlessBackups c-unknown",
      "getBackupSchedule c-replicaSet",
      "getBackupSchedule c-sharded",
      "getBackupSchedule c-unknown",
    ]);
  });

  it("looks more often while one waits or runs, and only at that cluster", () => {
    const clusters = [cluster("prod-eu"), cluster("stage-1")];
    const calm = answers().add("listReplicaSetBackups", of("stage-1"), { results: [] });
    expect(takingQueries(calm.context({ scope: { clusters } }), "snapshot")).toEqual([]);
    const queued = snapshot(9, 0, { status: "queued", createdAt: undefined, storageSizeBytes: 0 });
    const busy = calm.add("listReplicaSetBackups", of("stage-1"), { results: [queued] });
    expect(takingQueries(busy.context({ scope: { clusters } }), "snapshot")).toMatchObject([
      { operation: "listReplicaSetBackups", args: of("stage-1"), poll: "snapshot" },
    ]);
  });

  it("shows what tomorrow brings as the service writes it", () => {
    const odd = snapshot(1, 60, {
      status: "levitating",
      snapshotType: "lunar",
      frequencyType: "fortnightly",
      storageSizeBytes: null,
      expiresAt: null,
    });
    const model = list(answers([odd]).context({ scope }));
    expect(cellsOf(model.rows[0])).toMatchObject({
      type: "lunar fortnightly",
      status: "levitating",
      size: "–",
      expires: "–",
    });
  });
});

describe("gaps", () => {
  const items = [itemOf(item("hourly", 6, 2)), itemOf({ ...item("daily", 1, 7), id: id(901) })];
  /** Every fourth of the hourly ones is the daily one too. */
  const ruleOf = (hour: number) =>
    hour % 24 === 0
      ? { frequencyType: "daily", policyItems: [id(900), id(901)] }
      : { expiresAt: ago((hour - 2 * 24) * HOUR) };
  const at = (hours: number[]) =>
    hours
      .map((hour, index) => ofReplicaSet(snapshot(index, hour * HOUR, ruleOf(hour)), "prod-eu"))
      .toSorted((left, right) => left.takenAt - right.takenAt);

  it("measures old snapshots by the item that still keeps them", () => {
    expect(missingSnapshots(at([96, 72, 48, 42, 36, 30, 24, 18, 12, 6]), items, NOW, true)).toEqual([]);
    expect(missingSnapshots(at([120, 96, 48, 42, 36, 30, 24, 18, 12, 6]), items, NOW, true)).toMatchObject([
      { planned: 24 * HOUR * 60_000 },
    ]);
    expect(missingSnapshots(at([30, 24, 12, 6]), items, NOW, true)).toMatchObject([{ planned: 6 * HOUR * 60_000 }]);
  });

  it("claims none of a time in which nothing shows that the plan was the same", () => {
    expect(missingSnapshots(at([24, 12, 6]), items, NOW, true)).toEqual([]);
    expect(missingSnapshots(at([96, 48, 42, 36, 30, 24, 18, 12, 6]), items, NOW, true)).toEqual([]);
  });

  it("finds no gap where nothing is planned", () => {
    expect(missingSnapshots(at([300, 6]), [], NOW, true)).toEqual([]);
  });

  it("never overlap and lie within the past, whatever the times are", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 40 }), (hours) => {
        const missing = missingSnapshots(at(hours), items, NOW, true);
        for (const [index, gap] of missing.entries()) {
          expect(gap.to ?? NOW).toBeGreaterThan(gap.from + gap.planned);
          expect(gap.from).toBeGreaterThanOrEqual(missing[index - 1]?.to ?? 0);
          expect(gap.to === null ? index === missing.length - 1 : gap.to <= NOW).toBe(true);
        }
      }),
    );
  });
});

describe("what is lost without a snapshot", () => {
  const all = USUAL.map((each) => ofReplicaSet(each, "prod-eu"));
  const lost = (number: number, together: readonly number[] = [number]) =>
    deletionImpacts(all, new Set(together.map(id)), 2, NOW).find(({ snapshots }) =>
      snapshots.some((snapshot) => snapshot.id === id(number)),
    )?.impact;

  it("is nothing where it cannot be restored anyway", () => {
    expect(lost(4)).toBeUndefined();
    expect(deletionImpact(all, id(4), 2, NOW)).toBeNull();
  });

  it("is the newest, the oldest, or what lies between two", () => {
    expect(lost(7)?.newestBefore?.id).toBe(id(6));
    expect(lost(1)?.oldestAfter?.id).toBe(id(2));
    expect(lost(6)?.between).toEqual({ from: NOW - 17 * HOUR * 60_000, to: NOW - 6 * HOUR * 60_000 });
  });

  it("is point-in-time before the next one, when no older one is left to start from", () => {
    expect(windowStart(all, 2, NOW)).toBe(NOW - 48 * HOUR * 60_000);
    // The log is played onto an older one: all of the window can still be reached.
    expect(lost(3)?.pointInTimeFrom).toBeNull();
    expect(lost(2, [1, 2])?.pointInTimeFrom).toBe(NOW - 24 * HOUR * 60_000);
    expect(lost(2, [1, 2, 3])?.pointInTimeFrom).toBe(NOW - 17 * HOUR * 60_000);
    expect(lost(3, [1, 2, 3, 5, 6, 7])?.pointInTimeFrom).toBe(Number.POSITIVE_INFINITY);
    expect(deletionImpacts(all, new Set([id(1), id(2)]), 0, NOW)[0]?.impact.pointInTimeFrom).toBeNull();
  });

  it("is everything, when no other is left", () => {
    expect(lost(7, [1, 2, 3, 5, 6, 7])?.isOnly).toBe(true);
  });
});

describe("the detail of a snapshot", () => {
  it("tells which rule took it, what changed in size, the strip of restorable points and what is lost without it", () => {
    const context = answers().context({ scope });
    const lines = linesOf(detail(context, id(7)));
    expect(lines).toContain("Size: 12.0 GB (+1.0 MB since the previous hourly)");
    expect(lines).toContain("Policy item: every 6 hours, retention 7 days");
    expect(lines).toContain("! 31 h gap: 19 Nov 07:06 UTC to 20 Nov 14:06 UTC, scheduled every 6 h");
    expect(lines).toContain("This is the latest usable snapshot. The previous one is hourly, 02:06 UTC, 12 h old.");
    const strip = lines.find((line) => line.includes("now"))?.split("\n") ?? [];
    expect(strip).toHaveLength(3);
    expect(strip.every((line) => line.length === 60)).toBe(true);
    expect(strip[0]).toMatch(/•.*!+•.*●·$/u);
  });

  it("names the shards of a sharded one, and reads its own record", () => {
    const whole = ShardedSnapshot.parse({
      ...snapshot(5, 60),
      type: "shardedCluster",
      members: [0, 1].map((shard) => ({
        cloudProvider: "AWS",
        id: id(50 + shard),
        replicaSetName: `analytics-shard-${shard}`,
      })),
      snapshotIds: [id(50), id(51)],
    });
    const context = new Answers()
      .add("listShardedClusterBackups", of("analytics"), { results: [whole] })
      .context({ scope: { clusters: [cluster("analytics", "sharded")] } });
    const lines = linesOf(detail(context, id(5)));
    expect(lines).toContain("# 2 shards");
    expect(lines).toContain(`analytics-shard-1: ${id(51)}`);
    expect(lines).toContain("The snapshots of all 2 shards are deleted.");
    expect(detailQueries(context, id(5)).map(({ operation }) => operation)).toEqual(["getShardedClusterBackup"]);
    expect(
      remove(
        context,
        [snapshotOf(context, id(5))].flatMap((found) => found ?? []),
      ).operation,
    ).toBe("deleteShardedClusterBackup");
  });

  it("asks nothing for what is not in the list", () => {
    const context = answers().context({ scope });
    expect(detailQueries(context, "nothing")).toEqual([]);
    expect(detail(context, "nothing")).toBeNull();
  });
});

describe("copies in other regions", () => {
  const COPIED = BackupSchedule.parse({
    ...SCHEDULE,
    copySettings: [{ cloudProvider: "AWS", regionName: "EU_WEST_1", frequencies: ["HOURLY", "WEEKLY"] }],
  });
  const sharded = (change: object = {}) =>
    ShardedSnapshot.parse({
      id: id(1),
      createdAt: ago(60),
      status: "completed",
      frequencyType: "hourly",
      members: [{ cloudProvider: "AWS", id: id(2), replicaSetName: "shard-0" }],
      ...change,
    });
  const shardedContext = (change: object = {}, schedule: BackupSchedule | null = COPIED) => {
    const given = new Answers().add("listShardedClusterBackups", of("analytics"), { results: [sharded(change)] });
    return (schedule === null ? given : given.add("getBackupSchedule", of("analytics"), schedule)).context({
      scope: { clusters: [cluster("analytics", "sharded")] },
    });
  };
  const copiesOf = (context: ReturnType<typeof shardedContext>, number = 1): string =>
    String(linesOf(detail(context, id(number))).find((line) => line.startsWith("Copies")) ?? "");

  it("are not denied where the record does not name them: what the schedule copies is said beside", () => {
    expect(copiesOf(shardedContext())).toBe(
      "Copies: not reported for sharded clusters; the schedule copies hourly snapshots to eu-west-1",
    );
    expect(copiesOf(shardedContext({ frequencyType: "daily" }))).toBe(
      "Copies: not reported for sharded clusters; the schedule copies no daily snapshots",
    );
    // A snapshot that several policy items asked for bears the name of the rarest.
    expect(copiesOf(shardedContext({ frequencyType: "daily", policyItems: [id(900)] }))).toContain("to eu-west-1");
    expect(copiesOf(shardedContext({}, null))).toBe("Copies: not reported for sharded clusters");
    const rows = list(shardedContext()).rows.map((row) => cellsOf(row)["copies"]);
    expect(rows).toEqual(["–"]);
  });

  it("are known of a snapshot of a replica set when it completes", () => {
    const given = answers([snapshot(1, 0, { status: "inProgress" }), snapshot(2, 60)]);
    const context = given.add("getBackupSchedule", of("prod-eu"), COPIED).context({ scope });
    expect(copiesOf(context, 1)).toBe(
      "Copies: known when it completes; the schedule copies hourly snapshots to eu-west-1",
    );
    expect(copiesOf(context, 2)).toBe("Copies: none in other regions");
  });

  it("go with a snapshot that is deleted, also where the record does not name them", async () => {
    const deletion = async (context: ReturnType<typeof shardedContext>, given: Answers) => {
      const plan = remove(
        context,
        [snapshotOf(context, id(1))].flatMap((one) => one ?? []),
      );
      return (await plan.preflight({ ask: askFrom(given), context })).warnings;
    };
    const given = new Answers()
      .add("listShardedClusterBackups", of("analytics"), { results: [sharded()] })
      .add("getBackupSchedule", of("analytics"), COPIED);
    expect(await deletion(shardedContext(), given)).toContain(
      "Copies in other regions are not reported; any are deleted too. The schedule copies hourly snapshots to eu-west-1.",
    );
    expect(linesOf(detail(shardedContext({}, null), id(1)))).toContain(
      "Copies in other regions are not reported; any are deleted too.",
    );
  });
});

describe("taking a snapshot", () => {
  const context = answers().context({ scope });
  const setup = take(context, "prod-eu");
  const env = { now: NOW, timeZone: "UTC" };

  it("has a field for all of the body, and says until when it is kept", () => {
    expect(setup.plan.fields.map(({ path }) => path).sort()).toEqual(Object.keys(TakeSnapshotBody.shape.shape).sort());
    const state = openForm(setup.plan, { mode: "create", initial: setup.initial ?? {} });
    const review = reviewOf(setup.plan, state, {
      asOf: NOW,
      request: { method: "POST", path: "" },
      env,
    });
    expect(review.sentence).toBe("Takes a snapshot of prod-eu now. Retention 7 days, expires 28 Nov 14:06 UTC.");
    expect(review.body).toEqual({ retentionInDays: 7 });
  });

  const policy = {
    authorizedEmail: "ann@example.com",
    onDemandPolicyItem: { frequencyType: "ondemand", frequencyInterval: 0, retentionUnit: "days", retentionValue: 30 },
  };
  const ask = askFrom(answers().add("getDataProtectionSettings", { params: { groupId } }, policy));

  it("begins with what the compliance policy allows, and offers and takes nothing less", async () => {
    const { plan, initial = {} } = await formOf(openTake(context, "prod-eu"), ask);
    const state = openForm(plan, { mode: "create", initial });
    expect(state.body).toEqual({ retentionInDays: 30 });
    expect(problemsOf(plan, state, env)).toEqual([]);
    const field = rowsOf(plan, state, env).find(({ key }) => key === "retentionInDays");
    expect(field?.row === "field" ? field.field.choices.map(({ value, note }) => [value, note]) : []).toEqual([
      ["30", "30 days, minimum of the compliance policy"],
      ["90", "90 days"],
    ]);
    const less = setText(plan, state, ["retentionInDays"], "7", env);
    expect(problemsOf(plan, less, env).map(({ message }) => message)).toEqual([
      "enter at least 30 days: required by the compliance policy",
    ]);
  });

  it("says of a minimum in an unknown unit that it cannot be compared, and asks", async () => {
    const { retentionValue: _days, ...rest } = policy.onDemandPolicyItem;
    const odd = { ...policy, onDemandPolicyItem: { ...rest, retentionValue: 3, retentionUnit: "fortnights" } };
    const asking = askFrom(answers().add("getDataProtectionSettings", { params: { groupId } }, odd));
    const unknown = /policy requires 3 fortnights, which is unknown here and cannot be compared/u;
    const taken = await formOf(openTake(context, "prod-eu"), asking);
    const [days] = rowsOf(taken.plan, openForm(taken.plan, { mode: "create" }), env).flatMap((row) =>
      row.key === "retentionInDays" && row.row === "field" ? [row.field.because] : [],
    );
    expect(days).toMatch(unknown);
    const found = await taken.preflight({ ask: asking, context }, { retentionInDays: 7 });
    expect([found.risk, found.warnings[0]]).toEqual(["disruptive", expect.stringMatching(unknown)]);
    const onDemand = ofReplicaSet(snapshot(9, 60, { snapshotType: "onDemand" }), "prod-eu");
    const kept = await keep(context, onDemand).preflight(
      { ask: asking, context },
      { retentionValue: 90, retentionUnit: "DAYS" },
    );
    expect([kept.risk, kept.warnings[0]]).toEqual(["disruptive", expect.stringMatching(unknown)]);
    expect(kept.facts).toContainEqual({ label: "Minimum", value: "unknown" });
  });

  it("is sent back to the form when the compliance policy requires more", async () => {
    expect((await setup.preflight({ ask, context }, { retentionInDays: 7 })).problems).toEqual([
      { field: "retentionInDays", message: "enter at least 30 days: required by the compliance policy" },
    ]);
    expect((await setup.preflight({ ask, context }, { retentionInDays: 30 })).problems).toBeUndefined();
  });

  it("is reviewed without the other snapshots, where they cannot be read", async () => {
    const found = await setup.preflight({ ask: askFrom(new Answers()), context }, {});
    expect(found.warnings[0]).toBe("Unknown whether a snapshot of prod-eu is being taken: snapshots not loaded.");
    expect(found.facts).toContainEqual({ label: "Latest snapshot", value: "not loaded" });
  });

  it("warns that the service will refuse a second one", async () => {
    const ask = askFrom(answers([...USUAL, snapshot(8, 1, { status: "inProgress", snapshotType: "onDemand" })]));
    expect((await setup.preflight({ ask, context }, {})).warnings.join(" ")).toContain(
      "the service refuses this until it completes",
    );
  });
});

describe("keeping a snapshot", () => {
  const env = { now: NOW, timeZone: "UTC" };
  const context = answers().context({ scope });
  const found = snapshotOf(context, id(3));
  if (found === undefined) throw new Error("no such snapshot");
  const setup = keep(context, found);
  const opened = () => openForm(setup.plan, { mode: "create", initial: setup.initial ?? {} });
  const reviewed = (days: string) =>
    reviewOf(setup.plan, setText(setup.plan, opened(), ["retentionValue"], days, env), {
      asOf: NOW,
      request: { method: "PATCH", path: "" },
      env,
    });

  it("has a field for all of the body and starts from what it is kept now", () => {
    expect(setup.plan.fields.map(({ path }) => path).sort()).toEqual(Object.keys(ExpiryBody.shape.shape).sort());
    expect(opened().body).toEqual({ retentionValue: 7, retentionUnit: "DAYS" });
  });

  it.each([
    ["as it is", undefined],
    ["in another unit", "1 WEEKS"],
  ])("sends nothing while its retention is that of the snapshot: %s", async (_how, typed) => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    const isoOf = (at: number | null): string => new Date(at ?? 0).toISOString();
    const stored = { id: found.id, createdAt: isoOf(found.takenAt), expiresAt: isoOf(found.expiresAt) };
    desk.answer({
      listReplicaSetBackups: json({ results: [{ ...stored, status: "completed", frequencyType: "hourly" }] }),
      getBackupSchedule: json({ clusterName: "prod-eu", policies: [] }),
      getDataProtectionSettings: json({}),
    });
    openSetup(desk.app, setup);
    const [value, unit] = typed?.split(" ") ?? [];
    edit(desk.app, (state, { setup: { plan } }) =>
      value === undefined || unit === undefined
        ? state
        : setText(plan, setText(plan, state, ["retentionUnit"], unit, env), ["retentionValue"], value, env),
    );
    await desk.until("No change: expires");
    await desk.press("ctrl+s");
    const frame = await desk.until("No changes: nothing to send");
    expect(frame).not.toContain("PATCH");
  });

  it("is reversible when longer, asks when shorter, and is like a deletion when its time is over", () => {
    expect(reviewed("30")).toMatchObject({ risk: "reversible", warnings: [] });
    expect(reviewed("30").sentence).toBe("Expires 20 Dec 14:06 UTC, in 29 days; current expiry 27 Nov 14:06 UTC.");
    expect(reviewed("3")).toMatchObject({
      risk: "disruptive",
      warnings: ["The snapshot expires 4 days earlier than before."],
    });
    expect(reviewed("1")).toMatchObject({ risk: "irreversible", confirm: "prod-eu", button: "Expire snapshot now" });
  });

  it("names what becomes impossible when it expires at once, and refuses less than more frequent ones are kept", async () => {
    const ask = askFrom(answers());
    const day = { retentionValue: 1, retentionUnit: "DAYS" };
    expect((await setup.preflight({ ask, context }, day)).warnings).toContain(
      "Leaves a gap of 1 day 14 h without a snapshot: 19 Nov 07:06 UTC to 20 Nov 21:06 UTC.",
    );
    const alone = askFrom(answers(USUAL.slice(2)));
    expect((await setup.preflight({ ask: alone, context }, day)).warnings).toContain(
      "Point-in-time restore to before 20 Nov 21:06 UTC is no longer possible.",
    );
    const withWeekly = answers([snapshot(7, HOUR, { frequencyType: "weekly" })]);
    const weekly = snapshotOf(withWeekly.context({ scope }), id(7));
    const shorter = await keep(context, weekly ?? found).preflight(
      { ask: askFrom(withWeekly), context },
      { retentionValue: 3, retentionUnit: "DAYS" },
    );
    expect(shorter.problems).toEqual([
      {
        field: "retentionValue",
        message: "enter at least 7 days: required by the compliance policy or by more frequent snapshots",
      },
    ]);
  });
});

describe("keeping a snapshot under a compliance policy", () => {
  const env = { now: NOW, timeZone: "UTC" };
  const policy = { authorizedEmail: "ann@example.com", scheduledPolicyItems: [item("hourly", 6, 5)] };
  const month = snapshot(8, HOUR, { expiresAt: new Date(NOW + (30 * 24 - 1) * HOUR * 60_000).toISOString() });
  const given = answers([month]).add("getDataProtectionSettings", { params: { groupId } }, policy);
  const context = given.context({ scope });
  const ask = askFrom(given);
  const formOfSnapshot = () => {
    const found = snapshotOf(context, id(8));
    if (found === undefined) throw new Error("no such snapshot");
    return formOf(openKeep(context, found), ask);
  };

  it("refuses an earlier expiry, and not the one that it has", async () => {
    const { preflight } = await formOfSnapshot();
    const problems = async (retentionValue: number) =>
      (await preflight({ ask, context }, { retentionValue, retentionUnit: "DAYS" })).problems;
    expect(await problems(30)).toBeUndefined();
    expect(await problems(31)).toBeUndefined();
    expect(await problems(29)).toEqual([
      { field: "retentionValue", message: "the compliance policy forbids an earlier expiry" },
    ]);
  });

  it("offers no length that would be refused", async () => {
    const { plan, initial = {} } = await formOfSnapshot();
    const offered = (unit: string): readonly string[] => {
      const state = setValue(plan, openForm(plan, { mode: "create", initial }), ["retentionUnit"], unit);
      const row = rowsOf(plan, state, env).find(({ key }) => key === "retentionValue");
      return row?.row === "field" ? row.field.choices.map(({ value }) => value) : [];
    };
    expect(offered("DAYS")).toEqual(["30", "60", "90", "395"]);
    // What stands in the field is one of them, whatever its unit.
    expect(offered("WEEKS")).toEqual(["8", "26", "30"]);
    expect(offered("MONTHS")).toEqual(["1", "3", "6", "12", "30"]);
  });
});

describe("a snapshot whose expiry was changed since its form was opened", () => {
  const changed = { expiresAt: new Date(NOW + HOUR * 60_000).toISOString() };
  const given = answers([snapshot(3, 24 * HOUR, changed)]);
  const context = answers().context({ scope });
  const before = snapshotOf(context, id(3));

  it("is reviewed with the expiry of now, for another retention and for a deletion", async () => {
    if (before === undefined) throw new Error("no such snapshot");
    const review = { ask: askFrom(given), context };
    const kept = await keep(context, before).preflight(review, { retentionValue: 30, retentionUnit: "DAYS" });
    expect(kept.facts).toContainEqual({ label: "Current expiry", value: "15:06 UTC" });
    const { facts } = await remove(context, [before]).preflight(review);
    expect(facts).toContainEqual({ label: "Expires", value: "15:06 UTC, in 1h" });
  });

  it("asks for more where what was longer is shorter by now", async () => {
    if (before === undefined) throw new Error("no such snapshot");
    const extended = { expiresAt: new Date(NOW + 365 * 24 * HOUR * 60_000).toISOString() };
    const review = { ask: askFrom(answers([snapshot(3, 24 * HOUR, extended)])), context };
    const found = await keep(context, before).preflight(review, { retentionValue: 30, retentionUnit: "DAYS" });
    expect(found.risk).toBe("disruptive");
    expect(found.warnings).toContain("The expiry was changed since this form was opened: this shortens the retention.");
  });

  it("is said to be gone where it is not listed any more", async () => {
    if (before === undefined) throw new Error("no such snapshot");
    const review = { ask: askFrom(answers([])), context };
    const { warnings } = await keep(context, before).preflight(review, { retentionValue: 30, retentionUnit: "DAYS" });
    expect(warnings).toContain("The snapshot is no longer listed: it was deleted, or it has expired.");
  });
});

describe("deleting snapshots", () => {
  it("is not offered for serverless ones, for two clusters at once, or while one runs", () => {
    const sls = ServerlessSnapshot.parse({ id: id(1), status: "completed", serverlessInstanceName: "orders" });
    const context = answers([...USUAL, snapshot(9, 0, { status: "inProgress" })])
      .add("listServerlessBackups", of("orders"), { results: [sls] })
      .add("listReplicaSetBackups", of("stage-1"), { results: [snapshot(20, 60)] })
      .context({ scope: { clusters: [cluster("orders", "serverless"), cluster("prod-eu"), cluster("stage-1")] } });
    const why = (...numbers: number[]) =>
      cannotDelete(numbers.flatMap((number) => snapshotOf(context, id(number)) ?? []));
    expect(why(1)).toContain("serverless");
    expect(why(7, 20)).toContain("one cluster");
    expect(why(9)).toContain("still being taken");
    expect(why(6, 7)).toBeNull();
  });

  it("asks for the name of the cluster and says what becomes impossible", async () => {
    const context = answers().context({ scope });
    const plan = remove(
      context,
      [3].flatMap((number) => snapshotOf(context, id(number)) ?? []),
    );
    expect(plan).toMatchObject({ operation: "deleteReplicaSetBackup", risk: "irreversible", confirmName: "prod-eu" });
    const { warnings, facts } = await plan.preflight({ ask: askFrom(answers(USUAL.slice(2))), context });
    expect(warnings).toContain("The snapshot copies in EU_CENTRAL_1 are deleted too.");
    expect(warnings).toContain("Point-in-time restore to before 20 Nov 21:06 UTC is no longer possible.");
    expect(facts.map(({ label }) => label)).toEqual(["Taken", "Type", "Expires"]);
  });

  it("says once what several lose together, and calls none of them the only one", async () => {
    const context = answers().context({ scope });
    const warningsFor = async (...numbers: readonly number[]) => {
      const chosen = numbers.flatMap((number) => snapshotOf(context, id(number)) ?? []);
      return (await remove(context, chosen).preflight({ ask: askFrom(answers()), context })).warnings;
    };
    const newest = await warningsFor(6, 7);
    expect(newest.filter((words) => words.includes("latest usable"))).toEqual([
      expect.stringMatching(/ to .*: These are the 2 latest usable snapshots\. The previous one is /u),
    ]);
    const all = (await warningsFor(1, 2, 3, 5, 6, 7)).join("\n");
    expect(all).toContain("These are all 6 restorable snapshots of prod-eu: without them no restore is possible.");
    expect(all).not.toMatch(/only restorable|latest usable|oldest snapshot/u);
  });

  it("names the longest gaps of thousands, and counts the rest", async () => {
    const many = Array.from({ length: 3001 }, (_, index) => snapshot(index + 1, (index + 1) * 60));
    const context = answers(many).context({ scope });
    const odd = many.flatMap(({ id: one }, index) => (index % 2 === 1 ? (snapshotOf(context, one) ?? []) : []));
    const { warnings } = await remove(context, odd).preflight({ ask: askFrom(answers(many)), context });
    expect(warnings).toContain("1494 more gaps without a snapshot, none longer than these.");
    expect(warnings.length).toBeLessThan(15);
  });
});
