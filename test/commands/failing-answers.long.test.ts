import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EditedAnswers, editedAnswers, type Instead } from "./edited-answers.ts";
import { Person } from "./person.ts";
import { servedToAll } from "./served.ts";

/** What commands make of a service of which some answers fail, hang or are refused: what is known counts, and the reason is said at once. */

const service = servedToAll();
let between: EditedAnswers;
beforeAll(async () => {
  between = await editedAnswers(service().env);
});
afterAll(() => between.stop());
beforeEach(() => between.instead());

const refusal = (status: number, errorCode: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  body: JSON.stringify({ error: status, errorCode, detail: `Because of ${errorCode}.`, reason: "…" }),
  headers,
});

const silent = (path: string, query = ""): Instead => ({ path, query, status: null, body: "" });

/** The projects of the service. */
const projects = (person: Person): readonly { readonly id: string; readonly name: string }[] => {
  const { results }: { readonly results: ReturnType<typeof projects> } = JSON.parse(
    ran(person, "run", "listProjects").stdout,
  );
  return results;
};

const ran = (person: Person, ...args: readonly string[]) => person.command(args, "", between.env);

test("of hundreds of clusters, what the own limit of requests held back is said to be that, with the time it takes", () => {
  using person = new Person();
  const results = Array.from({ length: 150 }, (_, index) => ({ name: `many-${index}`, clusterType: "REPLICASET" }));
  const { id } = JSON.parse(ran(person, "run", "getBackupSchedule", "clusterName=prod-eu").stdout);
  between.instead(
    { path: "/v2/groups/[^/]+/clusters$", status: 200, body: JSON.stringify({ results, totalCount: 150 }) },
    { path: "/backup/schedule$", status: 200, body: JSON.stringify({ id, policies: [] }) },
    { path: "/backup/snapshots$", status: 200, body: JSON.stringify({ results: [], totalCount: 0 }) },
  );
  const { status, stdout, stderr } = ran(person, "show", "schedules", "--timeout", "25");
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(
      /at most 100 requests a minute to a project, and \d+ of 3\d\d were answered\. --timeout 240 waits/u,
    ),
  ]);
  const [title = "", ...rows] = stdout.split("\n");
  expect(title).not.toMatch(/! 150 clusters/u);
  expect(rows.filter((row) => row.startsWith("many-")).length).toBeGreaterThan(50);
});

describe("a list that never answers", () => {
  test.each([
    ["backups", silent("/wallet-eu/backup/snapshots"), /No answer in time/u],
    ["alerts", silent("/alerts$", "status=TRACKING"), /No answer in time/u],
  ] as const)("leaves what is critical of %s critical", (name, hanging, why) => {
    using person = new Person();
    between.instead(hanging);
    const { status, stdout } = ran(person, "check", name, "-t", "20");
    expect([status, stdout]).toEqual([2, expect.stringMatching(/^[A-Z]+ CRITICAL - /u)]);
    expect(stdout).toMatch(why);
  });

  test.each(["/orgs/", "/v2/clusters$", "/flexClusters$"])(
    "and that alerts are not made of is not waited for: %s",
    (path) => {
      using person = new Person();
      between.instead(silent(path));
      const before = performance.now();
      const { status, stdout } = ran(person, "check", "alerts", "-t", "40");
      expect([status, stdout]).toEqual([2, expect.not.stringContaining("in time")]);
      expect(performance.now() - before).toBeLessThan(30_000);
    },
  );

  test("is what a check says where nothing else came", () => {
    using person = new Person();
    between.instead(silent(""));
    const { status, stdout } = ran(person, "check", "alerts", "-t", "3");
    expect([status, stdout]).toEqual([3, expect.stringContaining("No answer within 3 s. -t waits longer.")]);
  });
});

describe("what did not come in time", () => {
  const tracking = silent("/alerts$", "status=TRACKING");
  const late = (person: Person, ...args: readonly string[]) => ran(person, "show", ...args, "--timeout", "6");

  test.each(["line", "tmux"])("is named by --format %s beside what came: never an empty line", (format) => {
    using person = new Person();
    between.instead(tracking);
    const { status, stdout, stderr } = late(person, "alerts", "--format", format);
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/^.*\d+ open.*! alerts not loaded.*\n$/u);
  });

  test("is named by the line of the overview, which else names it in its rows", () => {
    using person = new Person();
    between.instead(silent("/restoreJobs$"));
    const { status, stdout, stderr } = late(person, "overview", "--format", "line");
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/^\d+ critical .*! incomplete.*\n$/u);
  });

  test("is what an earlier run kept, with its age, where there is such a thing: the service may hang altogether", () => {
    using person = new Person();
    const line = () => late(person, "alerts", "--format", "line");
    const first = line();
    const kept = join(person.directory, "state", "sextant", "last");
    for (const name of readdirSync(kept)) {
      const file = join(kept, name);
      const aged = readFileSync(file, "utf8").replace(/"at": (\d+)/gu, (_, at) => `"at": ${Number(at) - 70_000}`);
      writeFileSync(file, aged);
    }
    between.instead(silent(""));
    const later = line();
    expect([first.status, later.status, later.stderr]).toEqual([0, 1, ""]);
    expect(later.stdout).toBe(`${first.stdout.trimEnd()} · 1m old\n`);
  });

  test("is in the title of a table, with the filter, and on standard error by its name", () => {
    using person = new Person();
    between.instead(tracking);
    const { status, stdout, stderr } = late(person, "alerts", "--filter", "disk");
    expect([status, stdout.split("\n")[0]]).toEqual([
      1,
      expect.stringMatching(/^Alerts {2}\/disk \d+ of \d+ {2}\d+ open .*! alerts not loaded/u),
    ]);
    expect(stderr).toBe("sextant show: Not loaded: Alerts: No answer in time. --timeout waits longer.\n");
  });

  test("names the project where all are shown, on standard error as in JSON", () => {
    using person = new Person();
    const other = projects(person).find(({ id }) => id !== between.env["SEXTANT_PROJECT_ID"]);
    between.instead(silent(`/groups/${other?.id}/alerts$`));
    const { status, stdout, stderr } = late(person, "alerts", "--all-projects", "--format", "json");
    const { notRead, rows }: { readonly notRead: readonly string[]; readonly rows: readonly unknown[] } =
      JSON.parse(stdout);
    const words = `Not loaded: Alerts in ${other?.name}: No answer in time. --timeout waits longer.`;
    expect([status, notRead, stderr]).toEqual([1, [words], `sextant show: ${words}\n`]);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe("a refused list of projects, where none is named,", () => {
  test.each([
    [403, "IP_ADDRESS_NOT_ON_ACCESS_LIST", "access list"],
    [401, "USER_UNAUTHORIZED", "role"],
    [404, "RESOURCE_NOT_FOUND", "RESOURCE_NOT_FOUND"],
  ])("%i %s is said with its reason, at once", (status, code, reason) => {
    using person = new Person();
    between.instead({ path: "/groups$", ...refusal(status, code) });
    const { SEXTANT_PROJECT_ID: _project, ...env } = between.env;
    for (const args of [
      ["check", "alerts", "-t", "60"],
      ["show", "alerts", "--timeout", "60"],
      ["watch", "alerts"],
    ]) {
      const end = person.command(args, "", env);
      const said = `${end.stdout}${end.stderr}`;
      expect([args, said]).toEqual([args, expect.stringContaining(reason)]);
      expect([args, end.status]).toEqual([args, args[0] === "check" ? 3 : 1]);
      expect(said).not.toContain("No answer");
    }
  });
});

describe("show does not say none of what it could not read", () => {
  test.each([
    ["snapshots", "/backup/snapshots"],
    ["restore-jobs", "/restoreJobs$"],
    ["export-jobs", "/backup/exports$"],
    ["search-indexes", "/search/indexes$"],
    ["backup-schedules", "/backup/schedule$"],
    ["metrics-targets", "/discovery$"],
  ])("%s", (area, path) => {
    using person = new Person();
    between.instead({ path, ...refusal(403, "UNSUPPORTED_FOR_CURRENT_PLAN") });
    const { status, stdout, stderr } = ran(person, "show", area);
    expect([status, stdout]).toEqual([1, expect.not.stringMatching(/\bNo\b/u)]);
    expect(stderr).not.toBe("");
  });
});

test("a metrics address where nobody answers is one that cannot be reached", () => {
  using person = new Person();
  const login = { SEXTANT_SCRAPE_USERNAME: "scraper", SEXTANT_SCRAPE_PASSWORD: "secret" };
  const env = { ...between.env, ...login, SEXTANT_METRICS_URL: "http://127.0.0.1:1/prometheus/v1.0" };
  const { status, stdout, stderr } = person.command(["show", "metrics-targets"], "", env);
  expect([status, stdout, stderr]).toEqual([3, "", expect.stringContaining("not reached")]);
});

describe("a passing fault", () => {
  test.each([
    ["check", ["check", "alerts", "-t", "30"], 2],
    ["show", ["show", "alerts"], 0],
  ] as const)("is asked again by %s while there is time", (_name, args, exit) => {
    using person = new Person();
    const fault = refusal(503, "SERVICE_UNAVAILABLE", { "retry-after": "1" });
    between.instead({ path: "/alerts$", times: 1, ...fault }, { path: "/alertConfigs$", times: 1, ...fault });
    const { status, stdout } = ran(person, ...args);
    expect([status, stdout]).toEqual([exit, expect.not.stringContaining("SERVICE_UNAVAILABLE")]);
  });

  test("that lasts longer than there is time for is said at once", () => {
    using person = new Person();
    between.instead({ path: "/alerts$", ...refusal(503, "SERVICE_UNAVAILABLE", { "retry-after": "600" }) });
    const { status, stdout } = ran(person, "check", "alerts", "-t", "60");
    expect([status, stdout]).toEqual([3, expect.stringContaining("Because of SERVICE_UNAVAILABLE.")]);
  });
});

describe("the names that settings refer to", () => {
  const BROKEN = { path: "/cloudProviderAccess$", ...refusal(500, "UNEXPECTED_ERROR") };

  test("are not replaced by ids because of a fault", () => {
    using person = new Person();
    const whole = ran(person, "export", "export-bucket");
    const file = person.write("buckets.yaml", whole.stdout);
    between.instead(BROKEN);
    const { status, stdout, stderr } = ran(person, "export", "export-bucket");
    expect([whole.status, status, stdout]).toEqual([0, 1, ""]);
    expect(stderr).toContain("export buckets could not be read");
    expect(ran(person, "diff", file)).toMatchObject({ status: 3, stdout: "" });
  });

  test("are left to the service for who may not read them", () => {
    using person = new Person();
    between.instead({ path: "/cloudProviderAccess$", ...refusal(403, "ACCESS_FORBIDDEN") });
    const { status, stdout } = ran(person, "export", "export-bucket");
    expect([status, stdout]).toEqual([0, expect.stringMatching(/iamRoleId: "?[0-9a-f]{24}/u)]);
  });
});

test("a document that is none is told in sentences that end once", () => {
  using person = new Person();
  between.instead({ path: "/auditLog$", status: 200, body: "[]" });
  const { status, stderr } = ran(person, "show", "auditing");
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^sextant show: Not loaded: Auditing configuration: the response is not readable\. .*[^.]\.\n$/u,
  );
});
