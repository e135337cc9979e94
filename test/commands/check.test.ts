import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { programOf } from "../../build.ts";
import { AREAS } from "../../src/areas/areas.ts";
import { raisesAlert, readRange } from "../../src/commands/check/range.ts";
import { checks } from "../../src/commands/check.ts";
import { CHECK } from "../../src/commands/table/check-command.ts";
import { fileName } from "../../src/state/files/file-names.ts";
import { findProgram } from "../programs/found.ts";
import { Person } from "./person.ts";
import { type Env, served as serve, servedToAll } from "./served.ts";

/** `sextant check`: what a monitoring system is told, in each way that things can go. */

const service = servedToAll();

/** The variables that name the service of all tests, or one of its own where flags are given. */
const served = async (...flags: readonly string[]): Promise<Env> =>
  (flags.length === 0 ? service() : await serve(["--quiet", ...flags])).env;

/** What a check said: its exit code, its line, and what else it wrote. */
function checked(person: Person, env: Env, ...args: readonly string[]) {
  const { status, stdout, stderr } = person.command(["check", ...args, "-t", "60"], "", env);
  const [line = "", ...more] = stdout.trimEnd().split("\n");
  return { status, line, more, stderr };
}

/** The performance data of a line, by label. */
function performanceIn(line: string): ReadonlyMap<string, string> {
  const [, data = ""] = line.split(" | ");
  return new Map(
    data.split(" ").map((part) => {
      const [label = "", rest = ""] = part.split("=");
      return [label, rest];
    }),
  );
}

/** `'label'=value[unit];[warning];[critical];[least];[most]` of the guidelines. */
const PERFORMANCE = /^[^'= ]+=(?:-?[\d.]+(?:s|us|ms|%|B|KB|MB|GB|TB|c)?|U)(?:;[\d.:~@-]*){0,2}(?:;[\d.-]*){0,2}$/u;

const LINE = /^([A-Z]+) (OK|WARNING|CRITICAL|UNKNOWN) - ([^|]*)(?: \| ([^|]+))?$/u;

test("every check of the command line is one of an area, and the other way round", () => {
  expect([...checks().keys()].toSorted()).toEqual([...CHECK.argument.choices].toSorted());
  for (const [name, { check, figures }] of checks()) {
    expect(new Set(figures.map(({ id }) => id.slice(0, 19))).size).toBe(figures.length);
    for (const { id } of check.figures) expect([name, id]).toEqual([name, expect.stringMatching(/^[a-zA-Z]+$/u)]);
  }
});

test("looks at what is open, whatever a console of the same person was left with", async () => {
  const env = await served();
  using person = new Person();
  const project = env["SEXTANT_PROJECT_ID"] ?? "";
  const view = { params: { status: "closed" } };
  const views = JSON.stringify({ version: 1, views: { [`${project}/alerts`]: view, alerts: view } });
  person.write(`state/sextant/views/${fileName("environment")}.json`, views);
  expect(checked(person, env, "alerts")).toMatchObject({ status: 2, line: expect.stringMatching(/\d critical/u) });
});

test("each check is one line with performance data, by the sample data", { timeout: 180_000 }, async () => {
  const env = await served();
  using person = new Person();
  const said: Record<string, readonly [number | null, string | undefined]> = {};
  for (const name of CHECK.argument.choices) {
    const { status, line, more, stderr } = checked(person, env, name);
    const [, upper, word, , data = ""] = LINE.exec(line) ?? [];
    expect([upper, stderr, more]).toEqual([name.toUpperCase(), "", []]);
    for (const part of data === "" ? [] : data.split(" ")) expect(part).toMatch(PERFORMANCE);
    said[name] = [status, word];
  }
  expect(said).toEqual({
    alerts: [2, "CRITICAL"],
    backups: [2, "CRITICAL"],
    // The service gives no list of them, and nobody has named one.
    migrations: [3, "UNKNOWN"],
    restores: [1, "WARNING"],
    exports: [2, "CRITICAL"],
    indexes: [2, "CRITICAL"],
  });
  // Nothing is left behind.
  expect([...person.files().keys()]).toEqual([]);
});

test("figures are those that show prints, and -v lists what is wrong, the worst first", async () => {
  const env = await served();
  using person = new Person();
  const { line, more } = checked(person, env, "alerts", "-v");
  const document: { readonly counts: Readonly<Record<string, number>> } = JSON.parse(
    person.command(["show", "alerts", "--format", "json"], "", env).stdout,
  );
  const data = performanceIn(line);
  for (const name of ["critical", "error", "warning", "info", "acknowledged"]) {
    expect(data.get(name)?.split(";")[0]).toBe(String(document.counts[name]));
  }
  expect(more).toHaveLength(document.counts["open"] ?? 0);
  expect(line).toContain(`. Worst: ${more[0]} | `);
});

test("ranges of the command line stand in place of the usual ones, by name", async () => {
  const env = await served();
  using person = new Person();
  const off = ["-c", "critical=~:", "-w", "error=~:", "-w", "warning=~:"];
  const fine = checked(person, env, "alerts", ...off);
  expect([fine.status, performanceIn(fine.line).get("critical")]).toEqual([0, expect.stringMatching(/^\d+;;~:;0$/u)]);
  const old = checked(person, env, "alerts", ...off, "--warning", "oldest=30m");
  expect([old.status, performanceIn(old.line).get("oldest")]).toEqual([1, expect.stringMatching(/^\d+s;1800;;0$/u)]);
  const first = checked(person, env, "alerts", "-c", "1000", "-w", "@0:1000");
  expect([first.status, performanceIn(first.line).get("critical")]).toEqual([
    1,
    expect.stringMatching(/^\d+;@1000;1000;0$/u),
  ]);
});

test("a migration is checked by its id", async () => {
  const { ready, env } = await serve();
  using person = new Person();
  const id = ready.migrations.find(({ groupId }) => groupId === ready.groupId)?.id ?? "";
  const { status, line } = checked(person, env, "migrations", id, "-c", "lag=1s");
  expect([status, line]).toEqual([
    2,
    expect.stringMatching(/^MIGRATIONS CRITICAL - Sample data: lag .*\| lag=\d+s;;1;0 /u),
  ]);
  const gone = checked(person, env, "migrations", "000000000000000000000000");
  expect([gone.status, gone.line]).toEqual([3, expect.stringContaining("MIGRATIONS UNKNOWN - ")]);
});

/** What cron and NRPE hand over. */
const CRON = { HOME: "", LOGNAME: "nagios", SHELL: "/bin/sh", PATH: "/usr/bin:/bin" };

test("cron's environment, a pipe that nobody reads on, and no standard input make no difference", async () => {
  const env = await served();
  using person = new Person();
  const run = (shell: string) =>
    spawnSync("/bin/sh", ["-c", shell, process.execPath, programOf()], {
      encoding: "utf8",
      env: { ...CRON, HOME: person.directory, ...env },
    });
  const closed = run('"$0" "$1" check alerts -t 60 <&-');
  expect([closed.status, closed.stderr]).toEqual([2, ""]);
  expect(closed.stdout.trimEnd()).toMatch(LINE);
  const endless = run('yes | "$0" "$1" check alerts -t 60 | head -c 6');
  expect([endless.stdout, endless.stderr]).toEqual(["ALERTS", ""]);
  const nobody = run('{ "$0" "$1" check alerts -t 60; echo "$?" >&2; } | true');
  expect(nobody.stderr).toBe("2\n");
});

test.each<readonly [what: string, flags: readonly string[], args: readonly string[], status: number, words: RegExp]>([
  [
    "every answer is slow",
    ["--faults", "slow(seconds=30) on GET **/alerts"],
    ["alerts", "-t", "8"],
    3,
    /^ALERTS UNKNOWN - No answer (?:in time|within)/u,
  ],
  [
    "429",
    ["--faults", 'refused(status=429,code=RATE_LIMITED,detail="Too many requests") on GET **/alerts'],
    ["alerts"],
    3,
    /^ALERTS UNKNOWN - .*rate limit/iu,
  ],
  ["500", ["--faults", "server-error times 500 on GET **/alerts"], ["alerts"], 3, /^ALERTS UNKNOWN - .*Not loaded/u],
  [
    "what says how severe they are is not read",
    ["--faults", "server-error times 500 on GET **/alertConfigs"],
    ["alerts"],
    3,
    /^ALERTS UNKNOWN - .*Not loaded: .*configurations/iu,
  ],
  [
    "half of it is not read and the other half is critical",
    ["--faults", "server-error times 500 on GET **/exportBuckets"],
    ["exports"],
    2,
    /^EXPORTS CRITICAL - .*Not loaded: .*1 failed/u,
  ],
])("%s: exit code and line", { timeout: 120_000 }, async (_what, flags, [name = "", ...args], status, words) => {
  const env = await served(...flags);
  using person = new Person();
  const began = Date.now();
  const found = person.command(["check", name, ...(args.length === 0 ? ["-t", "60"] : args)], "", env);
  expect([found.status, found.stderr]).toEqual([status, ""]);
  expect(found.stdout).toMatch(words);
  expect(found.stdout.trimEnd().split("\n")).toHaveLength(1);
  if (args.length > 0) expect(Date.now() - began).toBeLessThan(Number(args[1]) * 1000 + 5000);
});

test("401, a service that is not there and wrong use are UNKNOWN: one line on standard output", {
  timeout: 120_000,
}, async () => {
  const env = await served();
  using person = new Person();
  const wrongKey = checked(person, { ...env, SEXTANT_PRIVATE_KEY: "canary-9471" }, "alerts");
  expect([wrongKey.status, wrongKey.line]).toEqual([3, expect.stringMatching(/^ALERTS UNKNOWN - /u)]);
  expect(wrongKey.line).not.toContain("canary");
  const down = checked(person, { ...env, SEXTANT_BASE_URL: "http://127.0.0.1:9" }, "backups");
  expect([down.status, down.line]).toEqual([3, expect.stringMatching(/^BACKUPS UNKNOWN - .*127\.0\.0\.1:9/u)]);
  const wrong: readonly (readonly [args: readonly string[], words: string])[] = [
    [[], "CHECK UNKNOWN - What to check is missing"],
    [["alrts"], 'CHECK UNKNOWN - There is no check "alrts". Did you mean alerts?'],
    [["alerts", "-c", "20:10"], 'ALERTS UNKNOWN - --critical critical: "20:10" is no range.'],
    [["alerts", "-c", "5", "-c", "critical=6"], "ALERTS UNKNOWN - --critical critical is given twice."],
    [["alerts", "-w=x"], 'ALERTS UNKNOWN - --warning critical: "x" is no range.'],
    [["alerts", "-w", "/home/me:10"], "A shell replaces ~ by the home folder"],
    [["alerts", "-w", "critcal=1"], 'ALERTS UNKNOWN - There is no figure "critcal". Did you mean critical?'],
    [["alerts", "--colour"], "ALERTS UNKNOWN - Unknown option --colour."],
    [["alerts", "65f0"], "ALERTS UNKNOWN - Unexpected argument"],
    [["alerts", "-t", "0"], "ALERTS UNKNOWN - --timeout requires"],
    [["alerts", "--profile", "nobody"], "ALERTS UNKNOWN - "],
  ];
  for (const [args, words] of wrong) {
    const { status, stdout, stderr } = person.command(["check", ...args], "", env);
    expect([args, status, stderr]).toEqual([args, 3, ""]);
    expect(stdout).toContain(words);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  }
  expect(person.command(["check", "-V"], "", {})).toMatchObject({
    status: 3,
    stdout: expect.stringMatching(/^sextant check \d/u),
  });
  expect(person.command(["check", "-h"], "", {})).toMatchObject({
    status: 3,
    stdout: expect.stringContaining("-w, --warning"),
  });
});

/** Where Debian has the plugins, and where SEXTANT_NEGATE says. */
function pluginsOrSkip(context: TestContext): string {
  const usual = "/usr/lib/nagios/plugins/negate";
  const negate = findProgram("negate", "SEXTANT_NEGATE") ?? (existsSync(usual) ? usual : undefined);
  if (negate !== undefined) return dirname(negate);
  const word = "negate of monitoring-plugins is not installed: install it, or say in SEXTANT_NEGATE where it is";
  process.stdout.write(`skipped "${context.task.name}": ${word}\n`);
  return context.skip(word);
}

test("a real plugin runner reads the exit code and the line", async (context) => {
  const folder = pluginsOrSkip(context);
  const env = await served();
  using person = new Person();
  const negated = (...args: readonly string[]) => {
    const { status, stdout } = spawnSync(join(folder, "negate"), ["-t", "60", "-s", ...args], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], ...person.env, ...env },
    });
    return { status, stdout };
  };
  const check = [process.execPath, programOf(), "check", "alerts", "-t", "55"];
  expect(negated(...check)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^ALERTS OK - Sample data: \d+ critical/u),
  });
  expect(negated("-c", "WARNING", ...check)).toEqual({
    status: 1,
    stdout: expect.stringMatching(/^ALERTS WARNING - /u),
  });
  expect(negated("-u", "OK", ...check, "-c", "x:y").status).toBe(0);
});

test("ranges are read as the plugins of others read them", (context) => {
  const folder = pluginsOrSkip(context);
  const ranges = ["0", "2", "2:", "~:2", "1:2", "@1:2", "@0", "@2:", "@~:1", "~:", ":2", "@:2", "2:1", "-1"];
  for (const text of ranges) {
    for (const value of [0, 1, 2, 3]) {
      const services = [...Array.from({ length: value }, () => "2"), "0"].join(",");
      const { status } = spawnSync(join(folder, "check_cluster"), ["-s", "-d", services, "-c", text], {
        encoding: "utf8",
      });
      const range = readRange(text);
      const own = range === null ? 3 : raisesAlert(range, value) ? 2 : 0;
      expect([text, value, own]).toEqual([text, value, status]);
    }
  }
});

test("the page for scripts has every figure with its usual ranges", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/scripts.md"), "utf8");
  const areas = new Map(
    AREAS.flatMap(({ screen }) => (screen.check === undefined ? [] : [[screen.check.name, screen]])),
  );
  const rows = [...checks()].flatMap(([name, { check }]) =>
    check.figures.map(({ id, warning = "", critical = "" }) => {
      const about = areas.get(name)?.counts?.infos.find((info) => info.id === id)?.about ?? "";
      const code = (text: string): string => (text === "" ? "" : `\`${text}\``);
      return `| ${name} | \`${id}\` | ${about} | ${code(warning)} | ${code(critical)} |`;
    }),
  );
  expect(
    page
      .split("\n")
      .filter((line) => rows.includes(line))
      .toSorted(),
  ).toEqual(rows.toSorted());
});
