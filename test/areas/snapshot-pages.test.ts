import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marksFor } from "../../src/app/symbols.ts";
import { backupSchedules } from "../../src/areas/backup-schedules.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import type { Context } from "../../src/areas/model/context.ts";
import type { Page } from "../../src/areas/model/effect.ts";
import { openCalendar, openRetention } from "../../src/areas/snapshots/pages.ts";
import { snapshots as area } from "../../src/areas/snapshots.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { type ReplicaSetSnapshot, ServerlessSnapshot } from "../../src/contract/snapshots.ts";
import { widthOf } from "../../src/text/width.ts";
import { Answers, cluster, GROUP, id, NOT_THERE } from "./answers.ts";
import { rule, stored } from "./schedule-samples.ts";
import { snapshot } from "./snapshot-samples.ts";

/** The pages on the snapshots of a cluster: its calendar, and until when they are kept; of clusters of every sort. */

const HOUR = 60;
const DAY = 24 * HOUR;
const of = { params: { groupId: GroupId.parse(GROUP), clusterName: ClusterName.parse("prod-eu") } };
const scope = { clusters: [cluster("prod-eu")] };

const SNAPSHOTS = [
  snapshot(1, 30 * DAY, { frequencyType: "monthly", expiresAt: null }),
  snapshot(2, 3 * DAY),
  snapshot(3, 2 * DAY, { status: "failed" }),
  snapshot(4, 1 * DAY, { snapshotType: "onDemand", frequencyType: "ondemand", description: "before CHG-1142" }),
  snapshot(5, 2 * HOUR, { snapshotType: "fallback" }),
];

/** Two hourly ones at the pace of the schedule: those after them that did not come are missing. */
const IN_TIME = [
  snapshot(6, 4 * DAY, { frequencyType: "hourly" }),
  snapshot(7, 4 * DAY - 6 * HOUR, { frequencyType: "hourly" }),
];

const given = (
  snapshots: readonly ReplicaSetSnapshot[] = SNAPSHOTS,
  schedule: JsonObject | null = stored(),
): Answers => {
  const answers = new Answers().add("listReplicaSetBackups", of, { results: [...snapshots] });
  return schedule === null ? answers : answers.add("getBackupSchedule", of, BackupSchedule.parse(schedule));
};

type Open = (context: Context, cluster: string) => ReturnType<typeof openRetention>;

function pageOf(open: Open, context: Context): Page {
  const effect = open(context, "prod-eu");
  if (effect.kind !== "page") throw new Error(effect.kind);
  return effect.page;
}
const calendar = (context: Context): Page => pageOf((from, name) => openCalendar(from, name), context);
const retention = (context: Context): Page => pageOf(openRetention, context);

const textOf = (lines: Page["lines"]): string => lines.map((cells) => cells.map(cellText).join("")).join("\n");
const drawnAt = (page: Page, width: number): string => textOf(page.drawn?.(width) ?? []);

describe("the calendar", () => {
  it("has a mark a day: restorable in capitals, scheduled in small letters, what is wrong, and today", () => {
    const drawn = drawnAt(calendar(given([...IN_TIME, ...SNAPSHOTS]).context({ scope })), 57);
    expect(drawn).toMatch(/17 H2 {3}18 D1! {2}19 !× {3}20 O1! \[21\]F1! {2}22 d4/u);
    expect(drawn).toMatch(/28 w4 {3}29 d4 *\n 30 m4 *$/mu);
    expect(drawn).toContain("Restorable: O on demand, D daily, H hourly, F fallback");
    expect(drawn).toContain("Scheduled: m monthly, w weekly, d daily, h hourly");
    expect(drawn).toContain("× failed");
  });

  it("calls no snapshot in progress whose status it does not know", () => {
    const odd = [snapshot(6, 3 * DAY, { status: "verifying" }), snapshot(7, 2 * DAY, { status: "inProgress" })];
    const page = calendar(given(odd).context({ scope }));
    expect(drawnAt(page, 57)).toMatch(/18 \? +19 ●/u);
    expect(drawnAt(page, 57)).toContain("? status unknown");
    expect(textOf(page.lines)).toContain("1 of unknown status (verifying)");
  });

  it("turns back to the oldest snapshot and a year ahead, and shows both zones", () => {
    const page = calendar(given().context({ scope }));
    const october = page.turns?.back?.();
    expect([page.title, october?.title]).toEqual([
      "Snapshots of prod-eu: November 2026, UTC",
      "Snapshots of prod-eu: October 2026, UTC",
    ]);
    expect(october?.turns?.back).toBeNull();
    expect(drawnAt(october ?? page, 57)).toContain("22 M1");
    const months: string[] = [];
    for (let next: Page | undefined = page; next !== undefined; next = next.turns?.forward?.()) months.push(next.title);
    expect(months).toHaveLength(13);
    expect(page.inZone?.("local").title).toBe("Snapshots of prod-eu: November 2026, local");
  });

  it("is read aloud as sentences, a day each", () => {
    const words = textOf(calendar(given([...IN_TIME, ...SNAPSHOTS]).context({ scope })).lines);
    expect(words).toContain("Thu 19 Nov: 1 failed at 14:06");
    expect(words).toContain("Sat 21 Nov (today): 1 fallback at 12:06; snapshots missing; scheduled: 1 hourly at 18:30");
    expect(words).not.toMatch(/\[21\]|Mon +Tue/u);
  });
});

describe("the retention timeline", () => {
  it("says what can be restored on days ahead, what it assumes, and what expires next", () => {
    const page = retention(given().context({ scope }));
    const words = textOf(page.lines);
    expect(words).toMatch(
      /^Now: 1 on demand, 1 monthly, 1 daily, 1 fallback, oldest 22 Oct 2026; point in time since 14 Nov/mu,
    );
    expect(words).toMatch(
      /^In 30 days: 21 Dec 2026: 1 yearly, 2 monthly, 4 weekly, \d daily, 2\d hourly, oldest 22 Oct/mu,
    );
    expect(words).toContain("Assumes that the schedule does not change");
    expect(words).toMatch(/^in 4d, 25 Nov 14:06 UTC: daily 18 Nov 14:06 UTC$/mu);
    expect(words).toContain("Without expiry: monthly 22 Oct 14:06 UTC");
    expect(drawnAt(page, 57)).toMatch(/^monthly +█+$/mu);
    expect(drawnAt(page, 57)).toMatch(/^yearly +·+░+$/mu);
  });
});

describe.each([
  ["no schedule", given(SNAPSHOTS, null).context({ scope, unread: NOT_THERE }), /No schedule/u],
  ["a schedule without items", given(SNAPSHOTS, stored({ policies: [] })).context({ scope }), /no policy items/u],
  [
    "a paused cluster",
    given().context({ scope: { clusters: [{ ...cluster("prod-eu"), paused: true }] } }),
    /paused: no snapshots are taken/u,
  ],
  [
    "an item of tomorrow",
    given(SNAPSHOTS, stored({ policies: [{ id: id(1), policyItems: [rule(1, "hourly", 6, 7, "moons")] }] })).context({
      scope,
    }),
    /1 policy item with unknown values/u,
  ],
  ["no snapshot", given([]).context({ scope }), /nothing can be restored|No restorable snapshots/u],
  ["nothing loaded", new Answers().context({ scope }), /Snapshots are not loaded/u],
  ["an unknown cluster", given().context(), /Snapshots are not loaded/u],
  [
    "a serverless instance",
    new Answers()
      .add("listServerlessBackups", of, {
        results: [ServerlessSnapshot.parse({ id: id(1), status: "completed", createdAt: "2026-11-20T00:00:00Z" })],
      })
      .context({ scope: { clusters: [cluster("prod-eu", "serverless")] } }),
    /takes the snapshots of serverless/u,
  ],
])("with %s", (_, context, said) => {
  it("both pages say so", () => {
    expect(textOf(calendar(context).lines)).toMatch(said);
    expect(textOf(retention(context).lines)).toMatch(said);
  });
});

it("fits every width, in Unicode and in ASCII, in marks of one cell", () => {
  const hourly = Array.from({ length: 2000 }, (_, index) => snapshot(2000 - index, (2000 - index) * HOUR));
  const failing = SNAPSHOTS.map((one) => ({ ...one, status: "failed" }));
  const contexts = [SNAPSHOTS, hourly, [...hourly.slice(0, -60), ...failing], []].map((some) =>
    given(some).context({ scope }),
  );
  const pages = contexts.flatMap((context) => [calendar(context), retention(context)]);
  fc.assert(
    fc.property(fc.constantFrom(...pages), fc.integer({ min: 42, max: 200 }), (page, width) => {
      // A line of one text wraps by itself.
      for (const cells of page.drawn?.(width).filter(({ length }) => length > 1) ?? []) {
        const line = cells.map(cellText).join("").trimEnd();
        expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(marksFor("ascii", "unicode").spell(line)).toMatch(/^[ -~]*$/u);
        expect(marksFor("ascii", "unicode").spell(line)).not.toContain("?");
      }
    }),
    { numRuns: 60 },
  );
});

it("are opened from a snapshot, at its month, and from a schedule", () => {
  const context = given().context({ scope });
  const titleOf = (actions: typeof area.screen, action: string, thing: string): string | undefined => {
    const effect = actions?.actions.find((one) => one.id === action)?.open(context, [thing]);
    return effect?.kind === "page" ? effect.page.title : effect?.kind;
  };
  expect([
    titleOf(area.screen, "snapshots.calendar", id(1)),
    titleOf(area.screen, "snapshots.retention", id(1)),
    titleOf(backupSchedules.screen, "backup-schedules.calendar", "prod-eu"),
    titleOf(backupSchedules.screen, "backup-schedules.retention", "prod-eu"),
  ]).toEqual([
    "Snapshots of prod-eu: October 2026, UTC",
    "Retention of prod-eu, UTC",
    "Snapshots of prod-eu: November 2026, UTC",
    "Retention of prod-eu, UTC",
  ]);
});
