import { describe, expect, it } from "vitest";
import { isOfAll } from "../../src/areas/all-projects.ts";
import { areaOf } from "../../src/areas/areas.ts";
import { cellShort } from "../../src/areas/model/cell.ts";
import type { Context, Project, Scope } from "../../src/areas/model/context.ts";
import type { Row } from "../../src/areas/model/view.ts";
import { columns, list, queries, running } from "../../src/areas/overview/list.ts";
import { overview } from "../../src/areas/overview.ts";
import { list as restoreList } from "../../src/areas/restore-jobs/list.ts";
import { AlertConfiguration } from "../../src/contract/alert-configurations.ts";
import { Alert } from "../../src/contract/alerts.ts";
import { BackupSchedule } from "../../src/contract/backup-schedules.ts";
import { ExportJob } from "../../src/contract/export-jobs.ts";
import { Migration } from "../../src/contract/live-migration.ts";
import { RestoreJob } from "../../src/contract/restore-jobs.ts";
import { ClusterName, GroupId, LiveMigrationId } from "../../src/contract/schema/ids.ts";
import { CurrentGenerationIndex } from "../../src/contract/search-indexes/answers.ts";
import { ReplicaSetSnapshot } from "../../src/contract/snapshots.ts";
import { CUT_OVER } from "../../src/domain/cut-over-state.ts";
import type { Sample } from "../../src/domain/sample-ring.ts";
import type { Lookup, Unread } from "../../src/state/answers/lookup.ts";
import type { Drift } from "../../src/state/drift.ts";
import { cut } from "../../src/text/width.ts";
import { Answers, ago, cellsOf, cluster, GROUP, id, NOT_THERE, NOW, summaryOf } from "./answers.ts";

/** The overview as data: what stands under which heading, what is new, what is asked how often. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OTHER = GroupId.of("65f000000000000000000002");
const groupId = GroupId.parse(GROUP);
const of = (name: string, group = GROUP) => ({
  params: { groupId: GroupId.parse(group), clusterName: ClusterName.parse(name) },
});
const ofProject = (group = GROUP) => ({ params: { groupId: GroupId.parse(group) } });
const alertsOf = (status: "OPEN" | "TRACKING", group = GROUP) => ({ ...ofProject(group), query: { status } });

/** An id made so many minutes ago. */
const idAgo = (minutes: number, number: number): string =>
  Math.floor((NOW - minutes * MINUTE) / 1000)
    .toString(16)
    .padStart(8, "0") + number.toString(16).padStart(16, "0");

const configuration = (number: number, severityOverride: string) =>
  AlertConfiguration.parse({
    id: id(900 + number),
    eventTypeName: "NO_PRIMARY",
    enabled: true,
    severityOverride,
    notifications: [],
  });

const CONFIGURATIONS = { results: [configuration(1, "CRITICAL"), configuration(2, "WARNING")] };

const alert = (number: number, change: object = {}): Alert =>
  Alert.parse({
    id: id(number),
    alertConfigId: id(901),
    eventTypeName: "NO_PRIMARY",
    status: "OPEN",
    created: ago(number),
    clusterName: "prod-eu",
    ...change,
  });

const snapshot = (number: number, hoursAgo: number, change: object = {}) =>
  ReplicaSetSnapshot.parse({
    id: id(number),
    createdAt: ago(hoursAgo * 60),
    frequencyType: "hourly",
    snapshotType: "scheduled",
    status: "completed",
    storageSizeBytes: 12_000_000_000,
    type: "replicaSet",
    ...change,
  });

const SIX_HOURLY = BackupSchedule.parse({
  clusterName: "prod-eu",
  policies: [
    {
      id: id(800),
      policyItems: [
        { id: id(801), frequencyType: "hourly", frequencyInterval: 6, retentionUnit: "days", retentionValue: 7 },
      ],
    },
  ],
});

const alerts = (...results: readonly Alert[]): Answers =>
  new Answers()
    .add("listAlerts", alertsOf("OPEN"), { results: [...results] })
    .add("listAlertConfigurations", ofProject(), CONFIGURATIONS);

const scope = { clusters: [cluster("prod-eu")] };

/** As they stand on screen. */
const inOrder = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((left, right) => Number(left.sort["order"]) - Number(right.sort["order"]));

/** Rows by heading as `kind | time | name | state`. */
const linesUnder = (rows: readonly Row[], section: string): readonly string[] =>
  inOrder(rows)
    .filter((row) => row.section === section)
    .map((row) => {
      const { kind = "", time = "", where = "", what = "" } = cellsOf(row);
      return [kind, time, where, what].join(" | ");
    });

describe("what is wrong", () => {
  it("shows alerts that differ each by itself, the worst first, and leads to each", () => {
    const others = [
      alert(4),
      alert(37, { eventTypeName: "HOST_DOWN" }),
      alert(40, { clusterName: "analytics" }),
      alert(90, { alertConfigId: id(902) }),
    ];
    const model = list(alerts(...others).context({ scope }));
    expect(linesUnder(model.rows, "wrong")).toEqual([
      "CRIT | 40m | analytics | no primary",
      "CRIT | 37m | prod-eu | host down",
      "CRIT | 4m | prod-eu | no primary",
      "WARN | 1h | prod-eu | no primary",
    ]);
    expect(inOrder(model.rows).map(({ link }) => link?.ids[0])).toEqual([id(40), id(37), id(4), id(90)]);
    expect(summaryOf(model).slice(0, 2)).toEqual(["3 critical", "1 warning"]);
  });

  it("folds alike alerts as the list of alerts does, as bad as the worst of them, and leads to each", () => {
    const down = Array.from({ length: 19 }, (_, index) =>
      alert(10 + index, {
        clusterName: "analytics",
        hostnameAndPort: `analytics-${index}.acme.example:27017`,
        alertConfigId: index === 3 ? id(901) : id(902),
      }),
    );
    const disk = alert(300, {
      eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
      metricName: "DISK_PARTITION_SPACE_USED_DATA",
    });
    const model = list(alerts(disk, ...down).context({ scope }));
    expect(linesUnder(model.rows, "wrong")).toEqual([
      "CRIT | 5h | prod-eu | disk",
      "CRIT | 13m | analytics · 19 hosts | ×19 no primary",
    ]);
    const [, fold] = model.rows;
    expect(cellsOf(fold)["kind"]).toBe("CRIT");
    expect(fold?.link).toEqual({ area: "alerts", ids: [id(13)] });
    expect(fold?.members).toHaveLength(19);
    expect(fold?.members?.at(-1)?.link).toEqual({ area: "alerts", ids: [id(10)] });
  });

  it("names no hosts where alike alerts name none", () => {
    const sets = [10, 11, 12].map((number) => alert(number, { clusterName: "analytics", hostnameAndPort: null }));
    const model = list(alerts(...sets).context({ scope }));
    expect(linesUnder(model.rows, "wrong")).toEqual(["CRIT | 12m | analytics | ×3 no primary"]);
  });

  it("says that no alert is open and that nothing runs", () => {
    const model = list(alerts().context({ scope, unread: NOT_THERE }));
    expect(summaryOf(model)).toEqual(["no open alerts", "nothing running"]);
  });

  it("names the cluster of indexes that are called the same", () => {
    const failed = (number: number) =>
      CurrentGenerationIndex.parse({
        indexID: id(number),
        name: "default",
        database: "shop",
        collectionName: "products",
        status: "FAILED",
        queryable: false,
      });
    const answers = alerts()
      .add("listServiceSearchIndexesCluster", of("prod-eu"), [failed(1)])
      .add("listServiceSearchIndexesCluster", of("analytics"), [failed(2)]);
    const bothClusters = { clusters: [cluster("prod-eu"), cluster("analytics")] };
    expect(
      linesUnder(list(answers.context({ scope: bothClusters })).rows, "wrong").map((shown) => shown.split(" | ")[2]),
    ).toEqual(["shop.products · default on prod-eu", "shop.products · default on analytics"]);
  });

  it("names search indexes that serve nothing, what failed first, and those that are being built", () => {
    const index = (number: number, change: object) =>
      CurrentGenerationIndex.parse({
        indexID: id(number),
        name: `index-${number}`,
        database: "shop",
        collectionName: "products",
        latestDefinitionVersion: { version: 1, createdAt: ago(number) },
        ...change,
      });
    const answers = alerts().add("listServiceSearchIndexesCluster", of("prod-eu"), [
      index(1, { status: "FAILED", queryable: false }),
      index(2, { status: "DOES_NOT_EXIST", queryable: false }),
      index(3, { status: "BUILDING", queryable: false }),
    ]);
    const model = list(answers.context({ scope }));
    expect(linesUnder(model.rows, "wrong").map((shown) => shown.split(" | ").slice(2))).toEqual([
      ["shop.products · index-1 on prod-eu", expect.stringContaining("Failed")],
      ["shop.products · index-2 on prod-eu", expect.stringContaining("collection does not exist")],
    ]);
    expect(linesUnder(model.rows, "running")[0]).toMatch(/^index \| 3m \| shop\.products · index-3 on prod-eu \| /u);
    const where = columns({ scope: { projects: [], params: {} } }).find(({ id: column }) => column === "where");
    const cells = model.rows.map(({ cells: { where: cell = "" } }) => cellShort(cell));
    // At 80 columns, where the name of a collection alone has more cells than there are.
    expect(new Set(cells.map((text) => cut(text, where?.min ?? 0, where?.truncate))).size).toBe(cells.length);
    expect(running(answers.context({ scope }))).toEqual([
      { operation: "listServiceSearchIndexesCluster", args: of("prod-eu"), poll: "overview-jobs", optional: true },
    ]);
  });
});

describe("settings that differ from their files", () => {
  const drift = (found: Drift["found"], group = groupId): Drift => ({
    groupId: group,
    path: "/home/me/git/payments",
    since: NOW - 5 * MINUTE,
    found,
  });
  const counts = { different: 2, missingHere: 1, missingThere: 0, unclear: 0 };
  const rowsOf = (found: Drift): readonly Row[] =>
    list(alerts().context({ scope: { ...scope, drift: found } })).rows.filter(({ id: row }) => row.includes("/drift/"));

  it("are a row that says how many and since when, and opens the comparison with them", () => {
    const [row] = rowsOf(drift({ kind: "different", counts }));
    expect(row && cellsOf(row)).toMatchObject({
      kind: "drift",
      time: "5m",
      where: "payments",
      what: "settings: 2 different, 1 missing in the project",
    });
    expect(row?.opens).toEqual({ kind: "comparison", path: "/home/me/git/payments" });
  });

  it("are said to be unknown where a file is wrong, and stand with what is not read where the service did not tell", () => {
    const wrong = rowsOf(drift({ kind: "unread", where: "all.yaml:7", why: "unknown field x" }));
    expect(wrong.map(({ section }) => section)).toEqual(["wrong"]);
    expect(wrong.map(cellsOf)).toMatchObject([
      { kind: "drift", where: "all.yaml:7", what: "unknown: unknown field x" },
    ]);
    const unread = rowsOf(drift({ kind: "unread", where: null, why: "auditing could not be read" }));
    expect(unread.map(({ section }) => section)).toEqual(["unread"]);
  });

  it("are no row where all is the same, or where they are of another project", () => {
    expect(rowsOf(drift({ kind: "same" }))).toEqual([]);
    expect(rowsOf(drift({ kind: "different", counts }, OTHER))).toEqual([]);
  });
});

describe("what is Expiring soon", () => {
  it("counts silences down, and a download link, the soonest first; each changes by the time alone", () => {
    const until = (minutes: number): string => new Date(NOW + minutes * MINUTE).toISOString();
    const silenced = alert(30, { acknowledgedUntil: until(11) });
    const download = RestoreJob.parse({
      id: idAgo(20, 1),
      deliveryType: "download",
      deliveryUrl: ["https://files.example.net/1"],
      expiresAt: until(42),
      snapshotId: id(1),
    });
    const answers = alerts(silenced).add("listBackupRestoreJobs", of("prod-eu"), { results: [download] });
    const model = list(answers.context({ scope }));
    expect(linesUnder(model.rows, "soon")).toEqual([
      "ack | 11m | prod-eu | notifications resume: no primary",
      "link | 42m | prod-eu → download | download link expires",
    ]);
    expect(summaryOf(model)).toContain("1 acknowledged");

    const later = list(answers.context({ scope, now: NOW + 12 * MINUTE }));
    expect(linesUnder(later.rows, "soon")).toEqual(["link | 30m | prod-eu → download | download link expires"]);
    expect(linesUnder(later.rows, "wrong")).toEqual(["CRIT | 42m | prod-eu | no primary"]);
    const expired = list(answers.context({ scope, now: NOW + 43 * MINUTE }));
    expect(linesUnder(expired.rows, "soon")).toEqual([]);
  });

  it("says of a ready migration that it is to be cut over, and when it expires at the latest", () => {
    const migrationId = LiveMigrationId.parse(idAgo(192, 7));
    const answers = alerts().add(
      "getPushMigration",
      { params: { groupId, liveMigrationId: migrationId } },
      Migration.parse({ _id: migrationId, status: "WORKING", lagTimeSeconds: 3, readyForCutover: true }),
    );
    const ring: readonly Sample[] = [{ at: NOW - 3 * HOUR, value: 2, state: "WORKING ready" }];
    const name = {
      kind: "migration",
      name: "shop-rs0 → prod-eu",
      id: migrationId,
      project: GROUP,
      source: "started in this console",
      firstSeen: NOW,
      lastSeen: NOW,
    } as const;
    const seen = { ...scope, unlisted: [name, { ...name, project: OTHER, id: idAgo(5, 8) }] };
    const context = answers.context({ scope: seen, ring: () => ring });
    const model = list(context);
    expect(linesUnder(model.rows, "running")).toEqual([
      "migration | 3h | shop-rs0 → prod-eu | ready, lag 3 s: stop writes, then cut over",
    ]);
    expect(linesUnder(model.rows, "soon")).toEqual([
      "migration | 4d 21h | shop-rs0 → prod-eu | migration expires: cut over before then",
    ]);
    expect(model.rows.at(0)?.link).toEqual({ area: "live-migration", ids: [migrationId] });
    expect(running(context).map(({ operation }) => operation)).toEqual(["getPushMigration"]);
    const cutOver = { operation: "cutoverMigration", params: { groupId, liveMigrationId: migrationId } } as const;
    const lost = list({ ...context, unknownWrites: [{ id: "1", ...cutOver, at: NOW - 2 * MINUTE }] });
    expect(linesUnder(lost.rows, "running").join()).toMatch(
      /cut-over sent .* \(2m ago\), outcome unknown: keep writes stopped/u,
    );
    expect(linesUnder(lost.rows, "soon")).toEqual([]);
    const accepted = list({ ...context, acceptedWrites: [{ id: "1", ...cutOver, at: NOW - 2 * MINUTE }] });
    const noted = answers.context({ scope: seen, ring: () => [...ring, { at: NOW, value: null, state: CUT_OVER }] });
    for (const { rows } of [accepted, list(noted)]) {
      expect(linesUnder(rows, "running")).toEqual([
        "migration | 3h | shop-rs0 → prod-eu | cutting over: wait, it cannot be cancelled",
      ]);
      expect(linesUnder(rows, "soon")).toEqual([]);
    }
    expect(queries(context.scope).filter(({ operation }) => operation === "getPushMigration")).toHaveLength(1);
  });
});

describe("what runs and what ended", () => {
  const restore = (number: number, minutesAgo: number, change: object = {}) =>
    RestoreJob.parse({
      id: idAgo(minutesAgo, number),
      deliveryType: "automated",
      targetClusterName: "prod-eu-side",
      targetGroupId: GROUP,
      snapshotId: id(1),
      ...change,
    });

  it("says what is left of a restore as its list does, by earlier ones of other clusters too", () => {
    const earlier = [1, 2, 3].map((day) =>
      restore(day, day * 24 * 60, { finishedAt: ago(day * 24 * 60 - 20), targetClusterName: "stage-1" }),
    );
    const context = alerts()
      .add("listBackupRestoreJobs", of("prod-eu"), { results: [restore(9, 2)] })
      .add("listBackupRestoreJobs", of("analytics"), { results: earlier })
      .context({ scope: { ...scope, clusters: [cluster("prod-eu"), cluster("analytics")] } });
    const listed = restoreList(context).rows.find((row) => row.id === idAgo(2, 9));
    expect(cellsOf(listed)["progress"]).toBe("about 18 min left");
    expect(linesUnder(list(context).rows, "running")[0]).toContain("about 18 min left");
  });

  it("shows a restore with what is left, then as ended, and says so as news; then it is forgotten", () => {
    const jobs = (change: object) =>
      alerts().add("listBackupRestoreJobs", of("prod-eu"), { results: [restore(1, 2, change)] });
    const before = list(jobs({}).context({ scope }));
    expect(linesUnder(before.rows, "running")[0]).toMatch(
      /^restore \| 2m \| prod-eu → prod-eu-side \| usually .* min/u,
    );
    expect(summaryOf(before)).toContain("1 running");

    const ids = new Set(before.rows.map((row) => row.id));
    const lastLook = { at: NOW, ids };
    const done = jobs({ finishedAt: ago(-5) });
    const after = list(done.context({ scope, now: NOW + 10 * MINUTE, lastLook, unread: NOT_THERE }));
    expect(linesUnder(after.rows, "ended")).toEqual(["restore | 5m | prod-eu → prod-eu-side | completed"]);
    expect(after.rows.find(({ section }) => section === "ended")?.isNew).toBe(true);
    expect(linesUnder(after.rows, "news")).toEqual(["new | 10m | since 14:06 | 1 restore completed"]);
    expect(after.rows[0]?.members?.map(({ link }) => link?.area)).toEqual(["restore-jobs"]);
    const muchLater = list(done.context({ scope, now: NOW + 26 * HOUR, lastLook }));
    expect(linesUnder(muchLater.rows, "ended")).toEqual([]);
  });

  it("keeps a failed export for weeks with its reason, until a later one of its cluster is done", () => {
    const job = (number: number, hoursAgo: number, state: string) =>
      ExportJob.parse({
        id: id(number),
        createdAt: ago(hoursAgo * 60 + 30),
        finishedAt: ago(hoursAgo * 60),
        exportBucketId: id(70),
        state,
        ...(state === "Failed" ? { stateReason: { message: "the role is not authorised" } } : {}),
      });
    const exports = (...results: readonly ExportJob[]): Answers =>
      alerts().add("listBackupExportJobs", of("prod-eu"), { results: [...results] });
    const failed = job(1, 19 * 24, "Failed");
    expect(linesUnder(list(exports(failed).context({ scope })).rows, "ended")).toEqual([
      "export | 19d | prod-eu → bucket | failed: the role is not authorised",
    ]);
    expect(linesUnder(list(exports(failed, job(2, 40, "Successful")).context({ scope })).rows, "ended")).toEqual([]);
    expect(linesUnder(list(exports(job(1, 36 * 24, "Failed")).context({ scope })).rows, "ended")).toEqual([]);
  });

  it("calls an export without a total counting, and shows a state that nobody knows as it is", () => {
    const job = (number: number, state: string, exportStatus: object) =>
      ExportJob.parse({ id: idAgo(5, number), createdAt: ago(5), state, exportStatus });
    const answers = alerts().add("listBackupExportJobs", of("prod-eu"), {
      results: [
        job(1, "InProgress", { exportedCollections: 0, totalCollections: 0 }),
        job(2, "Verifying", { exportedCollections: 5, totalCollections: 10 }),
      ],
    });
    expect(linesUnder(list(answers.context({ scope })).rows, "running")).toEqual([
      "export | 5m | prod-eu → bucket | counting",
      "export | 5m | prod-eu → bucket | Verifying · 5 of 10 collections (50 %), 2 to 10 min left",
    ]);
  });
});

it("has a migration that was lost while nobody looked, by when somebody looked last", () => {
  const lost = LiveMigrationId.parse(idAgo(9 * 24 * 60, 9));
  const name = {
    kind: "migration",
    name: "old → prod-eu",
    id: lost,
    project: GROUP,
    source: "started in this console",
  };
  const unlisted = [{ ...name, kind: "migration", firstSeen: NOW, lastSeen: NOW }] as const;
  const model = (status: string, ring: readonly Sample[]) =>
    list(
      alerts()
        .add("getPushMigration", { params: { groupId, liveMigrationId: lost } }, Migration.parse({ _id: lost, status }))
        .context({ scope: { ...scope, unlisted }, ring: () => ring }),
    );
  const watched = [{ at: NOW - 60 * HOUR, value: 3, state: "WORKING ready" }];
  expect(linesUnder(model("EXPIRED", watched).rows, "ended")).toEqual([
    "migration | 2d | old → prod-eu | expired before the cut-over; start again",
  ]);
  expect(linesUnder(model("FAILED", []).rows, "ended")).toHaveLength(1);
  expect(linesUnder(model("COMPLETE", watched).rows, "ended")).toEqual([]);
  const seen = [...watched, { at: NOW - 25 * HOUR, value: null, state: "EXPIRED" }];
  expect(linesUnder(model("EXPIRED", seen).rows, "ended")).toEqual([]);
});

it("lets the heading of what runs stand at what is asked again, not at a migration that has ended", () => {
  const ended = LiveMigrationId.parse(idAgo(600, 9));
  const unlisted = [
    {
      kind: "migration",
      name: "old → prod-eu",
      id: ended,
      project: GROUP,
      source: "started in this console",
      firstSeen: NOW,
      lastSeen: NOW,
    },
  ] as const;
  const answers = alerts().add(
    "getPushMigration",
    { params: { groupId, liveMigrationId: ended } },
    Migration.parse({ _id: ended, status: "COMPLETE" }),
  );
  const model = list(answers.context({ scope: { ...scope, unlisted } }));
  const [first, ...others] = model.sections.find(({ id: section }) => section === "running")?.of ?? [];
  expect(first?.poll).toBe("overview-jobs");
  expect(others.at(-1)?.poll).toBe("once");
});

describe("the newest backup of each cluster", () => {
  const clusters = [
    cluster("late"),
    cluster("none"),
    cluster("good"),
    { ...cluster("asleep"), paused: true },
    { ...cluster("rough"), paused: null },
  ];
  const answers = (): Answers => {
    const given = alerts();
    const snapshots: Readonly<Record<string, readonly ReplicaSetSnapshot[]>> = {
      late: [snapshot(1, 31), snapshot(2, 2, { status: "failed" })],
      none: [],
      good: [snapshot(3, 5), snapshot(4, 0.2, { status: "inProgress" })],
      asleep: [snapshot(5, 500)],
      rough: [snapshot(6, 40)],
    };
    for (const { name } of clusters) {
      given.add("listReplicaSetBackups", of(name), { results: [...(snapshots[name] ?? [])] });
      given.add("getBackupSchedule", of(name), SIX_HOURLY);
    }
    return given;
  };

  it("stands against the plan, what is missing first, and what runs and failed beside it", () => {
    const model = list(answers().context({ scope: { clusters } }));
    const rows = model.rows.toSorted((left, right) => Number(left.sort["order"]) - Number(right.sort["order"]));
    expect(linesUnder(rows, "backups")).toEqual([
      "backup | none | none | ! no restorable snapshot, scheduled every 6 h",
      "backup | 31h | late | ! late: scheduled every 6 h, 1 failed since",
      "backup | 40h | rough | late, unless the cluster is paused: scheduled every 6 h",
      "backup | 5h | good | on time, scheduled every 6 h",
      "backup | 20d | asleep | paused, takes no snapshots",
    ]);
    expect(linesUnder(rows, "running")).toEqual(["snapshot | 12m | good | running 12m · hourly"]);
    expect(linesUnder(rows, "ended")).toEqual(["snapshot | 2h | late | failed: hourly, no later success"]);
    expect(summaryOf(model)).toEqual(expect.arrayContaining(["! 1 late backup", "! 1 without backup"]));
  });

  it("calls no backup on time by a rule that it does not understand", () => {
    const byRule = (change: object): readonly string[] => {
      const items = (SIX_HOURLY.policies ?? []).flatMap(({ policyItems }) => policyItems ?? []);
      const odd = BackupSchedule.parse({ policies: [{ policyItems: items.map((item) => ({ ...item, ...change })) }] });
      const given = alerts()
        .add("listReplicaSetBackups", of("prod-eu"), { results: [snapshot(3, 5)] })
        .add("getBackupSchedule", of("prod-eu"), odd);
      return linesUnder(list(given.context({ scope })).rows, "backups");
    };
    const row = (plan: string): readonly string[] => [
      `backup | 5h | prod-eu | ! policy item with unknown values, ${plan}`,
    ];
    expect(byRule({ retentionUnit: "hours" })).toEqual(row("scheduled every 6 h"));
    expect(byRule({ frequencyType: "fortnightly" })).toEqual(row("schedule unknown"));
  });

  it("asks for snapshots every ten minutes, and every minute where one runs", () => {
    const context = answers().context({ scope: { clusters } });
    const intervals = queries(context.scope).flatMap(({ operation, poll }) =>
      operation === "listReplicaSetBackups" ? [poll] : [],
    );
    expect(intervals).toEqual(clusters.map(() => "backup-ages"));
    expect(running(context)).toEqual([
      { operation: "listReplicaSetBackups", args: of("good"), poll: "overview-jobs", optional: true },
    ]);
  });
});

describe("all projects", () => {
  const projects: readonly Project[] = [
    { id: GROUP, name: "Payments", clusters: [cluster("prod-eu")] },
    { id: OTHER, name: "Staging", clusters: [cluster("stage-1")] },
  ];
  const both = alerts(alert(4)).add("listAlerts", alertsOf("OPEN", OTHER), {
    results: [alert(9, { clusterName: "stage-1" })],
  });
  const all = { ...scope, projects, params: { projects: "all" } };

  it("stand together, each row naming its own and leading into it", () => {
    const model = list(both.context({ scope: all }));
    expect(model.rows.map((row) => [cellsOf(row)["project"], cellsOf(row)["where"], row.project])).toEqual([
      ["Payments", "prod-eu", GROUP],
      ["Staging", "stage-1", OTHER],
    ]);
    expect(columns({ scope: all }).map((column) => column.id)).toContain("project");
    expect(summaryOf(model)[0]).toBe("2 projects");
  });

  it("count clusters of the same name in different projects each by itself, where they fold", () => {
    const ids = [GROUP, OTHER, GroupId.of("65f000000000000000000003")];
    const folded = (clusters: readonly string[]): readonly string[] => {
      const given = new Answers();
      for (const [index, group] of ids.entries()) {
        const results = [alert(4 + index, { clusterName: clusters[index], alertConfigId: undefined })];
        given.add("listAlerts", alertsOf("OPEN", group), { results });
      }
      const three = ids.map((groupOf, index): Project => ({ id: groupOf, name: `Project ${index}`, clusters: [] }));
      const { rows } = list(given.context({ scope: { ...all, projects: three }, unread: NOT_THERE }));
      // Where the number of places has no room, no part of the word stands there.
      const short = rows.map(({ cells }) => cells["where"]).map((cell) => typeof cell === "object" && cell.short);
      expect(short).toEqual([new Set(clusters).size === 1 ? false : "several"]);
      return rows.map((row) => ["project", "where", "what"].map((column) => cellsOf(row)[column]).join(" | "));
    };
    expect(folded(["prod-eu", "stage-1", "stage-1"])).toEqual(["3 projects | 3 places | ×3 no primary"]);
    expect(folded(["stage-1", "stage-1", "stage-1"])).toEqual(["3 projects | stage-1 | ×3 no primary"]);
  });

  it("are not all new because one of them was looked at before", () => {
    const seen = new Set(list(both.context({ scope })).rows.map((row) => row.id));
    const model = list(both.context({ scope: all, lastLook: { at: NOW, ids: seen }, unread: NOT_THERE }));
    expect(model.rows.filter(({ isNew }) => isNew === true)).toEqual([]);
    expect(linesUnder(model.rows, "news")).toEqual(["new | 0s | since 14:06 | nothing"]);
  });

  it("say that nothing is new, and that nothing runs, where each project's own list of clusters is not asked", () => {
    const read = { kind: "read" } as const;
    const listed = projects.map((project) => ({ ...project, clusterList: read }));
    const seen = { ...all, projects: listed, clusterList: read };
    const isOfOthers = (operation: string, params: object): boolean =>
      ["listClusters", "listFlexClusters"].includes(operation) && Reflect.get(params, "groupId") !== GROUP;
    const look = (scopeOf: Partial<Scope>) =>
      list(
        both.context({
          scope: scopeOf,
          lastLook: { at: NOW, ids: new Set() },
          unread: (operation, { params }) => (isOfOthers(operation, params) ? null : NOT_THERE()),
        }),
      );
    expect(linesUnder(look(seen).rows, "news")).toEqual(["new | 0s | since 14:06 | nothing"]);
    expect(summaryOf(look(seen))).toContain("nothing running");

    // While the list over all projects is on its way, a project may have clusters in which something runs.
    const asking = projects.map((project) => ({
      ...project,
      clusterList: project.id === GROUP ? read : ({ kind: "asking" } as const),
    }));
    const early = look({ ...seen, projects: asking });
    expect(linesUnder(early.rows, "news")).toEqual(["new | 0s | since 14:06 | unknown: some data is not loaded yet"]);
    expect(summaryOf(early)).not.toContain("nothing running");
  });

  it("do not say that nothing runs in a project of which no cluster is known, as the service has no list of them", () => {
    const clusterList = { kind: "absent" } as const;
    const summary = (clusters: Scope["clusters"]): readonly string[] =>
      summaryOf(list(both.context({ scope: { clusters, clusterList }, unread: NOT_THERE })));
    expect(summary([])).not.toContain("nothing running");
    expect(summary([cluster("prod-eu")])).toContain("nothing running");
  });

  it("do not say that nothing is new while something is not read", () => {
    const lastLook = { at: NOW, ids: new Set(list(both.context({ scope })).rows.map((row) => row.id)) };
    const failed = { words: "down", reason: "down", status: 500, code: null };
    const since = (unread: Unread | null): readonly string[] =>
      linesUnder(list(both.context({ scope, lastLook, unread: () => unread })).rows, "news");
    expect(since(failed)).toEqual(["new | 0s | since 14:06 | unknown: some data is not loaded"]);
    expect(since(null)).toEqual(["new | 0s | since 14:06 | unknown: some data is not loaded yet"]);
    expect(since(NOT_THERE())).toEqual(["new | 0s | since 14:06 | nothing"]);
  });

  it("are shown where they are asked for and there are several", () => {
    expect(overview.screen.showsAllProjects).toBe(true);
    const isShown = (change: Partial<Scope>) => isOfAll(both.context({ scope: change }).scope);
    expect(isShown(all)).toBe(true);
    expect(isShown({ ...scope, projects })).toBe(false);
    expect(isShown({ ...scope, params: all.params })).toBe(false);
  });
});

describe("the figures of the wall", () => {
  const whole = (): Answers =>
    alerts()
      .add("listAlerts", alertsOf("TRACKING"), { results: [] })
      .add("listReplicaSetBackups", of("prod-eu"), { results: [snapshot(3, 5)] })
      .add("getBackupSchedule", of("prod-eu"), SIX_HOURLY);
  const why = { words: "refused", reason: "refused", status: 403, code: null };
  /** What is asked cluster by cluster. */
  const BY_CLUSTER = [
    ...["restores", "exports", "indexes", "snapshots"],
    ...["lateBackups", "withoutBackup", "oldestBackup"],
  ];

  const figures = (context: Context) => overview.screen.counts?.of(context) ?? {};
  const ofClusters = (context: Context) => BY_CLUSTER.map((name) => figures(context)[name]);

  it("are those of what was read", () => {
    const context = whole().context({ scope, unread: NOT_THERE });
    expect(ofClusters(context)).toEqual([0, 0, 0, 0, 0, 0, 5 * 3600]);
    expect(figures(context)).toMatchObject({ open: 0, tracking: 0, migrations: 0 });
  });

  it.each<Lookup>([{ kind: "asking" }, { kind: "forbidden", why }, { kind: "failed", why }])(
    "are not known of clusters whose list is $kind, and no zero; what needs no cluster is",
    (clusterList) => {
      const context = whole().context({ scope: { ...scope, clusterList }, unread: NOT_THERE });
      expect(ofClusters(context)).toEqual(BY_CLUSTER.map(() => null));
      expect(figures(context)).toMatchObject({ open: 0, migrations: 0 });
    },
  );

  it("have no age of the oldest backup where the snapshots of a cluster were refused", () => {
    const clusters = [cluster("prod-eu"), cluster("secret")];
    const context = whole().context({
      scope: { clusters },
      unread: (operation, { params }) => {
        const isSecret = operation === "listReplicaSetBackups" && Reflect.get(params, "clusterName") === "secret";
        return isSecret ? why : NOT_THERE();
      },
    });
    expect(figures(context)).toMatchObject({ oldestBackup: null, withoutBackup: null, restores: 0 });
  });

  it("say of a cluster whose schedule was refused neither that its backup is late nor that it is not", () => {
    const late = (context: Context) => [...(overview.screen.fields?.of(context)?.values() ?? [])][0]?.["backupLate"];
    const refused = alerts().add("listReplicaSetBackups", of("prod-eu"), { results: [snapshot(3, 5)] });
    expect(late(whole().context({ scope, unread: NOT_THERE }))).toBe(false);
    expect(late(refused.context({ scope, unread: () => why }))).toBeNull();
  });

  it("count no alerts that are tracking where those alone were refused", () => {
    const context = alerts(alert(4)).context({ scope, unread: () => why });
    for (const { screen } of [overview, areaOf("alerts")]) {
      expect(screen.counts?.of(context)).toMatchObject({ open: 1, tracking: null });
    }
  });
});

describe("what the wall asks", () => {
  /** Calls a minute of one project when nothing runs: alerts every 20 s, jobs every minute, backups every ten. */
  const callsAMinute = (clusters: number): number => {
    const context = alerts().context({
      scope: { clusters: Array.from({ length: clusters }, (_, index) => cluster(`c${index}`)) },
    });
    const rate = { alerts: 3, "overview-jobs": 1, "backup-ages": 0.1, once: 0 };
    return queries(context.scope).reduce(
      (sum, { poll }) => sum + (Object.entries(rate).find(([name]) => name === poll)?.[1] ?? 1000),
      0,
    );
  };

  it("stays far below a hundred calls a minute, in projects with many clusters too", () => {
    expect(callsAMinute(6)).toBeLessThan(30);
    expect(callsAMinute(20)).toBeLessThan(70);
    expect(callsAMinute(100)).toBeLessThan(60);
  });

  it("says what it could not read instead of showing nothing, but not that a cluster is of another kind", () => {
    const reason = "It needs the role Project Service Admin.";
    const words = `List snapshot exports: refused by the service. ${reason}`;
    const refused = { words, reason, status: 401, code: "USER_UNAUTHORIZED" };
    const otherKind = {
      words: "wrong kind",
      reason: "wrong kind",
      status: 400,
      code: "INCORRECT_BACKUP_API_ENDPOINT",
      isAbsent: true,
    };
    const context = alerts().context({
      scope,
      unread: (operation) =>
        operation === "listBackupExportJobs" ? refused : operation === "listReplicaSetBackups" ? otherKind : null,
    });
    const model = list(context);
    expect(linesUnder(model.rows, "unread")).toEqual([
      "not allowed | ×1 | snapshot exports | It needs the role Project Service Admin.",
    ]);
    expect(summaryOf(model)).toContain("! incomplete");

    const silent = list(new Answers().context({ scope, unread: () => refused }));
    expect(summaryOf(silent)[0]).toBe("! alerts unavailable");
    expect(summaryOf(silent)).not.toContain("no open alerts");
  });

  it("hands out the same questions while nothing that they depend on changed", () => {
    const { scope: one } = alerts().context({ scope });
    expect(queries({ ...one })).toBe(queries({ ...one }));
    expect(queries({ ...one, cluster: "prod-eu" })).not.toBe(queries({ ...one }));
  });
});
