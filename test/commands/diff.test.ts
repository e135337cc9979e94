import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scriptedServer } from "../client/scripted-server.ts";
import { ended } from "./ended.ts";
import { Person } from "./person.ts";
import { alertsOn, commandOf, settingsService, writesIn } from "./settings-person.ts";

/** `sextant export` and `sextant diff` over HTTP: settings come out as they go in, and nothing is changed by looking. */

type PlanDocument = {
  readonly summary: Readonly<Record<string, number>>;
  readonly items: readonly { readonly action: string; readonly name: string; readonly changes: readonly unknown[] }[];
  readonly problems: readonly { readonly line: number; readonly column: number; readonly message: string }[];
};

const planIn = (stdout: string): PlanDocument => JSON.parse(stdout);

describe("a service that takes the call and never answers", () => {
  test.for<readonly string[]>([
    ["export", "all"],
    ["diff", "settings.yaml"],
    ["apply", "settings.yaml", "--dry-run"],
  ])("ends sextant %s when its time is up", { timeout: 20_000 }, async (words) => {
    await using silent = await scriptedServer(() => undefined);
    using person = new Person();
    const file = person.write("settings.yaml", alertsOn(["atlas-one"]));
    const args = words.map((word) => (word === "settings.yaml" ? file : word));
    const { code, stdout, stderr } = await ended([...args, "--timeout", "1"], {
      ...{ ...process.env, ...person.env },
      ...{ SEXTANT_BASE_URL: silent.url.origin, SEXTANT_PUBLIC_KEY: "public", SEXTANT_PRIVATE_KEY: "private" },
      SEXTANT_PROJECT_ID: "32b6e34b3d91647abb20e7b8",
    });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/in time|within 1 s/u);
  });

  test("is given up on where it stops in the middle", async () => {
    const service = await settingsService(["--faults", "slow(seconds=25) on GET **/alertConfigs"]);
    using person = new Person();
    const run = commandOf(person, service);
    const began = performance.now();
    const { status, stderr } = run("diff", person.write("settings.yaml", alertsOn(["atlas-one"])), "--timeout", "2");
    expect([status, stderr]).toEqual([3, expect.stringMatching(/within 2 s/u)]);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

test("says on stderr which project is meant where none is named and there are several", async () => {
  const { env } = await settingsService();
  const { SEXTANT_PROJECT_ID: _, ...without } = env;
  using person = new Person();
  const said = (...words: readonly string[]) => person.command(words, "", without).stderr;
  expect(said("export", "auditing")).toBe(
    "sextant export: Project Payments, the first of 3: --project names another.\n",
  );
  expect(said("export", "auditing", "--project", "Staging")).toBe("");
});

test("says on stderr which of a person's preferences cannot be used, as every command does", async () => {
  const service = await settingsService();
  using person = new Person();
  person.write("config/sextant/preferences.json", '{"version":1,"time":"yesterday"}');
  const run = commandOf(person, service);
  for (const words of [
    ["show", "alerts"],
    ["export", "custom-dns"],
  ]) {
    const { status, stderr } = run(...words);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/preferences\.json/u)]);
  }
});

describe("the sample world", () => {
  test("comes out as files that say the same, in YAML, in JSON and in a folder, twice alike", async () => {
    const service = await settingsService();
    using person = new Person();
    const run = commandOf(person, service);
    const yaml = run("export", "all");
    expect([yaml.status, yaml.stderr]).toEqual([0, ""]);
    expect(yaml.stdout).not.toMatch(/\b(?:created|updated|links|notifierId|indexID|nextSnapshot)\b/u);
    expect(yaml.stdout).toContain("iamRoleId: svc-export # ");
    expect(yaml.stdout).toContain("delayMin: 5 # min");
    expect(yaml.stdout).toMatch(/serviceKey: keep # stored secret, ends \w{4}/u);
    expect(run("export", "all").stdout).toBe(yaml.stdout);
    const all = person.write("all.yaml", yaml.stdout);
    const json = person.write("all.json", run("export", "all", "--format", "json").stdout);
    const folder = join(person.directory, "settings");
    expect(run("export", "all", "--output", folder).stdout).toContain("alert-configuration.yaml: ");
    const first = run("export", "search-index-first-generation");
    const indexes = person.write("first.yaml", first.stdout);
    await service.requests();
    for (const file of [all, json, folder, indexes]) {
      const same = run("diff", file, "--prune");
      expect([same.status, same.stderr, same.stdout]).toEqual([
        0,
        "",
        expect.stringMatching(/^No difference: \d+ settings the same\.\n$/u),
      ]);
    }
    expect(writesIn(await service.requests())).toEqual([]);
    expect(
      person
        .files()
        .keys()
        .filter((name) => name.startsWith("state"))
        .toArray(),
    ).toEqual([]);
  });

  test.each(["yaml", "json"])("a file of which nothing is left says so, and is read so (%s)", async (format) => {
    const service = await settingsService();
    using person = new Person();
    const run = commandOf(person, service);
    const folder = join(person.directory, "settings");
    const written = ["--output", folder, "--format", format];
    const file = join(folder, `search-nodes.${format}`);
    // Where no file stands, none is written of what there is none of.
    const staging = ["--project", "Staging"];
    expect(run("export", "all", ...staging, ...written).stdout).not.toContain("search-nodes");
    expect(run("export", "search-nodes", ...written).stdout).toBe(`${file}: 1 document\n`);
    expect(run("diff", folder, ...staging).status).not.toBe(0);
    expect(run("export", "all", ...staging, ...written).stdout).toContain(`${file}: none left\n`);
    for (const path of [folder, file]) {
      const same = run("diff", path, "--prune", ...staging);
      expect([same.status, same.stderr, same.stdout]).toEqual([0, "", expect.stringContaining("No difference")]);
    }
    // What is there is more than that, where it is asked for.
    expect(run("diff", file).status).toBe(0);
    const more = run("diff", file, "--prune");
    expect([more.status, more.stdout]).toEqual([1, expect.stringMatching(/^- search nodes · prod-eu/u)]);
  });

  test("the one item of a list, which has no number, stands by the name of the list", async () => {
    const service = await settingsService();
    using person = new Person();
    const specs = "settings:\n  specs:\n    - instanceSize: S20_HIGHCPU_NVME\n      nodeCount: 2\n";
    const file = person.write("nodes.yaml", `kind: search-nodes\nversion: 1\ncluster: wallet-eu\n${specs}`);
    expect(commandOf(person, service)("diff", file).stdout).toBe(
      "+ search nodes · wallet-eu\n    Nodes: 2 × S20_HIGHCPU_NVME\n\n1 to create.\n",
    );
  });

  test("differs field by field, in the words of the review", async () => {
    const service = await settingsService();
    using person = new Person();
    const run = commandOf(person, service);
    const { stdout } = run("export", "all");
    // The hour of the sample follows the clock: one that is written here would be its own once a day.
    const [lines = "", hour = "", minute = ""] =
      /referenceHourOfDay: (\d+)\n {2}referenceMinuteOfHour: (\d+)/u.exec(stdout) ?? [];
    const later = String((Number(hour) + 1) % 24);
    const file = person.write(
      "all.yaml",
      stdout
        .replace(lines, `referenceHourOfDay: ${later}\n  referenceMinuteOfHour: 7`)
        .replace("enabled: false", "enabled: true")
        .replace("name: titles", "name: headings"),
    );
    const { status, stdout: text } = run("diff", file, "--prune");
    expect(status).toBe(1);
    expect(text).toContain("~ custom DNS\n    Custom DNS names: off → on\n");
    const times = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")} UTC → ${later.padStart(2, "0")}:07 UTC`;
    expect(text).toContain(`~ backup schedule · analytics\n    Daily start: ${times}\n`);
    expect(text).toContain("+ search index · media.articles · headings · prod-eu\n");
    expect(text).toContain("- search index · media.articles · titles · prod-eu\n");
    expect(text).toMatch(/1 to create, 2 to change, 1 to delete, \d+ the same\.\n$/u);
    const { summary, items } = planIn(run("diff", file, "--format", "json").stdout);
    expect(summary).toMatchObject({ create: 1, change: 2, delete: 0, unclear: 0 });
    expect(items.find(({ action }) => action === "change")?.changes).toEqual([
      { label: "Custom DNS names", kind: "changed", from: "off", to: "on" },
    ]);
  });

  test("is of a project by the name that the profile gives it, which completion offers", async () => {
    const { ready } = await settingsService();
    using person = new Person();
    const [, other] = ready.groups;
    const profile = {
      name: "own",
      baseUrl: ready.baseUrl,
      projects: [{ id: ready.groupId }, { id: other?.id, alias: "the-other" }],
    };
    person.write("config/sextant/profiles.json", JSON.stringify({ version: 1, profiles: [profile] }));
    const keys = { SEXTANT_PUBLIC_KEY: ready.publicKey, SEXTANT_PRIVATE_KEY: ready.privateKey };
    expect(person.command(["complete", "--", "export", "all", "--project", "the"]).stdout).toBe(
      `the-other\t${other?.id}\n`,
    );
    const of = (project: string) =>
      person.command(["export", "custom-dns", "--profile", "own", "--project", project], "", keys);
    expect(of("the-other")).toMatchObject({ status: 0, stdout: of(other?.id ?? "").stdout });
  });

  test("is compared with another project", async () => {
    const service = await settingsService();
    using person = new Person();
    const run = commandOf(person, service);
    const { status, stdout } = run("diff", "--with", "staging", "auditing", "custom-dns");
    expect([0, 1]).toContain(status);
    expect(stdout).toMatch(/different|No difference/u);
    const schedules = ["--with", "Staging", "backup-schedule", "--format", "json"];
    expect(planIn(run("diff", ...schedules).stdout).summary).toMatchObject({ create: 1, change: 0, same: 0 });
    const paired = run("diff", ...schedules, "--cluster", "stage-1=analytics");
    expect(planIn(paired.stdout).summary).toMatchObject({ create: 0, change: 1 });
    for (const [pair, why] of [
      ["stage-1", "write it as THERE=HERE"],
      ["stage-9=analytics", "Staging has no cluster stage-9; did you mean stage-1?"],
      ["stage-1=other", "Payments has no cluster other."],
    ]) {
      const { status, stderr } = run("diff", "--with", "Staging", "--cluster", pair ?? "");
      expect([status, stderr]).toEqual([2, expect.stringContaining(why ?? "")]);
    }
    expect(run("diff", "--with", "Stagin").stderr).toContain("Did you mean Staging?");
    expect(run("diff", "--with", "Payments").status).toBe(2);
    expect(writesIn(await service.requests())).toEqual([]);
  });
});

describe("files that are wrong", () => {
  test("are named with line and column, all of them, and the service is not asked to change anything", async () => {
    const service = await settingsService();
    using person = new Person();
    const run = commandOf(person, service);
    const at = (file: string): readonly string[] => {
      const { status, stderr, stdout } = run("diff", file);
      expect([status, stdout]).toEqual([2, ""]);
      return stderr.trimEnd().split("\n");
    };
    const header = (kind: string, more = ""): string => `kind: ${kind}\nversion: 1\n${more}settings:\n`;
    const dns = `${header("custom-dns")}  enabled: true\n`;
    expect(at(person.write("a.yaml", `${dns}---\n${dns}`))).toEqual([
      expect.stringMatching(/a\.yaml:8:1: .* already$/u),
    ]);
    expect(at(person.write("b.yaml", header("custom-dns", "project: Staging\n").concat("  enabled: true\n")))).toEqual([
      expect.stringMatching(/b\.yaml:3:1: these settings are for the project Staging, and this is Payments$/u),
    ]);
    const nodes = "  specs:\n    - instanceSize: S20_HIGHCPU_NVME\n      nodeCount: 1\n";
    expect(at(person.write("c.yaml", header("search-nodes", "cluster: prod-au\n") + nodes))).toEqual([
      expect.stringMatching(/c\.yaml:3:1: Payments has no cluster prod-au; did you mean prod-eu\?$/u),
    ]);
    expect(at(person.write("d.yaml", header("search-nodes", "cluster: prod-eu\n") + nodes))).toEqual([
      expect.stringMatching(/d\.yaml:7:7: nodeCount: .*at least 2/u),
    ]);
    const bucket = "  cloudProvider: AWS\n  bucketName: acme-new\n  iamRoleId: svc-exprt\n";
    expect(at(person.write("e.yaml", header("export-bucket") + bucket))).toEqual([
      expect.stringMatching(/e\.yaml:6:3: this project has no access role svc-exprt; did you mean svc-export\?$/u),
    ]);
    const pager =
      "  eventTypeName: CLUSTER_MONGOS_IS_MISSING\n  notifications:\n    - typeName: PAGER_DUTY\n      serviceKey: keep\n";
    expect(at(person.write("f.yaml", header("alert-configuration") + pager))).toEqual([
      expect.stringMatching(/f\.yaml:7:7: keep: no secret is stored for this yet; write \$\{NAME\} of an environment/u),
    ]);
    const both = [person.write("g.yaml", "kind: nothing\n"), person.write("h.yaml", "\tkind: auditing\n")];
    expect(
      run("diff", ...both)
        .stderr.trimEnd()
        .split("\n"),
    ).toHaveLength(2);
    expect(writesIn(await service.requests())).toEqual([]);
  });

  test("may be too large, no text, no file, and links that lead out of their folder", async () => {
    const service = await settingsService();
    using person = new Person();
    const run = commandOf(person, service);
    const outside = person.write("outside/dns.yaml", "kind: custom-dns\nversion: 1\nsettings:\n  enabled: true\n");
    const inside = person.write("folder/dns.yaml", readFileSync(outside, "utf8"));
    symlinkSync(outside, join(person.directory, "folder", "other.yaml"));
    symlinkSync(inside, join(person.directory, "folder", "same.json"));
    const folder = join(person.directory, "folder");
    expect(run("diff", folder).stderr.trimEnd()).toBe(
      `${join(folder, "other.yaml")}:1:1: is a link that leads out of the folder`,
    );
    const large = join(person.directory, "large.yaml");
    writeFileSync(large, Buffer.alloc(10_000_001, "#"));
    expect(run("diff", large).stderr).toContain("large.yaml:1:1: is 11 MB: 10 MB at most are read");
    const odd = join(person.directory, "odd.yaml");
    writeFileSync(odd, Buffer.from([0x61, 0x0a, 0xff, 0xfe]));
    expect(run("diff", odd).stderr).toContain("odd.yaml:2:1: is not text in UTF-8");
    expect(run("diff", join(person.directory, "none.yaml")).stderr).toContain("none.yaml:1:1: does not exist");
    expect(await service.requests()).toEqual([]);
  });
});

test("settings from standard input are compared and applied like those of a file", async () => {
  const service = await settingsService();
  using person = new Person();
  const given = (input: string, ...args: readonly string[]) => person.command(args, input, service.env);
  const { stdout: all } = given("", "export", "custom-dns", "auditing");
  expect(given(all, "diff", "-")).toEqual({ status: 0, stdout: "No difference: 2 settings the same.\n", stderr: "" });
  const dns = "kind: custom-dns\nversion: 1\nsettings:\n  enabled: true\n";
  const unconfirmed = given(dns, "apply", "-");
  expect([unconfirmed.status, unconfirmed.stderr]).toEqual([2, expect.stringContaining('add --confirm "Payments"')]);
  expect(writesIn(await service.requests())).toEqual([]);
  expect(given(dns, "apply", "-", "--confirm", "Payments").status).toBe(0);
  for (const [args, input, why] of [
    [["diff", "-"], "", "standard input:1:1: is empty\n"],
    [["apply", "-"], " \n", "standard input:1:1: is empty\n"],
    [["diff", "-"], dns.replace("enabled", "enabld"), "standard input:4:3: unknown field enabld"],
    [["diff", "-", "-"], dns, "- is given twice"],
    [["watch", "--drift", "-"], dns, "name a file or a folder"],
  ] as const) {
    const { status, stderr } = given(input, ...args);
    expect([args, status, stderr]).toEqual([args, 2, expect.stringContaining(why)]);
  }
});

test("a service that is not there is said to be so", async () => {
  using person = new Person();
  const file = person.write("dns.yaml", "kind: custom-dns\nversion: 1\nsettings:\n  enabled: true\n");
  const env = {
    ...{ SEXTANT_BASE_URL: "http://127.0.0.1:9", SEXTANT_PUBLIC_KEY: "a", SEXTANT_PRIVATE_KEY: "b" },
    SEXTANT_PROJECT_ID: "690427474f102426f76f3a11",
  };
  for (const args of [
    ["diff", file],
    ["export", "all"],
  ]) {
    const { status, stdout, stderr } = person.command(args, "", env);
    expect([status, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/^sextant (?:diff|export): /u);
  }
});

describe("a service that lets nothing be read ends each command with 3", () => {
  const DNS = "kind: custom-dns\nversion: 1\nsettings:\n  enabled: true\n";
  const NODES =
    "kind: search-nodes\nversion: 1\ncluster: prod-eu\nsettings:\n  specs:\n    - instanceSize: S20_HIGHCPU_NVME\n      nodeCount: 2\n";

  test.each<[what: string, flags: readonly string[], env: Readonly<Record<string, string>>]>([
    ["refuses the key", [], { SEXTANT_PRIVATE_KEY: "wrong" }],
    ["has no list of clusters now", ["--faults", "server-error(status=503) times 100 on GET **/clusters"], {}],
    ["does not tell the settings", ["--faults", "server-error(status=503) times 100 on GET **/awsCustomDNS"], {}],
  ])("it %s", async (_what, flags, wrong) => {
    const service = await settingsService(flags);
    using person = new Person();
    const file = person.write("settings.yaml", `${DNS}---\n${NODES}`);
    const ends = [
      ["diff", file],
      ["apply", file, "--confirm", "Payments"],
      ["apply", file, "--dry-run"],
    ].map((args) => person.command(args, "", { ...service.env, ...wrong }));
    expect(ends.map(({ status, stdout }) => [status, stdout])).toEqual(ends.map(() => [3, ""]));
    expect(writesIn(await service.requests())).toEqual([]);
  });
});

test("settings of one title are told apart by their ids", async () => {
  const service = await settingsService([]);
  using person = new Person();
  const { stdout } = person.command(["diff", "--with", "Staging", "export-bucket"], "", service.env);
  const titles = stdout.split("\n").filter((line) => line.includes("acme-db-exports"));
  expect(titles).toEqual([
    expect.stringMatching(/^- export bucket · acme-db-exports \(…[\da-f]{4}\)$/u),
    expect.stringMatching(/^- export bucket · acme-db-exports \(…[\da-f]{4}\)$/u),
  ]);
  expect(new Set(titles).size).toBe(2);
  expect(stdout).toMatch(/^- export bucket · acme-legal-hold$/mu);
});
