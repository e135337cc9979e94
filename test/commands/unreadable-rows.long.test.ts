import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isObject, type JsonObject, textIn } from "../../src/contract/json/json.ts";
import { control } from "../service/support.ts";
import { type Edit, type EditedAnswers, editedAnswers } from "./edited-answers.ts";
import { Person } from "./person.ts";
import { servedToAll } from "./served.ts";
import { writesIn } from "./settings-person.ts";

/** What could not be read of an answer is not "none": no command says that something is fine, absent or gone by half of a list. */

const service = servedToAll();
let edited: EditedAnswers;
beforeAll(async () => {
  edited = await editedAnswers(service().env);
});
afterAll(() => edited.stop());
beforeEach(() => edited.edit());

const ALL = Number.MAX_SAFE_INTEGER;
const NO_ID: JsonObject = { id: null };

/** Rows of lists at a path, the first so many, with fields that make them unreadable. */
const odd = (path: string, most = ALL, set = NO_ID): Edit => ({ path, most, set });

/** A cluster by a name that none can have, in every list of clusters. */
const clusterCalled = (named: string, name: string | null): readonly Edit[] => [
  { ...odd("/clusters", ALL, { name }), named },
  { ...odd("/clusters", ALL, { name }), named, within: "clusters" },
];

const ran = (person: Person, ...args: readonly string[]) => person.command(args, "", edited.env);

const checked = (person: Person, name: string) => {
  const { status, stdout } = ran(person, "check", name, "-t", "60");
  return [status, stdout] as const;
};

/** The one cluster of the sample that has no snapshot. */
const BARE = "prod-eu-side";

describe("check", () => {
  test.each([
    ["alerts", [odd("/alerts")], "Incomplete: Alerts: "],
    ["exports", [odd("/backup/exports")], "Incomplete: Snapshot exports of "],
    ["restores", [odd("/restoreJobs")], "Incomplete: "],
    ["indexes", [odd("/search/indexes", ALL, { indexID: null, name: 5 })], "Incomplete: "],
    ["backups", clusterCalled(BARE, null), "Incomplete: Clusters: "],
    ["backups", clusterCalled(BARE, "prod eu/side"), "Incomplete: Clusters: "],
  ] as const)("%s is UNKNOWN where what is wrong cannot be read", (name, edits, words) => {
    using person = new Person();
    const [before] = checked(person, name);
    edited.edit(...edits);
    const [status, line] = checked(person, name);
    expect([before === 0, status, line]).toEqual([false, 3, expect.stringContaining(words)]);
    expect(line).toMatch(/rows? unreadable\./u);
    expect(line).not.toMatch(/ (?:none running|no indexes|no open alerts)/u);
  });

  test.each(["EMERGENCY", null])("alerts of severity %s need a look, as warnings do", (severityOverride) => {
    using person = new Person();
    edited.edit(odd("/alertConfigs", ALL, { severityOverride }));
    const [status, line] = checked(person, "alerts");
    expect([status, line]).toEqual([1, expect.stringMatching(/WARNING - .*\b[1-9]\d* warnings?, .* info=0;/u)]);
    const overview = ran(person, "show", "overview").stdout.split("\n");
    expect(overview[0]).toMatch(/^Overview +[1-9]\d* warnings? /u);
    expect(overview.some((row) => row.startsWith(severityOverride ?? "–"))).toBe(true);
  });

  test("what is critical among the rows that can be read stays so", () => {
    using person = new Person();
    edited.edit(odd("/alerts", 1));
    expect(checked(person, "alerts")).toEqual([
      2,
      expect.stringMatching(/CRITICAL - .*1 row unreadable\. \d critical/u),
    ]);
  });
});

describe("run", () => {
  test.each([
    [["listAlerts"], "/alerts", 2],
    [["listServiceSearchIndexesCluster", "clusterName=prod-eu"], "/prod-eu/search/indexes", 1],
  ] as const)("%s prints each row as it was received, at its place", (words, path, most) => {
    using person = new Person();
    const rowsOf = (): readonly JsonObject[] => {
      const { status, stdout, stderr } = ran(person, "run", ...words);
      expect([status, stderr]).toEqual([0, ""]);
      const printed: { results: readonly JsonObject[] } | readonly JsonObject[] = JSON.parse(stdout);
      return "results" in printed ? printed.results : printed;
    };
    const before = rowsOf();
    edited.edit(odd(path, most, { id: null, indexID: null }));
    const after = rowsOf();
    expect(
      after.map((row, index) => ({ ...row, id: before[index]?.["id"], indexID: before[index]?.["indexID"] })),
    ).toEqual(before.map((row) => ({ ...row, id: row["id"], indexID: row["indexID"] })));
    expect(after.slice(0, most).map(({ id, indexID }) => id ?? indexID ?? null)).toEqual(Array(most).fill(null));
  });
});

describe("show", () => {
  test("exits with 1, and tells programs that not all was read", () => {
    using person = new Person();
    edited.edit(odd("/alerts"));
    const json = ran(person, "show", "alerts", "--format", "json");
    const document: unknown = JSON.parse(json.stdout);
    const said = expect.stringMatching(/^Incomplete: Alerts: \d+ rows unreadable\.$/u);
    expect([json.status, json.stderr]).toEqual([1, expect.stringContaining("Incomplete: Alerts: ")]);
    expect(document).toMatchObject({ complete: false, notRead: expect.arrayContaining([said]) });
    const metrics = ran(person, "show", "alerts", "--format", "openmetrics");
    expect([metrics.status, metrics.stdout]).toEqual([1, expect.stringMatching(/^sextant_alerts_complete\{.*\} 0$/mu)]);
  });

  test("names a cluster that could not be read in what is listed by cluster", () => {
    using person = new Person();
    edited.edit(...clusterCalled("prod-eu", "prod eu"));
    const { status, stdout, stderr } = ran(person, "show", "snapshots");
    expect([status, stderr]).toEqual([1, expect.stringContaining("Incomplete: Clusters: 1 row unreadable.")]);
    expect(stdout.split("\n")[0]).toContain("! 1 row unreadable");
    expect(stdout).toContain("name letters, digits and hyphens");
  });

  test.each([
    ["alerts", "/alerts", { id: "65f000000000000000000001" }],
    ["indexes", "/prod-eu/search/indexes", { indexID: "65f000000000000000000001" }],
  ])("keeps one row of an id that repeats in %s, and the others below a heading of their own", (area, path, set) => {
    using person = new Person();
    edited.edit(odd(path, 3, set));
    const { status, stdout, stderr } = ran(person, "show", area, "--width", "120");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/Incomplete: .*\d rows? with the id of another\./u)]);
    expect(stdout.split("\n")[0]).toMatch(/! \d rows? with the id of another/u);
    expect(stdout).toMatch(/: has t.* another row/u);
    expect(stdout).not.toContain("unreadable");
    const json = ran(person, "show", area, "--format", "json");
    const { rows }: { rows: readonly { id: string }[] } = JSON.parse(json.stdout);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  test("says so again from what was kept, without a call", () => {
    using person = new Person();
    edited.edit(odd("/alerts"));
    const lines = [1, 2, 3].map(() => ran(person, "show", "alerts", "--format", "line"));
    edited.edit();
    lines.push(ran(person, "show", "alerts", "--format", "line"));
    expect(new Set(lines.map(({ status, stdout }) => `${status} ${stdout}`)).size).toBe(1);
    expect([lines[0]?.status, lines[0]?.stdout]).toEqual([1, expect.stringMatching(/^! \d+ rows unreadable\n$/u)]);
  });
});

describe("watch", () => {
  test("a condition about a list does not hold by half of it, and the watch says why it waits", () => {
    using person = new Person();
    edited.edit(odd("/alerts"));
    const { status, stdout, stderr } = ran(person, "watch", "alerts", "--until", "open=0", "--timeout", "2s");
    expect([status, stdout]).toEqual([
      124,
      expect.stringContaining("whether open=0 is not known. Incomplete: Alerts: "),
    ]);
    expect(stderr).toMatch(/Not all of it could be read\. Incomplete: Alerts: \d+ rows unreadable\./u);
  });

  test("an item that may be among what could not be read is not gone", () => {
    using person = new Person();
    const { stdout } = ran(person, "show", "alert-configurations", "--format", "json");
    const document: unknown = JSON.parse(stdout);
    const rows: readonly unknown[] = isObject(document) && Array.isArray(document["rows"]) ? document["rows"] : [];
    const id = textIn(rows[0], "id") ?? "";
    edited.edit(odd("/alertConfigs"));
    const shown = ran(person, "show", `alert-configurations/${id}`);
    expect([shown.status, shown.stderr]).toEqual([1, expect.stringContaining("unreadable")]);
  });
});

describe("settings", () => {
  test.each([
    ["alert-configuration", [odd("/alertConfigs", 1)], "Not all alert configurations could be read. "],
    ["export-bucket", [odd("/exportBuckets", ALL, { _id: null })], "Not all export buckets could be read. "],
    ["export-bucket", [odd("/exportBuckets", 1, { _id: null, cloudProvider: "NEW" })], "1 row has no _id."],
    ["backup-schedule", clusterCalled("prod-eu", null), "Not all backup schedules could be read. Clusters: "],
  ] as const)("no half of a kind is exported: %s", (kind, edits, words) => {
    using person = new Person();
    const before = ran(person, "export", kind);
    edited.edit(...edits);
    const { status, stdout, stderr } = ran(person, "export", kind);
    expect([before.status, status, stdout, stderr]).toEqual([0, 1, "", expect.stringContaining(words)]);
  });

  test("nothing is planned, created or deleted beside what could not be read", async () => {
    using person = new Person();
    const file = person.write("alerts.yaml", ran(person, "export", "alert-configuration").stdout);
    edited.edit(odd("/alertConfigs", 1));
    await control(service().ready, "DELETE", "/journal");
    for (const args of [
      ["diff", file],
      ["diff", file, "--prune"],
      ["apply", file, "--confirm", "Payments"],
      ["apply", file, "--prune", "--confirm", "Payments", "--risk", "irreversible"],
    ]) {
      const { status, stdout, stderr } = ran(person, ...args);
      expect([args, status, stdout, stderr]).toEqual([args, 3, "", expect.stringContaining("1 row unreadable")]);
    }
    const { json } = await control(service().ready, "GET", "/journal");
    const entries: readonly unknown[] = isObject(json) && Array.isArray(json["entries"]) ? json["entries"] : [];
    expect(entries.length).toBeGreaterThan(0);
    expect(writesIn(entries.flatMap((entry) => textIn(entry, "operation") ?? []))).toEqual([]);
    edited.edit();
    expect(ran(person, "diff", file).status).toBe(0);
  });
});
