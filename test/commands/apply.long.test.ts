import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { Terminal } from "../journeys/terminal.ts";
import { control } from "../service/support.ts";
import { Person } from "./person.ts";
import { alertsOn, commandOf, type SettingsService, settingsService, writesIn } from "./settings-person.ts";

/** `sextant apply` over HTTP: the plan, the question, each write once, and what is there already is not written again. */

const ALERT = `kind: alert-configuration
version: 1
settings:
  eventTypeName: CLUSTER_MONGOS_IS_MISSING
  enabled: true
  notifications:
    - typeName: PAGER_DUTY
      serviceKey: \${PAGER_KEY}
      delayMin: 5
---
`;
const DNS = "kind: custom-dns\nversion: 1\nsettings:\n  enabled: true\n";

const POLICY = `kind: compliance-policy
version: 1
settings:
  authorizedEmail: ann@example.com
  authorizedUserFirstName: Ann
  authorizedUserLastName: Ode
  scheduledPolicyItems:
    - frequencyType: daily
      frequencyInterval: 1
      retentionUnit: days
      retentionValue: 30
`;

const KEY = { PAGER_KEY: "0123456789abcdef0123456789abcdef" };

describe("files are applied", () => {
  test("to the project that they come from without a single write", async () => {
    const service = await settingsService();
    using person = new Person();
    const run = commandOf(person, service);
    const file = person.write("all.yaml", run("export", "all").stdout);
    await service.requests();
    const { status, stdout } = run("apply", file, "--prune");
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+ the same\.\n$/u)]);
    const requests = await service.requests();
    expect(requests.length).toBeGreaterThan(5);
    expect(writesIn(requests)).toEqual([]);
  });

  test("after a yes only, each once, with the key from the environment; then nothing is left to do", async () => {
    const service = await settingsService();
    using person = new Person();
    const file = person.write("some.yaml", ALERT + DNS);
    const run = (...args: readonly string[]) =>
      person.command(["apply", file, ...args], "", { ...service.env, ...KEY });
    const unconfirmed = run();
    expect(unconfirmed.status).toBe(2);
    expect(unconfirmed.stderr).toContain('Not confirmed. To send this, add --confirm "Payments"');
    expect(unconfirmed.stdout).toContain("+ alert configuration · mongos missing\n");
    expect(unconfirmed.stdout).toContain("~ custom DNS\n    Custom DNS names: off → on\n    ! Turning this on or off");
    expect(unconfirmed.stdout).not.toContain(KEY.PAGER_KEY);
    expect(run("--confirm", "Staging").stderr).toContain("Not confirmed: this is Payments");
    expect(run("--confirm", "Payments", "--risk", "reversible").stderr).toContain("the highest risk is disruptive");
    expect(run("--dry-run").status).toBe(0);
    expect(writesIn(await service.requests())).toEqual([]);
    const { status, stdout, stderr } = run("--confirm", "Payments");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(
      "done: custom DNS\ndone: alert configuration · mongos missing\n2 changes applied to Payments.\n",
    );
    expect(writesIn(await service.requests())).toEqual(["toggleAwsCustomDns", "createAlertConfiguration"]);
    const again = run("--confirm", "Payments");
    expect([again.status, again.stdout]).toEqual([0, "2 the same.\n"]);
    expect(writesIn(await service.requests())).toEqual([]);
    for (const [name, content] of person.files()) expect(content, name).not.toContain(KEY.PAGER_KEY);
    const activity = commandOf(person, service)("activity").stdout;
    expect(activity).toContain("Create alert configuration: mongos missing");
    expect(activity).toMatch(/ sextant apply /u);
  });

  test("by a question at a terminal", async () => {
    const service = await settingsService();
    using person = new Person();
    const file = person.write("dns.yaml", DNS);
    const ask = () =>
      new Terminal({
        args: [programOf(), "apply", file],
        cols: 100,
        rows: 30,
        env: { ...person.env, ...service.env },
      });
    {
      await using terminal = ask();
      await terminal.waitFor("Send this to Payments? The highest risk is disruptive. [y/N]");
      terminal.type("n\r");
      expect((await terminal.exit()).code).toBe(2);
    }
    expect(writesIn(await service.requests())).toEqual([]);
    await using terminal = ask();
    await terminal.waitFor("[y/N]");
    terminal.type("y\r");
    expect((await terminal.exit()).code).toBe(0);
    expect(writesIn(await service.requests())).toEqual(["toggleAwsCustomDns"]);
  });

  test.for([
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
    ["Enter", "\r"],
  ])("not after %s at the question", async ([_key, typed]) => {
    const service = await settingsService();
    using person = new Person();
    await using terminal = new Terminal({
      args: [programOf(), "apply", person.write("dns.yaml", DNS)],
      cols: 100,
      rows: 30,
      env: { ...person.env, ...service.env },
    });
    await terminal.waitFor("[y/N]");
    terminal.type(typed ?? "");
    expect((await terminal.exit()).code).toBe(2);
    expect(terminal.text()).toContain("Nothing was sent.");
    expect(terminal.text()).not.toContain("internal error");
    expect(writesIn(await service.requests())).toEqual([]);
  });

  test("where nothing can be written of it", async () => {
    const service = await settingsService();
    using person = new Person();
    const nowhere = { ...service.env, XDG_STATE_HOME: person.write("a-file", "") };
    const { status, stdout, stderr } = person.command(
      ["apply", person.write("dns.yaml", DNS), "--confirm", "Payments"],
      "",
      nowhere,
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining("1 change applied to Payments.\n")]);
    expect(stderr).toContain("Another apply at the same time is not noticed.");
    expect(stderr).toContain("part of the path is not a folder");
    expect(writesIn(await service.requests())).toEqual(["toggleAwsCustomDns"]);
  });

  test.each([
    ["journal.jsonl", "Changes are not logged: "],
    ["applied-settings.jsonl", "What was applied could not be remembered: "],
  ])("and it is said once where %s cannot be written", async (file, words) => {
    const service = await settingsService();
    using person = new Person();
    // A folder stands where the file would be.
    person.write(`state/sextant/${file}/in-the-way`, "");
    const alerts = person.write("alerts.yaml", alertsOn(["first", "second"]));
    const { status, stdout, stderr } = commandOf(person, service)("apply", alerts, "--confirm", "Payments");
    expect([status, stdout]).toEqual([0, expect.stringContaining("2 changes applied to Payments.\n")]);
    expect(stderr.split("\n").filter((line) => line.includes(words))).toHaveLength(1);
  });

  test("up to a Ctrl-C: the change under way is waited for, and no other is sent", async () => {
    const service = await settingsService(["--faults", "slow(seconds=3) on POST **/alertConfigs"]);
    using person = new Person();
    const file = person.write("alerts.yaml", alertsOn(["first", "second", "third"]));
    const child = spawn(process.execPath, [programOf(), "apply", file, "--confirm", "Payments"], {
      env: { PATH: process.env["PATH"], ...person.env, ...service.env },
    });
    const said = text(child.stderr);
    const ended = new Promise((resolve) => child.once("close", resolve));
    let stdout = "";
    let isInterrupted = false;
    for await (const chunk of child.stdout) {
      stdout += String(chunk);
      if (!isInterrupted && /^done: /mu.test(stdout)) isInterrupted = child.kill("SIGINT");
    }
    expect(await ended).toBe(1);
    expect(stdout).toMatch(
      /^done: .*\ndone: .*\nnot sent: .*\n2 of 3 applied to Payments\. Run this again for the rest\.$/mu,
    );
    expect(await said).toContain("Interrupted: the change under way is waited for.");
  });

  test("not where something stands in the way, which a dry run says as well", async () => {
    const service = await settingsService();
    using person = new Person();
    const file = person.write("policy.yaml", POLICY);
    const run = (...args: readonly string[]) => commandOf(person, service)("apply", file, ...args);
    for (const args of [["--dry-run"], ["--confirm", "Payments", "--risk", "irreversible"]]) {
      const { status, stdout, stderr } = run(...args);
      expect([args, status, stdout]).toEqual([
        args,
        1,
        expect.stringContaining("    ! Cannot be sent now: analytics, "),
      ]);
      expect(stderr).toBe("sextant apply: Nothing was sent: not all of it can be.\n");
    }
    expect(writesIn(await service.requests())).toEqual([]);
  });

  test("not by a profile that only reads", async () => {
    const service = await settingsService();
    using person = new Person();
    const file = person.write("dns.yaml", DNS);
    expect(person.command(["apply", file, "--read-only"], "", service.env).status).toBe(2);
    expect(writesIn(await service.requests())).toEqual([]);
  });

  test("by a production profile once its name was typed at a terminal, and never without one", async () => {
    const { ready, requests } = await settingsService();
    using person = new Person();
    const file = person.write("dns.yaml", DNS);
    const profile = { name: "prod", baseUrl: ready.baseUrl, environment: "production" };
    person.write("config/sextant/profiles.json", JSON.stringify({ version: 1, profiles: [profile] }));
    const { publicKey, privateKey } = ready;
    const keys = { SEXTANT_PUBLIC_KEY: publicKey, SEXTANT_PRIVATE_KEY: privateKey };
    const argv = ["apply", file, "--profile", "prod"];
    const unattended = person.command([...argv, "--confirm", "Payments"], "", keys);
    expect([unattended.status, unattended.stderr]).toEqual([2, expect.stringContaining("changes are blocked")]);
    const ask = async (typed: string) => {
      const terminal = new Terminal({
        args: [programOf(), ...argv],
        cols: 160,
        rows: 30,
        env: { ...person.env, ...keys },
      });
      await terminal.waitFor("Type prod to allow changes for 15 minutes:");
      terminal.type(`${typed}\r`);
      return terminal;
    };
    {
      await using terminal = await ask("production");
      expect((await terminal.exit()).code).toBe(2);
    }
    expect(writesIn(await requests())).toEqual([]);
    await using terminal = await ask("prod");
    await terminal.waitFor("[y/N]");
    terminal.type("y\r");
    expect((await terminal.exit()).code).toBe(0);
    expect(writesIn(await requests())).toEqual(["toggleAwsCustomDns"]);
    expect(person.command([...argv, "--confirm", "Payments"], "", keys).stderr).toContain("changes are blocked");
  });

  test("up to the first that is refused, with what was done and what was not, and on from there", async () => {
    const service = await settingsService();
    using person = new Person();
    const file = person.write("some.yaml", ALERT + DNS);
    const run = () => person.run(["apply", file, "--confirm", "Payments"], "", { ...service.env, ...KEY });
    const faults = "server-error(status=500) times 1 on POST **/alertConfigs";
    expect((await control(service.ready, "POST", "/scenarios", { faults })).status).toBe(200);
    const first = run();
    expect([first.status, first.stdout.includes("done: custom DNS")]).toEqual([1, true]);
    const second = run();
    expect([second.status, second.stderr]).toEqual([0, ""]);
    expect(writesIn(await service.requests()).filter((name) => name === "toggleAwsCustomDns")).toHaveLength(1);
  });
});

test("what a document became is known to diff as it is to apply, where others watch the same", async () => {
  const service = await settingsService();
  using person = new Person();
  const run = commandOf(person, service);
  const of = (delay: number) => alertsOn(["alike"]).replace("delayMin: 0", `delayMin: ${delay}`);
  const file = person.write("alerts.yaml", of(5));
  expect(run("apply", file, "--confirm", "Payments").status).toBe(0);
  // Somebody else makes one that watches the same.
  using other = new Person();
  const others = other.write("alerts.yaml", `${of(5)}---\n${of(20)}`);
  expect(commandOf(other, service)("apply", others, "--confirm", "Payments").status).toBe(0);
  person.write("alerts.yaml", of(30));
  const seen = run("diff", file);
  expect([seen.status, seen.stdout]).toEqual([1, expect.stringContaining("5 min → 30 min")]);
  expect(commandOf(other, service)("diff", other.write("elsewhere.yaml", of(30))).stdout).toContain("?");
  expect(run("apply", file, "--confirm", "Payments").stdout).toContain("1 change applied to Payments.");
  expect(run("diff", file).status).toBe(0);
});

describe("two at once", () => {
  const apply = async (person: Person, service: SettingsService, file: string) => {
    const child = spawn(process.execPath, [programOf(), "apply", file, "--confirm", "Payments"], {
      env: { PATH: process.env["PATH"], ...person.env, ...service.env, ...KEY },
    });
    const [stdout, stderr, status] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once("close", resolve)),
    ]);
    return { stdout, stderr, status };
  };

  test("wait for each other: what the first made the second finds", async () => {
    const service = await settingsService();
    using person = new Person();
    const file = person.write("some.yaml", ALERT + DNS);
    const both = await Promise.all([apply(person, service, file), apply(person, service, file)]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(writesIn(await service.requests()).toSorted()).toEqual(["createAlertConfiguration", "toggleAwsCustomDns"]);
    const summaries = both.map(({ stdout }) => stdout.trimEnd().split("\n").at(-1)).toSorted();
    expect(summaries).toEqual(["2 changes applied to Payments.", "2 the same."]);
  });

  test("of two people write nothing twice either", async () => {
    const service = await settingsService();
    using one = new Person();
    using other = new Person();
    const both = await Promise.all(
      [one, other].map((person) => apply(person, service, person.write("some.yaml", DNS))),
    );
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    const run = commandOf(one, service);
    expect(run("diff", one.write("some.yaml", DNS)).status).toBe(0);
  });
});

test("500 alert configurations are planned with one call for each list", async () => {
  const service = await settingsService();
  using person = new Person();
  const run = commandOf(person, service);
  const many = alertsOn(Array.from({ length: 480 }, (_, index) => `shard-${index}`));
  const file = person.write("many.yaml", many);
  await service.requests();
  const { status, stdout } = run("diff", file);
  expect([status, stdout.trimEnd().split("\n").at(-1)]).toEqual([1, "480 to create."]);
  const counts = Map.groupBy(await service.requests(), (name) => name);
  expect([...counts].filter(([, calls]) => calls.length > 1).map(([name]) => name)).toEqual([]);
  expect(counts.has("listAlertConfigurations")).toBe(true);
});
