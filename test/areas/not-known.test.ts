import { expect, test } from "vitest";
import { areaOf } from "../../src/areas/areas.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import { AlertConfigId, AlertId, ClusterName, GroupId } from "../../src/contract/schema/ids.ts";
import { isQueryable } from "../../src/domain/search/search-index-status.ts";
import { formatExpiresIn, hostName } from "../../src/text/format.ts";
import { Answers, ago, cellsOf, cluster, GROUP, linesOf, NOW } from "./answers.ts";

/** What the service says in words that nobody here knows, or does not say, is shown as it came and is never taken for well. */

const params = { groupId: GroupId.of(GROUP), clusterName: ClusterName.of("prod-eu") };
const SCOPE = { scope: { clusters: [cluster("prod-eu")] } };

const screenOf = (id: "backup-schedules" | "access-history") => {
  const { screen } = areaOf(id);
  return screen;
};

test("rules with an unknown frequency or unit are shown as they came, and when the next is taken is not known", () => {
  const policyItems = [
    { frequencyType: "fortnightly", frequencyInterval: 1, retentionUnit: "days", retentionValue: 7 },
    { frequencyType: "daily", frequencyInterval: 1, retentionUnit: "moons", retentionValue: 7 },
  ];
  const context = new Answers()
    .add("getBackupSchedule", { params }, { clusterName: "prod-eu", policies: [{ id: "a", policyItems }] })
    .context(SCOPE);
  const screen = screenOf("backup-schedules");
  const [row] = screen.list(context).rows;
  expect(cellsOf(row)).toMatchObject({ next: "unknown" });
  expect(cellsOf(row)["frequency"]).toMatch(/^! .*fortnightly/u);
  const lines = linesOf(screen.detail(context, "prod-eu")).join("\n");
  expect(lines).toContain("Unknown policy item: fortnightly 1");
  expect(lines).toContain("retention 7 moons");
  expect(lines).not.toContain("No rule");
});

test("an attempt of which nobody says how it ended is neither failed nor ok", () => {
  const accessLogs = [
    { timestamp: ago(1), username: "ann", ipAddress: "203.0.113.7", hostname: "a" },
    { timestamp: ago(2), username: "bob", ipAddress: "203.0.113.7", hostname: "a", authResult: false },
  ];
  const screen = screenOf("access-history");
  const before = new Answers().context(SCOPE);
  const answers = new Answers();
  for (const query of screen.queries(before.scope)) {
    if (query.operation === "listAccessLogsByClusterName") answers.add(query.operation, query.args, { accessLogs });
  }
  const model = screen.list(answers.context(SCOPE));
  const results = model.rows.map((row) => cellsOf(row)["result"]);
  expect(results).toContain("?");
  expect(model.summary.map(cellText).join(" ")).toMatch(/1 failed/u);
});

test("an index that is READY and says no more answers queries", () => {
  expect(isQueryable({ status: "READY" })).toBe(true);
  expect(isQueryable({ status: "READY", queryable: false })).toBe(false);
  expect(isQueryable({ status: "BUILDING" })).toBe(false);
  expect(isQueryable({})).toBeNull();
});

test.each([
  ["127.0.0.1:27017", "127.0.0.1"],
  ["127.0.0.1", "127.0.0.1"],
  ["[::1]:27017", "[::1]"],
  ["fe80::1", "fe80::1"],
  ["prod-eu-shard-00-01.abc.example.net:27017", "prod-eu-shard-00-01"],
  ["cafe:27017", "cafe"],
])("a host %s is called %s", (host, name) => {
  expect(hostName(host)).toBe(name);
});

test("what has expired does not go in some time", () => {
  expect(formatExpiresIn(NOW - 1, NOW)).toBe("expired");
  expect(formatExpiresIn(NOW + 3_600_000, NOW)).toBe("in 1h");
});

const CONFIG = AlertConfigId.of("65f0000000000000000003e8");
const project = { params: { groupId: GroupId.of(GROUP) } };
const open = { id: AlertId.of("65f000000000000000000001"), status: "OPEN" as const, alertConfigId: CONFIG };
const alertsHeld = (results: readonly (typeof open)[]): Answers =>
  new Answers()
    .add("listAlerts", { ...project, query: { status: "OPEN" } }, { results: [...results] })
    .add("listAlerts", { ...project, query: { status: "TRACKING" } }, { results: [] });

test.each(["alerts", "overview"] as const)(
  "how many alerts of %s are critical nobody says whose configurations were not read",
  (area) => {
    const countsOf = (answers: Answers) => areaOf(area).screen.counts?.of(answers.context());
    const unread = { open: 1, critical: null, error: null, warning: null, info: null };
    expect(countsOf(alertsHeld([open]))).toMatchObject(unread);
    const configurations = [{ id: CONFIG, eventTypeName: "NO_PRIMARY", severityOverride: "CRITICAL" as const }];
    const read = alertsHeld([open]).add("listAlertConfigurations", project, { results: configurations });
    expect(countsOf(read)).toMatchObject({ open: 1, critical: 1, error: 0, warning: 0, info: 0 });
    // Of no alert it is known how severe it is.
    expect(countsOf(alertsHeld([]))).toMatchObject({ open: 0, critical: 0, error: 0, warning: 0, info: 0 });
  },
);

test("the configuration of an alert that may not be read is not said to be on its way", () => {
  const refused = { words: "Refused.", reason: "Refused.", status: 403, code: "USER_UNAUTHORIZED" };
  const linesWith = (change: Parameters<Answers["context"]>[0]): string =>
    linesOf(areaOf("alerts").screen.detail(alertsHeld([open]).context(change), open.id)).join("\n");
  expect(linesWith({})).toMatch(/Config: …/u);
  expect(linesWith({ unread: () => refused })).toMatch(/Config: not allowed: Refused\./u);
});
