import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { areaOf } from "../../src/areas/areas.ts";
import { calendar, calendarTexts } from "../../src/areas/backup-schedules/calendar.ts";
import { detail } from "../../src/areas/backup-schedules/detail.ts";
import { columns, list } from "../../src/areas/backup-schedules/list.ts";
import { running } from "../../src/areas/queries/backup-schedules.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { itemsIn } from "../../src/domain/backup/schedule-items.ts";
import { nextSnapshots, projectionOf, snapshotsWithin } from "../../src/domain/backup/snapshot-plan.ts";
import { calendarDayOf } from "../../src/text/calendar.ts";
import { Answers, ago, cellsOf, cluster, GROUP, id, linesOf, NOT_THERE, NOW, summaryOf } from "./answers.ts";
import { answers, POLICY, rule, scope, stored } from "./schedule-samples.ts";

/** Schedules as data: what comes next, what is kept and what it lacks. */

const CLUSTER_PARAMS = { groupId: GroupId.parse(GROUP), clusterName: ClusterName.parse("prod-eu") };

describe("the list of schedules", () => {
  it("says when the next one comes, how often, how long it stays and where it goes", () => {
    const [row] = list(answers().context({ scope })).rows;
    expect(cellsOf(row)).toMatchObject({
      cluster: "prod-eu",
      next: "4h 24m",
      frequency: "6h day week month year",
      retention: "7d to 1y",
      window: "7d",
      copies: "eu-west-1",
      export: "–",
    });
  });

  it("names the bucket of an export, and the gap that lasts", () => {
    const schedule = stored({ autoExportEnabled: true, export: { exportBucketId: id(500), frequencyType: "monthly" } });
    const context = answers(schedule).context({ scope, now: NOW + 40 * 3_600_000 });
    expect(cellsOf(list(context).rows[0])).toMatchObject({
      export: "monthly to acme-db-exports",
      gap: "! none for 42h",
    });
    expect(summaryOf(list(context))).toContain("! 1 late");
  });

  it("has a column for the compliance policy only where there is one, and says what falls short of it", () => {
    const without = columns(answers().context({ scope }));
    expect(without.map(({ id: column }) => column)).not.toContain("policy");
    const model = list(answers(stored(), POLICY).context({ scope }));
    expect(cellsOf(model.rows[0])["policy"]).toBe("! 1 violation");
    expect(summaryOf(model)).toContain("! 1 not compliant");
  });

  it("says of a retention in an unknown unit that nothing is known by it, not that all is well", () => {
    const policies = [{ id: id(800), policyItems: [rule(901, "hourly", 6, 3, "fortnights")] }];
    const { nextSnapshot: _next, ...unplanned } = stored({ policies });
    const context = answers(unplanned).context({ scope });
    expect(cellsOf(list(context).rows[0])).toMatchObject({
      next: "unknown",
      gap: "unknown",
      frequency: "! 6h",
      retention: "! 3 fortnights",
    });
    expect(linesOf(detail(context, "prod-eu"))).toContain("Next snapshot: unknown: policy item with unknown values");
    const required = answers(unplanned, { ...POLICY, pitEnabled: false }).context({ scope });
    expect(linesOf(detail(required, "prod-eu")).join("\n")).toContain("schedule has 3 fortnights");
  });

  it("does not call a schedule empty whose policy items are not reported", () => {
    const context = answers(stored({ policies: null }), POLICY).context({ scope });
    const model = list(context);
    expect(cellsOf(model.rows[0])).toMatchObject({
      next: "4h 24m",
      frequency: "not reported",
      retention: "?",
      policy: "! unknown",
    });
    expect(summaryOf(model)).toEqual(["1 schedule"]);
    expect(linesOf(detail(context, "prod-eu"))).toContain("Compliance: unknown: policy items not reported");
  });

  it("calls no schedule compliant with a requirement that it does not understand", () => {
    const policy = { ...POLICY, pitEnabled: false, scheduledPolicyItems: [rule(950, "daily", 1, 3, "decades")] };
    const context = answers(stored(), policy).context({ scope });
    expect(cellsOf(list(context).rows[0])["policy"]).toBe("! unknown");
    expect(linesOf(detail(context, "prod-eu"))).toContain("Compliance: unknown: 1 requirement with unknown values");
  });

  it("shows a cluster without backup as one", () => {
    const unread = (code: string, status: number, isAbsent = false) => ({
      words: "no",
      reason: "no",
      status,
      code,
      isAbsent,
    });
    const clusters = [cluster("prod-eu"), cluster("bare"), cluster("shut"), cluster("tiny", "unknown")];
    const context = answers().context({
      scope: { clusters },
      unread: (_operation, args) => {
        const { clusterName } = z.object({ clusterName: z.string() }).parse(args.params);
        if (clusterName === "bare") return unread("BACKUP_CONFIG_NOT_FOUND", 404, true);
        if (clusterName === "shut") return unread("FORBIDDEN", 403);
        return clusterName === "tiny" ? unread("INCORRECT_BACKUP_API_ENDPOINT", 400, true) : null;
      },
    });
    const model = list(context);
    expect(model.rows.map(({ id: name }) => name)).toEqual(["prod-eu", "bare"]);
    expect(cellsOf(model.rows[1])["frequency"]).toBe("not backed up");
  });

  it("looks again every minute where a snapshot is due, and not before", () => {
    const due = answers(stored({ nextSnapshot: ago(0) })).context({ scope });
    expect(running(due).map(({ operation, poll }) => [operation, poll])).toEqual([
      ["getBackupSchedule", "overview-jobs"],
      ["listReplicaSetBackups", "overview-jobs"],
    ]);
    expect(running(answers().context({ scope }))).toEqual([]);
  });

  it("has no figures of lateness and age where snapshots were not read, and none that say zero", () => {
    const { counts } = areaOf("backup-schedules").screen;
    const schedule = BackupSchedule.parse(stored());
    const given = new Answers().add("getBackupSchedule", { params: CLUSTER_PARAMS }, schedule);
    expect(counts?.of(answers().context({ scope }))).toMatchObject({ total: 1, late: 0, oldestBackup: 7200 });
    expect(counts?.of(given.context({ scope }))).toMatchObject({ total: 1, late: null, oldestBackup: null });
  });

  it("does not know whether a schedule is late where its cluster may be paused", () => {
    const { counts } = areaOf("backup-schedules").screen;
    const lateIn = (paused: boolean | null) => {
      const clusters = [{ ...cluster("prod-eu"), paused }];
      return counts?.of(answers().context({ scope: { clusters }, now: NOW + 40 * 3_600_000 }))?.["late"];
    };
    expect([false, true, null].map(lateIn)).toEqual([1, 0, null]);
  });

  it("counts no schedule as compliant where the compliance policy was not read, unless there is none", () => {
    const { counts } = areaOf("backup-schedules").screen;
    expect(counts?.of(answers().context({ scope }))).toMatchObject({ notCompliant: null });
    expect(counts?.of(answers().context({ scope, unread: NOT_THERE }))).toMatchObject({ notCompliant: 0 });
  });

  it("counts a cluster without policy items", () => {
    const context = answers(stored({ policies: [{ id: id(800), policyItems: [] }] })).context({ scope });
    expect(summaryOf(list(context))).toContain("! 1 without policy items");
    expect(cellsOf(list(context).rows[0])).toMatchObject({ frequency: "nothing", retention: "–" });
  });
});

describe("one schedule", () => {
  it("says rule by rule what is kept, what is there of it and what will be", () => {
    const lines = linesOf(detail(answers().context({ scope }), "prod-eu")).join("\n");
    expect(lines).toMatch(/FREQUENCY +RETENTION +CURRENT +PROJECTED +OLDEST/u);
    expect(lines).toMatch(/every 6 hours +7 days +4 +28 +6d/u);
    expect(lines).toMatch(/last day of the month +12 months +0 +12 +–/u);
    expect(lines).toMatch(/Next snapshot: in 4h 24m, 18:30 UTC, hourly/u);
    expect(lines).toMatch(/Sun 22 to Fri 27 Nov +00:30 +06:30 +12:30 daily +18:30/u);
  });

  it("names regions that hold copies of an earlier setting", () => {
    const lines = linesOf(detail(answers().context({ scope }), "prod-eu"));
    expect(lines).toContain("us-east-1: 1 copy from an earlier setting");
    expect(lines).toContain("eu-west-1: daily, with oplog for point in time");
  });

  it("says what falls short of the compliance policy, with what it asks for", () => {
    expect(linesOf(detail(answers(stored(), POLICY).context({ scope }), "prod-eu"))).toContain(
      "! daily, retention 30d: schedule has 7d",
    );
  });

  it("draws its tables within any width", () => {
    const model = detail(answers().context({ scope }), "prod-eu");
    for (const width of [20, 30, 41, 57, 100]) {
      for (const line of model?.lines ?? []) {
        if (line.kind !== "drawn") continue;
        for (const cells of line.draw(width)) {
          const text = cells.map((cell) => (typeof cell === "string" ? cell : cell.text)).join("");
          expect(text.length).toBeLessThanOrEqual(width);
        }
      }
    }
  });
});

describe("what comes of a schedule", () => {
  const items = fc
    .uniqueArray(fc.constantFrom("hourly", "daily", "weekly", "monthly", "yearly"), { minLength: 1 })
    .map((kinds) =>
      kinds.map((kind, index) => rule(index, kind, kind === "daily" ? 1 : 6, kind === "yearly" ? 400 : 35)),
    );

  it("is the same whether asked one after another or all between two moments", () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (rules, hour, minute) => {
        const plan = { items: itemsIn({ policies: [{ policyItems: rules }] }), reference: { hour, minute } };
        const next = nextSnapshots(plan, NOW, 30);
        const last = next.at(-1)?.at ?? NOW;
        expect(snapshotsWithin(plan, NOW, last)).toEqual(next);
      }),
    );
  });

  it("is never more in all than rule by rule, and every rule is there", () => {
    fc.assert(
      fc.property(items, (rules) => {
        const plan = { items: itemsIn({ policies: [{ policyItems: rules }] }), reference: { hour: 2, minute: 0 } };
        const { items: kept = [], all = 0 } = projectionOf(plan, NOW) ?? {};
        expect(all).toBeLessThanOrEqual(kept.reduce((sum, count) => sum + count, 0));
        expect(all).toBeGreaterThanOrEqual(Math.max(...kept));
      }),
    );
  });

  it("stands in the calendar whole, each snapshot once", () => {
    const plan = { items: itemsIn(stored()), reference: { hour: 12, minute: 30 } };
    const next = nextSnapshots(plan, NOW, 30);
    const lines = calendar(next, { now: NOW, zone: "utc" });
    expect(lines).toEqual([
      { days: "Sat 21 Nov", times: "18:30" },
      { days: "Sun 22 to Fri 27 Nov", times: "00:30  06:30  12:30 daily  18:30" },
      { days: "Sat 28 Nov", times: "00:30  06:30  12:30 weekly  18:30" },
      { days: "Sun 29 Nov", times: "00:30" },
    ]);
    for (const width of [24, 40, 80]) {
      const texts = calendarTexts(next, { now: NOW, zone: "utc" }, width);
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(Math.max(width, 20));
      expect(texts.join(" ").match(/\d\d:\d\d/gu)).toHaveLength(10);
    }
  });

  it("names the year of days that are not of this one", () => {
    const policies = [{ policyItems: [rule(901, "yearly", 12, 3, "years")] }];
    const plan = { items: itemsIn({ policies }), reference: { hour: 12, minute: 30 } };
    const [first, second] = calendar(nextSnapshots(plan, NOW, 2), { now: NOW, zone: "utc" });
    const { year } = calendarDayOf(NOW, "utc");
    expect([first?.days, second?.days]).toEqual([
      expect.stringMatching(/^\w{3} 1 Dec$/u),
      expect.stringMatching(new RegExp(`^\\w{3} 1 Dec ${year + 1}$`, "u")),
    ]);
  });
});
