import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AREAS } from "../../src/areas/areas.ts";
import { isObject, textIn } from "../../src/contract/json/json.ts";
import { type EditedAnswers, editedAnswers, type Instead } from "./edited-answers.ts";
import { Person } from "./person.ts";
import { servedToAll } from "./served.ts";

/** A refusal that does not say that there is none is not "none": nothing is said to be fine, empty, done or gone by it. */

const service = servedToAll();
let between: EditedAnswers;
beforeAll(async () => {
  between = await editedAnswers(service().env);
});
afterAll(() => between.stop());
beforeEach(() => between.instead());

const document = (status: number, errorCode: string): Pick<Instead, "status" | "body"> => ({
  status,
  body: JSON.stringify({ error: status, errorCode, detail: "Not so.", reason: "…", parameters: [] }),
});

const PAGE: Pick<Instead, "status" | "body" | "headers"> = {
  status: 404,
  body: "<html><body><h1>404 Not Found</h1></body></html>",
  headers: { "content-type": "text/html" },
};

const FORBIDDEN = document(403, "USER_UNAUTHORIZED");

const REFUSALS = {
  "a web server's page": PAGE,
  "a version that is not served": document(400, "INVALID_VERSION_DATE"),
  "a wrong request": document(400, "VALIDATION_ERROR"),
  "a 404 of tomorrow": document(404, "SOMETHING_NEW"),
} as const;

const ran = (person: Person, ...args: readonly string[]) => person.command(args, "", between.env);

describe.each(Object.entries(REFUSALS))("%s", (_name, refusal) => {
  test.each([
    ["alerts", "/alertConfigs$|/alerts$"],
    ["backups", "/backup/snapshots"],
    ["backups", "/(?:flexClusters|clusters)$"],
    ["restores", "/restoreJobs$"],
    ["exports", "/backup/exports$"],
    ["indexes", "/search/indexes$"],
  ])("in place of the lists of %s (%s) is UNKNOWN to a monitoring system", (name, path) => {
    using person = new Person();
    between.instead({ path, ...refusal });
    const { status, stdout } = ran(person, "check", name, "-t", "60");
    expect([status, stdout]).toEqual([3, expect.stringMatching(/ UNKNOWN - .*Not loaded: /u)]);
  });

  test("in place of the configurations leaves open alerts without their severity, which is not OK", () => {
    using person = new Person();
    between.instead({ path: "/alertConfigs$", ...refusal });
    const { status, stdout } = ran(person, "check", "alerts", "-t", "60");
    expect([status, stdout]).toEqual([3, expect.stringContaining("UNKNOWN")]);
  });

  test("does not let a condition hold", () => {
    using person = new Person();
    between.instead({ path: "/restoreJobs$", ...refusal });
    const all = ran(person, "watch", "restores", "--until", "running=0", "--timeout", "5s");
    expect([all.status, all.stdout]).not.toEqual([0, expect.anything()]);
    expect(all.stdout).not.toContain("Holds");
    between.instead({ path: "/prod-eu/backup/restoreJobs$", ...refusal });
    for (const condition of ["running=0", "done"]) {
      const one = ran(person, "watch", "restores", "--until", condition);
      const words = `Cannot be known: ${condition}. Not loaded: Restore jobs of prod-eu: `;
      expect([one.status, one.stdout]).toEqual([1, expect.stringContaining(words)]);
    }
  });
});

describe("a service without a list of clusters", () => {
  const NOT_HERE = { path: "/(?:flexClusters|clusters)$", ...document(404, "RESOURCE_NOT_FOUND") };

  test.each(["backups", "restores", "exports", "indexes"])("has not said that there are no %s", (name) => {
    using person = new Person();
    between.instead(NOT_HERE);
    const { status, stdout } = ran(person, "check", name, "-t", "60");
    expect([status, stdout]).toEqual([3, expect.stringMatching(/ UNKNOWN - .*Not loaded: Clusters/u)]);
  });

  test("has no settings of clusters to export by it", () => {
    using person = new Person();
    between.instead(NOT_HERE);
    const { status, stdout, stderr } = ran(person, "export", "backup-schedule");
    expect([status === 0, stdout, stderr]).toEqual([false, "", expect.stringContaining("Name them in the profile.")]);
  });

  test("is asked by the names of the profile", () => {
    using person = new Person();
    between.instead(NOT_HERE);
    expect(ran(person, "check", "alerts", "-t", "60").status).toBe(2);
  });
});

/** What is kept by the console itself: the service is not asked for it. */
const OWN: readonly string[] = ["runbooks", "live-migration"];

test.each(AREAS.map(({ id }) => id).filter((id) => !OWN.includes(id)))(
  "show %s says nothing to be fine when a web server answers",
  (area) => {
    using person = new Person();
    between.instead({ path: "", ...PAGE });
    const { status, stdout, stderr } = ran(person, "show", area);
    expect([area, status === 0, stdout]).toEqual([area, false, expect.not.stringMatching(/\b(?:No|none|nothing)\b/u)]);
    expect(stderr).not.toBe("");
  },
);

describe("settings", () => {
  test.each([
    ["backup-schedule", "/backup/schedule$"],
    ["search-nodes", "/search/deployment$"],
    ["compliance-policy", "/backupCompliancePolicy$"],
    ["backup-schedule", "/clusters$"],
  ])("%s are not left out of an export", (kind, path) => {
    using person = new Person();
    between.instead({ path, ...PAGE });
    const { status, stdout } = ran(person, "export", kind);
    expect([status === 0, stdout]).toEqual([false, ""]);
  });

  test("nothing is planned to be created that could not be read", () => {
    using person = new Person();
    const file = person.write("nodes.yaml", ran(person, "export", "search-nodes").stdout);
    between.instead({ path: "/search/deployment$", ...PAGE });
    const { status, stdout } = ran(person, "apply", file, "--dry-run");
    expect([status, stdout]).toEqual([3, ""]);
  });
});

test("one thing is gone by the service's own word alone", () => {
  using person = new Person();
  const shown: unknown = JSON.parse(ran(person, "show", "alerts", "--format", "json").stdout);
  const rows: readonly unknown[] = isObject(shown) && Array.isArray(shown["rows"]) ? shown["rows"] : [];
  const id = textIn(rows[0], "id") ?? "";
  const watched = () => ran(person, "watch", `alerts/${id}`, "--timeout", "3s");
  between.instead({ path: `/alerts/${id}$`, ...document(404, "ALERT_NOT_FOUND") });
  expect(watched()).toMatchObject({ status: 1, stdout: expect.stringContaining("Not found") });
  between.instead({ path: `/alerts/${id}$`, ...PAGE });
  expect(watched().stdout).not.toMatch(/Not found|is gone/u);
});

describe("a list of one cluster that may not be read", () => {
  test.each(["running=0", "done", "not running>0"])("ends the wait for %s, and names the cluster", (condition) => {
    using person = new Person();
    between.instead({ path: "/prod-eu/backup/restoreJobs$", ...FORBIDDEN });
    const { status, stdout } = ran(person, "watch", "restores", "--until", condition);
    const words = `Cannot be known: ${condition}. Not allowed: Restore jobs of prod-eu: `;
    expect([status, stdout]).toEqual([1, expect.stringContaining(words)]);
  });

  test.each([FORBIDDEN, document(400, "SOMETHING_NEW"), document(404, "SOMETHING_NEW")])(
    "does not end the wait for what lies in another, and is said once (%j)",
    (refusal) => {
      using person = new Person();
      between.instead({ path: "/wallet-eu/backup/restoreJobs$", ...refusal });
      const { rows }: { rows: readonly { id: string; fields: { status: string } }[] } = JSON.parse(
        ran(person, "show", "restores", "--format", "json").stdout,
      );
      const { id = "" } = rows.find(({ fields }) => fields.status === "running") ?? {};
      for (const watched of [[`restores/${id}`], ["restores", "--filter", id]]) {
        const { status, stdout, stderr } = ran(person, "watch", ...watched, "--until", "done", "--timeout", "3s");
        expect([watched, status, stdout]).toEqual([watched, 124, expect.stringContaining("done does not hold.")]);
        expect(stderr).toMatch(
          /^sextant watch: Not all of it could be read\. Not (?:allowed|loaded): Restore jobs of wallet-eu: .+\n$/u,
        );
      }
      const none = ran(person, "watch", "restores", "--filter", "no-such-row", "--until", "done");
      expect([none.status, none.stdout]).toEqual([1, expect.stringContaining("Cannot be known: done.")]);
    },
  );

  test("may have another thing of the name that is watched, which is said", () => {
    using person = new Person();
    between.instead({ path: "/analytics/search/indexes$", ...FORBIDDEN });
    const watched = (name: string) => ran(person, "watch", `indexes/${name}`, "--timeout", "1s").stderr;
    const words = /^sextant watch: facets is taken for [\da-f]{24}: what could not be read may have another/mu;
    expect(watched("facets")).toMatch(words);
    expect(ran(person, "show", "indexes/facets").stderr).toContain("may have another of that name.");
    // A name that says its cluster is that of no other, and an id is the only one.
    expect(watched("facets/prod-eu")).not.toContain("may have another");
    const id = words.exec(watched("facets"))?.[0].match(/[\da-f]{24}/u)?.[0] ?? "";
    expect(watched(id)).not.toContain("may have another");
  });

  test("is said of a list that is only watched, and of a job that may be among it", () => {
    using person = new Person();
    between.instead({ path: "/prod-eu/backup/restoreJobs$", ...FORBIDDEN });
    const list = ran(person, "watch", "restores", "--timeout", "3s");
    const words = "Not allowed: Restore jobs of prod-eu: ";
    expect([list.status, list.stderr]).toEqual([124, expect.stringContaining(`Not all of it could be read. ${words}`)]);
    const one = ran(person, "watch", "restores/65f000000000000000000000");
    expect([one.status, one.stdout]).toEqual([1, expect.stringContaining(words)]);
  });
});

describe("a service that fails", () => {
  const FAILS = { status: 500, body: "no" } as const;

  test.each([[[]], [["--until", "open>=0"]]])(
    "until the time is up (%j) was not read, which is said with the reason",
    (until) => {
      using person = new Person();
      between.instead({ path: "/alerts$", ...FAILS });
      const { status, stdout } = ran(person, "watch", "alerts", ...until, "--timeout", "2s");
      expect([status, stdout]).toEqual([3, expect.stringMatching(/Alerts: |List alerts: /iu)]);
      expect(stdout).not.toMatch(/Holds|does not hold/u);
    },
  );

  test("at one cluster leaves a condition unknown, and not false", () => {
    using person = new Person();
    between.instead({ path: "/prod-eu/backup/restoreJobs$", ...FAILS });
    const { status, stdout } = ran(person, "watch", "restores", "--until", "running=0", "--timeout", "6s");
    expect([status, stdout]).toEqual([
      124,
      expect.stringContaining("whether running=0 is not known. Not loaded: Restore"),
    ]);
  });

  test("is named by what is not there at all", () => {
    using person = new Person();
    const env = { ...between.env, SEXTANT_BASE_URL: "http://127.0.0.1:9" };
    const { status, stdout } = person.command(["watch", "alerts", "--timeout", "1s"], "", env);
    expect([status, stdout]).toEqual([3, expect.stringContaining("127.0.0.1:9")]);
  });
});

describe("where no project is named", () => {
  /** Runs a command without the variable that names a project. */
  const unnamed = (person: Person, ...args: readonly string[]) => {
    const { SEXTANT_PROJECT_ID: _project, ...env } = between.env;
    return person.command(args, "", env);
  };
  const NONE = { path: "/groups$", status: 200, body: JSON.stringify({ results: [], links: [], totalCount: 0 }) };
  const FILE = "kind: custom-dns\nversion: 1\nsettings:\n  enabled: true\n";

  test.each([
    ["none to be seen", NONE, "No project: these credentials have access to none."],
    ["no list of them", { path: "/groups$", ...document(404, "RESOURCE_NOT_FOUND") }, "List projects: "],
  ])("and the service has %s, commands say so, and how one is named", (_name, answer, why) => {
    using person = new Person();
    between.instead(answer);
    const file = person.write("dns.yaml", FILE);
    const calls = [
      ["export", "all"],
      ["diff", file],
      ["diff", "--with", "Staging"],
      ["apply", file, "--dry-run"],
    ];
    for (const args of calls) {
      const { status, stdout, stderr } = unnamed(person, ...args);
      expect([args, status, stdout]).toEqual([args, 3, ""]);
      expect(stderr).toContain(why);
      expect(stderr).toContain(
        "Name a project by its id: SEXTANT_PROJECT_ID, or sextant profile edit NAME --project ID.",
      );
    }
  });

  test("sextant run says how it is given, and the doctor that the login has none", () => {
    using person = new Person();
    expect(unnamed(person, "run", "listAlerts")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/listAlerts needs groupId: add groupId=…\. Name a project by its id/u),
    });
    between.instead(NONE);
    const { status, stdout } = unnamed(person, "doctor");
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^warning {2}Login +accepted; no project\n/mu)]);
  });
});
