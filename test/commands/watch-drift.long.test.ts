import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { control } from "../service/support.ts";
import { Person } from "./person.ts";
import { type Env, servedToAll } from "./served.ts";
import { alertsOn, commandOf } from "./settings-person.ts";
import { firstRequest, test } from "./watching.ts";

/** `sextant watch --drift`: how a project stands to files of settings, until a condition holds. */

/** For what only reads, or stands what others have written. */
const shared = servedToAll();

const envOf = (person: Person, env: Env): Env => ({ PATH: process.env["PATH"] ?? "", ...person.env, ...env });

/** The files of what a project has, with one alert configuration more. */
function filesOf(person: Person, served: Parameters<typeof commandOf>[1]): string {
  const { stdout } = commandOf(person, served)("export", "alert-configuration");
  return person.write("settings.yaml", `${stdout}---\n${alertsOn(["drifted"])}`);
}

describe.concurrent("a watch of settings and their files", () => {
  test("says what differs, each change of it, and ends when it is as wanted: exit 0", async ({ serve, watch }) => {
    const served = { ...(await serve("--quiet")), requests: async () => [] };
    using person = new Person();
    const file = filesOf(person, served);
    const watching = watch(["--drift", file, "--every", "10s", "--until", "differences=0"], envOf(person, served.env));
    await watching.until(/differs now · missing in the project/u);
    expect(watching.lines[0]).toMatch(/^Payments and \S+ {2}1 missing in the project · \d+ the same$/u);
    const { status, stderr } = commandOf(person, served)("apply", file, "--confirm", "Payments");
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect(await watching.ended()).toBe(0);
    expect(watching.lines.slice(-2)).toEqual([
      expect.stringMatching(/ {2}no longer differs$/u),
      "Holds: differences=0",
    ]);
    expect(watching.stderr).toBe("");
  });

  test("tells programs the same as JSON", async ({ serve, watch }) => {
    const served = { ...(await serve("--quiet")), requests: async () => [] };
    using person = new Person();
    const file = filesOf(person, served);
    const watching = watch(
      ["--drift", file, "--format", "json", "--until", "missingHere>0 and same>0"],
      envOf(person, served.env),
    );
    expect(await watching.ended()).toBe(0);
    expect(watching.events).toEqual([
      expect.objectContaining({
        event: "start",
        counts: expect.objectContaining({ differences: 1, missingHere: 1, different: 0, unclear: 0 }),
      }),
      expect.objectContaining({
        event: "new",
        fields: expect.objectContaining({ kind: "alert-configuration", state: "missing in the project" }),
      }),
      expect.objectContaining({ event: "end", result: "holds", exit: 0 }),
    ]);
  });

  test("leaves out settings for other projects, and says so when there are no others: exit 2", async ({
    serve,
    watch,
  }) => {
    const { env } = await serve("--quiet");
    using person = new Person();
    const other = alertsOn(["elsewhere"]).replace("version: 1", "version: 1\nproject: Staging");
    mkdirSync(join(person.directory, "settings"));
    const file = person.write("settings/a.yaml", other);
    const none = watch(["--drift", file], envOf(person, env));
    expect(await none.ended()).toBe(2);
    expect(none.stdout).toContain("has no settings for Payments");
    person.write("settings/b.yaml", alertsOn(["here"]));
    const some = watch(["--drift", join(person.directory, "settings"), "--until", "missingHere=1"], envOf(person, env));
    expect(await some.ended()).toBe(0);
    const staging = watch(["--drift", file, "--project", "Staging", "--until", "missingHere=1"], envOf(person, env));
    expect(await staging.ended()).toBe(0);
  });

  test("goes on while a file is wrong for a while, and says it once", async ({ serve, watch }) => {
    const served = { ...(await serve("--quiet")), requests: async () => [] };
    using person = new Person();
    const file = filesOf(person, served);
    const text = readFileSync(file, "utf8");
    const watching = watch(["--drift", file, "--every", "10s"], envOf(person, served.env));
    await watching.until(/differs now · missing/u);
    writeFileSync(file, text.replace("eventTypeName:", "eventTypName:"));
    await watching.until(/Not read since .*eventTypName/u);
    writeFileSync(file, text);
    await watching.until(/Read again at/u);
    watching.kill("SIGTERM");
    expect(await watching.ended()).toBe(143);
    expect(watching.lines).toHaveLength(2);
  });

  test("a service that says no to it: why, and not that there is none: exit 1", async ({ serve, watch }) => {
    const { env } = await serve("--quiet", "--faults", "role-missing on listAlertConfigurations");
    using person = new Person();
    const watching = watch(["--drift", person.write("a.yaml", alertsOn(["here"]))], envOf(person, env));
    expect(await watching.ended()).toBe(1);
    expect(watching.stdout).toContain("alert configurations could not be read.");
    expect(watching.stdout).toContain("role");
    expect(watching.stdout).not.toContain("has no settings");
  });

  test("a service that fails at the start is asked again, and begun with when it answers", async ({ serve, watch }) => {
    const faults = "server-error(status=503) times 1000 for 20s on listAlertConfigurations";
    const { env } = await serve("--quiet", "--faults", faults);
    using person = new Person();
    const args = ["--drift", person.write("a.yaml", alertsOn(["here"])), "--until", "missingHere=1"];
    const watching = watch(args, envOf(person, env));
    expect([await watching.ended(), watching.stderr]).toEqual([0, ""]);
  });

  test("a service that fails on: asked for a minute, then why: exit 3", async ({ serve, watch }) => {
    const faults = "server-error(status=503) times 100000 on listAlertConfigurations";
    const { env } = await serve("--quiet", "--faults", faults);
    using person = new Person();
    const watching = watch(["--drift", person.write("a.yaml", alertsOn(["here"]))], envOf(person, env));
    expect(await watching.ended()).toBe(3);
    expect(watching.stdout).toContain("alert configurations could not be read.");
  });

  test("a service that fails later: not read since then, and nothing of there being none", async ({ serve, watch }) => {
    const { env, ready } = await serve("--quiet");
    using person = new Person();
    const file = person.write("a.yaml", alertsOn(["here"]));
    const watching = watch(["--drift", file, "--every", "10s"], envOf(person, env));
    await watching.until(/differs now · missing/u);
    const faults = "server-error(status=503) times 100000 on listAlertConfigurations";
    await control(ready, "POST", "/scenarios", { faults });
    await watching.until(/Not read since .*/u);
    watching.kill("SIGTERM");
    expect(await watching.ended()).toBe(143);
    expect(watching.stderr).toContain("alert configurations could not be read.");
  });

  test.for([
    ["a signal", [], 143],
    ["its time", ["--timeout", "4s"], 3],
  ] as const)("%s ends it before the service has answered at all", async ([, args, exit], { serve, watch }) => {
    const { env, ready } = await serve("--quiet", "--faults", "hang");
    using person = new Person();
    const watching = watch(["--drift", person.write("a.yaml", alertsOn(["here"])), ...args], envOf(person, env));
    await firstRequest(ready);
    if (exit === 143) watching.kill("SIGTERM");
    expect(await watching.ended()).toBe(exit);
  });

  test.for([
    ["a file that is not there", ["--drift", "/nowhere/settings"], 2, "does not exist"],
    ["a condition with a wrong name", ["--drift", "x", "--until", "diferences>0"], 2, "Did you mean differences"],
    ["too often", ["--drift", "x", "--every", "2s"], 2, "--every is 10s at least"],
    ["a place beside it", ["alerts", "--drift", "x"], 2, '--drift takes the place of PLACE: leave out "alerts"'],
    ["a filter", ["--drift", "x", "--filter", "a"], 2, "--filter is for the rows of a list"],
    ["a project without it", ["alerts", "--project", "Staging"], 2, "--project is for --drift"],
    ["a project that is not there", ["--drift", "x", "--project", "Stagin"], 2, "Did you mean Staging"],
  ] as const)("%s: told, nothing sent", async ([, args, exit, words], { watch }) => {
    const { env } = shared();
    using person = new Person();
    const watching = watch(args, envOf(person, env));
    expect(await watching.ended()).toBe(exit);
    expect(watching.stdout + watching.stderr).toContain(words);
  });

  test("a service that is not reached: exit 3", async ({ watch }) => {
    using person = new Person();
    const env = { SEXTANT_BASE_URL: "http://127.0.0.1:9", SEXTANT_PUBLIC_KEY: "a", SEXTANT_PRIVATE_KEY: "b" };
    const watching = watch(["--drift", "x"], envOf(person, env));
    expect(await watching.ended()).toBe(3);
    expect(watching.lines).toEqual([expect.stringContaining("127.0.0.1:9")]);
  });

  test("a service that is not reached, as JSON: an end that says why", async ({ watch }) => {
    using person = new Person();
    const env = { SEXTANT_BASE_URL: "http://127.0.0.1:9", SEXTANT_PUBLIC_KEY: "a", SEXTANT_PRIVATE_KEY: "b" };
    for (const args of [["--drift", "x"], ["alerts"], ["overview"], ["alerts/65f000000000000000000001"]]) {
      const watching = watch([...args, "--format", "json"], envOf(person, env));
      expect(await watching.ended()).toBe(3);
      const reason = expect.stringContaining("127.0.0.1:9");
      expect(watching.events).toEqual([expect.objectContaining({ event: "end", result: "never", exit: 3, reason })]);
    }
  });

  test("the embedded service cannot start, as JSON: an end that says why", async ({ watch }) => {
    using person = new Person();
    person.write("data", "a file where the folder of its data has to be");
    const watching = watch(["alerts", "--format", "json"], envOf(person, {}));
    expect(await watching.ended()).toBe(3);
    expect(watching.events).toEqual([expect.objectContaining({ event: "end", result: "never", exit: 3 })]);
  });

  test("time that is up: exit 124", async ({ serve, watch }) => {
    const served = { ...(await serve("--quiet")), requests: async () => [] };
    using person = new Person();
    const file = filesOf(person, served);
    const args = ["--drift", file, "--every", "10s", "--until", "differences=0", "--timeout", "15s"];
    const watching = watch(args, envOf(person, served.env));
    expect(await watching.ended()).toBe(124);
    expect(watching.lines.at(-1)).toBe("Time is up: differences=0 does not hold.");
  });
});
