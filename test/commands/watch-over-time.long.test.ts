import { describe, expect } from "vitest";
import { isObject } from "../../src/contract/json.ts";
import { control } from "../service/support.ts";
import { Person } from "./person.ts";
import { servedToAll } from "./served.ts";
import { envOf, idsIn, PATIENT, test } from "./watching.ts";

/** `sextant watch` where it takes minutes: what waits for the next read, for a service to come back, for time to pass. */

const shared = servedToAll();

describe.concurrent("what a watch waits for", PATIENT, () => {
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

describe.concurrent("a service that does not answer", PATIENT, () => {
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

  test("that goes while it is watched is said once, and does not end the watch", async ({ serve, watch }) => {
    const { env, process: service } = await serve("--quiet");
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

describe.concurrent("a service that fails for a while", PATIENT, () => {
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
