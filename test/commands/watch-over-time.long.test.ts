import { describe, expect } from "vitest";
import { isObject } from "../../src/contract/json/json.ts";
import { control } from "../service/support.ts";
import { Person } from "./person.ts";
import { servedInProcess, servedToAll } from "./served.ts";
import { envOf, firstRequest, idsIn, test } from "./watching.ts";

/** `sextant watch` where it takes minutes: what waits for the next read, for a service to come back, for time to pass. */

const shared = servedToAll();

describe.concurrent("what a watch waits for", () => {
  test("an item until it is done, each change a line with what it was and what it is: exit 0", async ({
    serve,
    watch,
  }) => {
    const { env } = await serve("--speed", "60");
    using person = new Person();
    const [id = ""] = idsIn(person, env, "restores", "running");
    const watching = watch([`restores/${id}`], envOf(person, env));
    expect(await watching.ended()).toBe(0);
    const { lines } = watching;
    expect(lines[0]).toMatch(/^paused-1 → stage-1 \(Staging\) {2}running · ETA \d+/u);
    expect(lines.some((line) => /status running → completed/u.test(line))).toBe(true);
    expect(lines.at(-1)).toBe("Holds: done");
  });

  test("an item that is cancelled, or has expired: why, exit 1", async ({ serve, watch }) => {
    const { env } = await serve("--quiet");
    using person = new Person();
    const [expired = ""] = idsIn(person, env, "restores", "expired");
    const ended = watch([`restores/${expired}`], envOf(person, env));
    expect([await ended.ended(), ended.lines.at(-1)]).toEqual([
      1,
      expect.stringMatching(/^Can no longer hold: done\. .* has ended: expired\.$/u),
    ]);
    const { stdout } = person.command(["show", "restores", "--format", "ndjson"], "", env);
    const rows: readonly { readonly id: string; readonly fields: Readonly<Record<string, unknown>> }[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const running = rows.find(({ fields }) => fields["status"] === "running");
    const watching = watch([`restores/${running?.id}`], envOf(person, env));
    await watching.until(/running/u);
    const params = [`clusterName=${running?.fields["cluster"]}`, `restoreJobId=${running?.id}`];
    const cancel = ["run", "cancelBackupRestoreJob", ...params, "--confirm", String(running?.id)];
    const { status, stderr } = person.command(cancel, "", env);
    expect([status, stderr]).toEqual([0, ""]);
    expect(await watching.ended()).toBe(1);
    expect(watching.lines.at(-1)).toMatch(/has ended: cancelled\.$/u);
  });

  test("changes as JSON, with stable names", async ({ serve, watch }) => {
    // Of its own: where a configuration is removed, its alerts are closed.
    const { env } = await serve("--quiet");
    using person = new Person();
    const [id = ""] = idsIn(person, env, "alerts", "open");
    const watching = watch([`alerts/${id}`, "--until", "acknowledged", "--format", "json"], envOf(person, env));
    await watching.until(/"event":"start"/u);
    const body = JSON.stringify({ acknowledgedUntil: "2036-01-01T00:00:00Z" });
    const call = ["run", "acknowledgeAlert", `alertId=${id}`, "--body", "-", "--confirm", id];
    const { status } = person.command(call, body, env);
    expect(status).toBe(0);
    expect(await watching.ended()).toBe(0);
    const [start, ...others] = watching.events;
    expect(start).toMatchObject({
      event: "start",
      place: `alerts/${id}`,
      until: "acknowledged",
      id,
      fields: { status: "open", acknowledged: false },
    });
    expect(others.find(({ event }) => event === "changed")).toMatchObject({
      id,
      changes: expect.arrayContaining([expect.objectContaining({ from: expect.any(String), to: expect.any(String) })]),
      fields: { status: "acknowledged" },
    });
    expect(others.at(-1)).toMatchObject({ event: "end", result: "holds", exit: 0 });
    for (const { time } of watching.events) expect(Date.parse(String(time))).not.toBeNaN();
  });

  test("rows of a list: those that had not ended", async ({ serve, watch }) => {
    const { env } = await serve("--speed", "60");
    using person = new Person();
    const watching = watch(["restores", "--until", "done or status=expired"], envOf(person, env));
    expect(await watching.ended()).toBe(0);
    expect(watching.stdout).toContain("running → completed");
    expect(watching.lines.at(-1)).toBe("Holds: done or status=expired");
  });

  test("what is gone while it is watched: said, exit 1", async ({ watch }) => {
    const { env } = shared();
    using person = new Person();
    const [id = ""] = idsIn(person, env, "alerts", "open");
    const unknown = watch(["alerts/000000000000000000000000"], envOf(person, env));
    expect([await unknown.ended(), unknown.lines.at(-1)]).toEqual([1, "Not found: 000000000000000000000000."]);
    const list = person.command(["run", "listAlertConfigurations"], "", env).stdout;
    const parsed: unknown = JSON.parse(list);
    const configurations = isObject(parsed) && Array.isArray(parsed["results"]) ? parsed["results"] : [];
    const [first]: readonly { readonly id: string }[] = configurations;
    const watching = watch([`alert-configs/${first?.id}`], envOf(person, env));
    await watching.until(/\d\d:\d\d:\d\d/u);
    const removed = person.command(
      ["run", "deleteAlertConfiguration", `alertConfigId=${first?.id}`, "--confirm", String(first?.id)],
      "",
      env,
    );
    expect([removed.status, removed.stderr]).toEqual([0, ""]);
    expect(await watching.ended()).toBe(1);
    expect(watching.lines.at(-1)).toMatch(/ is gone\.$/u);
    expect(id).not.toBe("");
  });
});

describe.concurrent("a service that does not answer", () => {
  test("that is busy (429) or fails at the start is asked again", async ({ serve, watch }) => {
    for (const fault of ["rate-limit(divide=100) for 4s", "server-error(status=503) times 4"]) {
      const { env } = await serve("--quiet", "--faults", fault);
      using person = new Person();
      const watching = watch(["alerts", "--until", "open>0", "--timeout", "100s"], envOf(person, env));
      expect([fault, await watching.ended()]).toEqual([fault, 0]);
      expect(watching.lines.at(-1)).toBe("Holds: open>0");
    }
  });

  test("that fails or is busy without end at the start: why, exit 3", async ({ serve, watch }) => {
    const faults = [
      "server-error(status=503) times 1000",
      "refused(status=429,code=RATE_LIMITED_TOKEN_BUCKET)",
    ] as const;
    await Promise.all(
      faults.map(async (fault) => {
        const { env } = await serve("--quiet", "--faults", fault);
        using person = new Person();
        const watching = watch(["alerts"], envOf(person, env));
        expect([fault, await watching.ended()]).toEqual([fault, 3]);
        expect(watching.lines).toHaveLength(1);
      }),
    );
  });

  test("that goes while it is watched is said once, and does not end the watch", async ({ watch, onTestFinished }) => {
    const { env, process: service } = await servedInProcess(onTestFinished);
    using person = new Person();
    const args = ["alerts", "--until", "open=0", "--timeout", "60s"];
    const watching = watch(args, envOf(person, env));
    await watching.until(/Alerts/u);
    service.kill("SIGKILL");
    expect(await watching.ended()).toBe(124);
    const said = watching.stderr.trimEnd().split("\n");
    expect(said).toEqual([
      expect.stringMatching(/^sextant watch: Not read since \d\d:\d\d:\d\d, trying again: .*Cannot connect/u),
    ]);
    expect(watching.lines).toHaveLength(2);
  });
});

describe.concurrent("a service that fails for a while", () => {
  test("is said to have been read again", async ({ serve, watch }) => {
    const { env, ready } = await serve("--quiet");
    using person = new Person();
    const watching = watch(["alerts", "--until", "open=0", "--timeout", "240s"], envOf(person, env));
    await watching.until(/Alerts/u);
    await control(ready, "POST", "/scenarios", { faults: "server-error(status=503) times 1000 for 30s" });
    await watching.until(/Read again at/u);
    watching.kill("SIGTERM");
    expect(await watching.ended()).toBe(143);
    expect(watching.stderr.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^sextant watch: Not read since \d\d:\d\d:\d\d, trying again: /u),
      expect.stringMatching(/^sextant watch: Read again at \d\d:\d\d:\d\d\.$/u),
    ]);
  });
});

describe.concurrent("a service that does not answer at all", () => {
  test("a signal ends a watch of it at once, and not when it would have given up", async ({ serve, watch }) => {
    const { env, ready } = await serve("--quiet", "--faults", "hang");
    using person = new Person();
    const patient = watch(["alerts"], envOf(person, env));
    await firstRequest(ready);
    await control(ready, "DELETE", "/journal");
    const ended = watch(["alerts"], envOf(person, env));
    await firstRequest(ready);
    ended.kill("SIGINT");
    const first = await Promise.race([ended.ended(), patient.ended().then(() => "it gave up before")]);
    expect([first, ended.stderr]).toEqual([130, ""]);
    expect(await patient.ended()).toBe(3);
  });
});
