import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { csvLine } from "../../src/commands/show/marked-up.ts";
import { SHOW } from "../../src/commands/table/commands.ts";
import { markdownLine } from "../../src/text/markdown.ts";
import { Terminal } from "../journeys/terminal.ts";
import { Person } from "./person.ts";
import { type Env, served as serve, servedToAll } from "./served.ts";

/** `sextant show`: what the console shows at a place, once, for pipes, programs and messages. */

const service = servedToAll();

/** The variables that name the service of all tests, or one of its own where flags are given. */
const served = async (...flags: readonly string[]): Promise<Env> =>
  (flags.length === 0 ? service() : await serve(["--quiet", ...flags])).env;

const ESCAPE = "\u001b";

type Shown = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly lines: readonly string[];
};

function shown(person: Person, env: Env, ...args: readonly string[]): Shown {
  const { status, stdout, stderr } = person.command(["show", ...args], "", env);
  return { status, stdout, stderr, lines: stdout.trimEnd().split("\n") };
}

type ListDocument = {
  readonly place: string;
  readonly complete: boolean;
  readonly asOf: string;
  readonly summary: readonly string[];
  readonly counts: Readonly<Record<string, unknown>>;
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  readonly rows: readonly {
    readonly id: string;
    readonly section: string | null;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly cells: Record<string, string>;
  }[];
};

const documentIn = ({ stdout }: Shown): ListDocument => JSON.parse(stdout);

describe("a list", () => {
  test("is a table with its title and its age, without control characters and without cuts in a pipe", async () => {
    const env = await served();
    using person = new Person();
    const { status, stderr, stdout, lines } = shown(person, env, "alerts");
    expect([status, stderr]).toEqual([0, ""]);
    expect(lines[0]).toMatch(/^Alerts {2}\d+ open .*· as of \d\d:\d\d:\d\d UTC$/u);
    expect(lines[1]).toMatch(/^SEV +AGE +WHAT +WHERE/u);
    expect(stdout).not.toContain(ESCAPE);
    expect(stdout).not.toContain("…");
    expect(existsSync(join(person.directory, "state"))).toBe(false);
  });

  test("has the same things in json, ndjson and csv, those of groups one by one, and as many as the service", async () => {
    const env = await served();
    using person = new Person();
    const document = documentIn(shown(person, env, "alerts", "--format", "json"));
    const ids = document.rows.map(({ id }) => id);
    const lines = shown(person, env, "alerts", "--format", "ndjson").lines.map((line): unknown => JSON.parse(line).id);
    const csv = shown(person, env, "alerts", "--format", "csv").lines;
    const { results }: { results: readonly { readonly id: string }[] } = JSON.parse(
      person.command(["run", "listAlerts", "status=OPEN", "--query", "itemsPerPage=500"], "", env).stdout,
    );
    expect(results.length).toBeGreaterThan(4);
    expect(ids).toEqual(expect.arrayContaining(results.map(({ id }) => id)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(lines).toEqual(ids);
    expect(csv.slice(1).map((line) => line.split(",")[0])).toEqual(ids);
    expect(csv[0]).toBe(["id", "section", ...document.columns.map(({ id }) => id)].join(","));
    expect(document).toMatchObject({ place: "alerts", complete: true, notRead: [], title: "Alerts" });
    expect(Date.parse(document.asOf)).not.toBeNaN();
  });

  test("tells programs values by their names, and counts what the title counts", async () => {
    const env = await served();
    using person = new Person();
    const { counts, rows, summary } = documentIn(shown(person, env, "alerts", "--format", "json"));
    const open = rows.filter(({ fields }) => fields["status"] === "open");
    expect(open.length).toBeGreaterThan(0);
    expect(counts["open"]).toBe(open.length);
    expect(summary).toContain(`${open.length} open`);
    const bySeverity = ["critical", "error", "warning", "info"].map((severity) => Number(counts[severity]));
    expect(bySeverity.reduce((sum, count) => sum + count, 0)).toBe(open.length);
    expect(Math.max(...open.map(({ fields }) => Number(fields["age"])))).toBe(counts["oldest"]);
    for (const { fields } of open) {
      expect(new Date(String(fields["opened"])).toISOString()).toBe(fields["opened"]);
    }
    const snapshots = documentIn(shown(person, env, "snapshots", "--format", "json"));
    const done = snapshots.rows.filter(({ fields }) => fields["done"] === true);
    expect(done.length).toBe(snapshots.counts["completed"]);
    expect(done.every(({ fields }) => Number.isInteger(fields["size"]) && fields["ended"] === true)).toBe(true);
  });

  test("is filtered, sorted and narrowed by the names of its columns", async () => {
    const env = await served();
    using person = new Person();
    const all = documentIn(shown(person, env, "snapshots", "--format", "json"));
    const args = ["snapshots", "--format", "json", "--filter", "type:daily", "--sort", "Size:desc"];
    const some = documentIn(shown(person, env, ...args, "--columns", "size,TYPE"));
    expect(some.columns.map(({ id }) => id)).toEqual(["size", "type"]);
    expect(shown(person, env, ...args, "--columns", "size,SIZE")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--columns: size is given twice."),
    });
    expect(some.rows.map(({ cells }) => Object.keys(cells))).toEqual(some.rows.map(() => ["size", "type"]));
    const daily = all.rows.filter(({ cells }) => cells["type"] === "daily").map(({ id }) => id);
    expect(some.rows.map(({ id }) => id).toSorted()).toEqual(daily.toSorted());
    expect(daily.length).toBeGreaterThan(2);
    expect(daily.length).toBeLessThan(all.rows.length);
    const { lines } = shown(person, env, "snapshots", "--filter", "type:daily");
    expect(lines[0]).toContain(`/type:daily ${daily.length} of ${all.rows.length}`);
  });

  test("has the columns of the preferences for people, and all of them for programs", async () => {
    const env = await served();
    using person = new Person();
    person.write(
      "config/sextant/preferences.json",
      JSON.stringify({ version: 1, columns: { alerts: [{ id: "what" }, { id: "severity" }] } }),
    );
    expect(shown(person, env, "alerts").lines[1]).toMatch(/^WHAT +SEV$/u);
    expect(shown(person, env, "alerts", "--columns", "where").lines[1]).toBe("WHERE");
    expect(documentIn(shown(person, env, "alerts", "--format", "json")).columns.length).toBeGreaterThan(3);
  });

  test("names the keys that a person chose for the console", async () => {
    const env = await served();
    using person = new Person();
    expect(shown(person, env, "live-migration").lines.join(" ")).toContain("n starts one");
    person.write("config/sextant/preferences.json", '{"version":1,"keys":{"action.new":["I"]}}');
    expect(shown(person, env, "live-migration").lines.join(" ")).toContain("I starts one");
  });

  test("is as wide as the terminal, and coloured there alone", async () => {
    const env = await served();
    using person = new Person();
    await using terminal = new Terminal({
      args: [programOf(), "show", "alerts"],
      cols: 60,
      rows: 40,
      env: { ...person.env, ...env },
      keys: {},
    });
    expect((await terminal.exit()).code).toBe(0);
    expect(terminal.text()).toMatch(/as of \d\d:\d\d/u);
    const critical = terminal.row("CRIT");
    expect(terminal.cell(0, critical?.y ?? 0)).toMatchObject({ text: "C", bold: true });
    const narrow = shown(person, env, "alerts", "--width", "60").lines;
    expect(narrow.slice(1).every((line) => line.length <= 60)).toBe(true);
  });

  test("says that the filter hides its rows, and not that there are none", async () => {
    const env = await served();
    using person = new Person();
    expect(shown(person, env, "alerts", "--filter", "zzzz").lines[1]).toMatch(
      /^No row of \d+ matches the filter “zzzz”\.$/u,
    );
  });

  test("of all projects names the project of each row, in the overview too", async () => {
    const env = await served();
    using person = new Person();
    for (const place of ["overview", "alerts"]) {
      const { stdout } = shown(person, env, place, "--all-projects", "--format", "ndjson");
      const projects = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).projectId);
      expect(new Set(projects).size).toBeGreaterThan(1);
      expect(projects).not.toContain(null);
    }
  });

  test("counts late backups in the overview as the check does", async () => {
    const env = await served();
    using person = new Person();
    const figures = person.command(["check", "backups", "-t", "60"], "", env).stdout;
    const { counts } = documentIn(shown(person, env, "overview", "--format", "json"));
    for (const [figure, count] of [
      ["late", "lateBackups"],
      ["withoutBackup", "withoutBackup"],
    ] as const) {
      expect(figures).toMatch(new RegExp(`\\b${figure}=${counts[count]};`, "u"));
    }
  });

  test.each([
    ["has no size", "stty cols 0 rows 0", {}],
    ["only prints", ":", { TERM: "dumb" }],
  ] as const)(
    "is whole, and without attributes where it has none, on a terminal that %s",
    async (_what, first, own) => {
      const env = await served();
      using person = new Person();
      await using terminal = new Terminal({
        file: "/bin/sh",
        args: ["-c", `${first}; exec "$0" "$@"`, process.execPath, programOf(), "show", "alerts", "--columns", "where"],
        env: { ...person.env, ...env, ...own },
        keys: {},
      });
      expect((await terminal.exit()).code).toBe(0);
      const cell = terminal.cell(0, terminal.row("WHERE")?.y ?? 0);
      expect(cell).toMatchObject({ text: "W", dim: !("TERM" in own) });
      expect(terminal.text()).toContain("prod-eu");
    },
  );

  test("ends without a word where its reader has gone", async () => {
    const env = await served();
    using person = new Person();
    const { stdout, stderr } = spawnSync(
      "bash",
      ["-c", `"$0" "$1" show access-history | head -n 1; echo \${PIPESTATUS[0]}`, process.execPath, programOf()],
      {
        encoding: "utf8",
        env: { PATH: process.env["PATH"], ...person.env, ...env },
      },
    );
    expect([stdout.trimEnd().split("\n").slice(1), stderr]).toEqual([["0"], ""]);
  });

  test("is the same in cron's environment: no HOME, no TERM, no terminal", async () => {
    const env = await served();
    const { status, stdout, stderr } = spawnSync(process.execPath, [programOf(), "show", "alerts"], {
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin", ...env },
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Alerts +\d+ open/u);
    expect(stdout).not.toContain(ESCAPE);
  });
});

describe("one thing", () => {
  test("is its detail, by the id that the list says", async () => {
    const env = await served();
    using person = new Person();
    const [first] = documentIn(shown(person, env, "alerts", "--format", "json")).rows;
    const detail = shown(person, env, `alerts/${first?.id}`, "--format", "json");
    expect([detail.status, detail.stderr]).toEqual([0, ""]);
    const document: {
      readonly fields: Readonly<Record<string, unknown>>;
      readonly lines: readonly { readonly label: string | null; readonly value: string }[];
    } = JSON.parse(detail.stdout);
    expect(document.lines.find(({ label }) => label === "Status")?.value).toBe("OPEN");
    expect(document.fields).toMatchObject({ open: true, ended: false, status: "open" });
    const table = shown(person, env, `alerts/${first?.id}`);
    expect(table.lines.some((line) => /^ Status {2,}OPEN/u.test(line))).toBe(true);
    expect(shown(person, env, `alerts/${first?.id}`, "--format", "csv").lines[0]).toBe("heading,label,value");
  });

  test("names the clusters that it is about also where it is asked for at once", async () => {
    const env = await served();
    using person = new Person();
    const { stdout, status } = shown(person, env, "auditing");
    expect(status).toBe(0);
    expect(stdout).not.toContain("none found");
  });

  test("that is not there is said, with exit 1", async () => {
    const env = await served();
    using person = new Person();
    expect(shown(person, env, "alerts/000000000000000000000000")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "sextant show: Not in this list: 000000000000000000000000.\n",
    });
    expect(shown(person, env, "schedules/prod-eo")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^sextant show: Not in this list: prod-eo; did you mean prod-eu/u),
    });
    // Another cluster begins like it, and is not meant.
    expect(shown(person, env, "schedules/prod-eu-s").status).toBe(1);
  });

  test("is found by the beginning of its id, by a name, or by several", async () => {
    const env = await served();
    using person = new Person();
    const found = documentIn(shown(person, env, "indexes", "--format", "json"));
    const { id = "" } =
      found.rows.find(
        ({ cells }: { cells: Readonly<Record<string, string>> }) => cells["name"] === "shop.products · default",
      ) ?? {};
    const id8 = id.slice(0, 8);
    for (const typed of [id, id8, `${id8}…`, `${id.slice(0, 4)}…${id.slice(-4)}`]) {
      expect([typed, shown(person, env, `indexes/${typed}`).stdout]).toEqual([
        typed,
        expect.stringMatching(/^default of shop\.products /u),
      ]);
    }
    for (const typed of ["index/shop.products/default", "Indexes/DEFAULT/prod-eu/shop.products"]) {
      const { place } = JSON.parse(shown(person, env, typed, "--format", "json").stdout);
      expect([typed, place]).toEqual([typed, `search-indexes/${id}`]);
    }
    expect(shown(person, env, "cloud-access/svc-export").status).toBe(0);
    expect(shown(person, env, "indexes/shop.prodcts").stderr).toContain("did you mean shop.products?");
  });

  test("and is one of several of its name is not guessed: they are listed, with exit 2", async () => {
    const env = await served();
    using person = new Person();
    const { status, stdout, stderr } = shown(person, env, "buckets/acme-db-exports");
    expect([status, stdout]).toEqual([2, ""]);
    const [first, ...others] = stderr.trimEnd().split("\n");
    expect(first).toMatch(/^sextant show: acme-db-exports fits 2 in this list: /u);
    expect(others).toEqual([
      expect.stringMatching(/^ {2}[\da-f]{24} {2}acme-db-exports .*svc-export/u),
      expect.stringMatching(/^ {2}[\da-f]{24} {2}acme-db-exports .*svc-keys/u),
    ]);
  });
});

test("JSON is what the help says that it is: of a list, of its rows and of an item", async () => {
  const env = await served();
  using person = new Person();
  const note = SHOW.notes.find((text) => text.startsWith("json: ")) ?? "";
  const named = (shape: string): readonly string[] => shape.replaceAll(/: \[\{[^}]*\}\]/gu, "").split(/, | and /u);
  const [, list = "", row = ""] = /^json: \{(.*rows: \[\{(.*?)\}\])\}; an item/u.exec(note) ?? [];
  const [, added = "", line = "", left = ""] =
    /an item has (.* and lines: \[\{(.*?)\}\]) in place of (.*? and \w+)\./u.exec(note) ?? [];
  const found = documentIn(shown(person, env, "alerts", "--format", "json"));
  expect(Object.keys(found)).toEqual(named(list));
  expect(Object.keys(found.rows[0] ?? {})).toEqual(named(row));
  const item = JSON.parse(shown(person, env, `alerts/${found.rows[0]?.id}`, "--format", "json").stdout);
  expect(Object.keys(item)).toEqual([...named(list).filter((name) => !named(left).includes(name)), ...named(added)]);
  expect(Object.keys(item.lines[0])).toEqual(named(line));
  expect(Array.isArray(item.fields)).toBe(false);
});

describe("what cannot be shown", () => {
  test.each([
    [[], "What to show is missing"],
    [["alrts"], 'Unknown place or command "alrts". Did you mean alerts?'],
    [["alerts", "--format", "yaml"], "--format does not take"],
    [["alerts", "--width", "3"], "--width requires a whole number from 20"],
    [["alerts", "--timeout", "0"], "--timeout requires a whole number from 1"],
    [["alerts", "restores"], "Unexpected argument"],
  ])("%s is wrong use: one sentence, exit 2", (args, words) => {
    using person = new Person();
    const { status, stdout, stderr } = shown(person, {}, ...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(words);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a column that the list does not have: the nearest one, exit 2", async () => {
    const env = await served();
    using person = new Person();
    expect(shown(person, env, "alerts", "--columns", "what,severty")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: 'sextant show: There is no column "severty". Did you mean severity?\n',
    });
    expect(shown(person, env, "alerts", "--sort", "colour:desc").stderr).toContain("Columns: severity, age,");
  });

  test("a service that is not there: why, exit 3", () => {
    using person = new Person();
    const env = {
      SEXTANT_BASE_URL: "http://127.0.0.1:9",
      SEXTANT_PUBLIC_KEY: "public",
      SEXTANT_PRIVATE_KEY: "canary-9471",
      SEXTANT_PROJECT_ID: "32b6e34b3d91647abb20e7b8",
    };
    const { status, stdout, stderr } = shown(person, env, "alerts");
    expect([status, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/^sextant show: .*Cannot connect to 127\.0\.0\.1:9/u);
    expect(stderr).not.toContain("canary");
  });

  test("a service that does not answer in time: exit 3", async () => {
    const env = await served("--faults", "slow(seconds=20) on GET **/alerts");
    using person = new Person();
    const { status, stdout, stderr } = shown(person, env, "alerts", "--timeout", "2");
    expect([status, stdout]).toEqual([3, ""]);
    expect(stderr).toBe("sextant show: No answer in time. --timeout waits longer.\n");
  });

  test("what came in time is printed where some of it did not: exit 1", async () => {
    const env = await served("--faults", "slow(seconds=20) on GET **/backup/restoreJobs");
    using person = new Person();
    const { status, stdout, stderr } = shown(person, env, "overview", "--format", "json", "--timeout", "5");
    const lacking = / lists of (?:up to )?\d+ clusters: No answer in time\. --timeout waits longer\.\n$/u;
    expect([status, stderr]).toEqual([1, expect.stringMatching(lacking)]);
    const document = documentIn({ status, stdout, stderr, lines: [] });
    expect([document.complete, document.rows.length > 0]).toEqual([false, true]);
  });

  test("what was asked for one thing alone and failed is named: exit 1", async () => {
    const env = await served("--faults", "server-error on GET **/alerts/* times 1000");
    using person = new Person();
    const [first] = documentIn(shown(person, env, "alerts", "--format", "json")).rows;
    const { status, stdout, stderr } = shown(person, env, `alerts/${first?.id}`, "--format", "json");
    expect([status, JSON.parse(stdout).complete]).toEqual([1, false]);
    expect(stderr).toContain("sextant show: Not loaded: ");
  });

  test("keys that the service does not know: nothing but the reason, exit 1", async () => {
    const env = await served();
    using person = new Person();
    const { status, stderr } = shown(person, { ...env, SEXTANT_PRIVATE_KEY: "canary-9471" }, "alerts");
    expect(status).toBe(1);
    expect(stderr).toContain("sextant show: ");
    expect(stderr).not.toContain("canary");
  });

  test("a service that is busy or fails without end: nothing but the reason, exit 1", async () => {
    for (const fault of ["refused(status=429,code=RATE_LIMITED_TOKEN_BUCKET)", "server-error times 1000"]) {
      const env = await served("--faults", fault);
      using person = new Person();
      const { status, stdout, stderr } = shown(person, env, "alerts");
      expect([fault, status, stdout]).toEqual([fault, 1, expect.stringMatching(/^Alerts +! .*not loaded\n$/u)]);
      expect(stderr).toMatch(/^sextant show: /u);
    }
  });

  test("what could not be read is named beside what could, exit 1", async () => {
    const env = await served("--faults", "server-error on GET **/backup/restoreJobs times 1000");
    using person = new Person();
    const { status, stdout, stderr } = shown(person, env, "overview", "--format", "json");
    expect(status).toBe(1);
    expect(stderr).toContain("sextant show: ");
    const document = JSON.parse(stdout);
    expect([document.complete, document.notRead.length > 0, document.rows.length > 0]).toEqual([false, true, true]);
  });
});

/** The cells of one line of CSV, as RFC 4180 reads it. */
function cellsOfCsv(line: string): readonly string[] {
  const cells: string[] = [];
  for (const [, cell = "", end] of line.matchAll(/("(?:[^"]|"")*"|[^",]*)(,|$)/gsu)) {
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "") break;
  }
  return cells;
}

test("CSV gives back what was put in", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 2, maxLength: 6 }), (cells) => {
      expect(cellsOfCsv(csvLine(cells))).toEqual(cells);
    }),
  );
});

test("a Markdown cell holds no markup of its own and no end of the cell", () => {
  expect(markdownLine(["a|b", "**x** <img>", "[l](u)\nnext", "`c` & d"])).toBe(
    "| a\\|b | \\*\\*x\\*\\* &lt;img> | \\[l\\](u) next | \\`c\\` &amp; d |",
  );
});
