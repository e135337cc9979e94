import { spawnSync } from "node:child_process";
import { describe, expect } from "vitest";
import { programOf } from "../../build.ts";
import { Terminal } from "../journeys/terminal.ts";
import { Person } from "./person.ts";
import { servedToAll } from "./served.ts";
import { envOf, idsIn, PATIENT, test } from "./watching.ts";

/**
 * `sextant watch`: output and exit code in all that can become of a watch. docs/scripts.md has them as a table. What takes minutes stands
 * in `watch-over-time.long.test.ts`.
 */

/** For what only reads, or stands what others have written. */
const shared = servedToAll();

describe.concurrent("what a watch waits for", PATIENT, () => {
  test("counts of a list that hold already: one line, exit 0", async ({ watch }) => {
    const { env } = shared();
    using person = new Person();
    const watching = watch(["alerts", "--until", "open>0"], envOf(person, env));
    expect(await watching.ended()).toBe(0);
    expect(watching.stderr).toBe("");
    expect(watching.lines).toEqual([expect.stringMatching(/^Alerts {2}\d+ open/u), "Holds: open>0"]);
  });

  test("an item that has ended in another way: why, exit 1", async ({ watch }) => {
    const { env } = shared();
    using person = new Person();
    const [id = ""] = idsIn(person, env, "restores", "failed");
    const watching = watch([`restores/${id}`, "--format", "json"], envOf(person, env));
    expect(await watching.ended()).toBe(1);
    expect(watching.events.at(-1)).toMatchObject({
      event: "end",
      result: "never",
      reason: "Can no longer hold: done. prod-eu → prod-eu-side has ended: failed.",
      exit: 1,
    });
  });

  test.for([
    "alerts/zzz",
    "alert-configurations/zzz",
    "cloud-access/zzz",
    "restores/zzz",
    "live-migration/zzz",
    "live-migration/000000000000000000000000",
  ])("an item that is not there: that it is not, exit 1 (%s)", async (place, { watch }) => {
    const { env } = shared();
    using person = new Person();
    const watching = watch([place], envOf(person, env));
    expect(await watching.ended()).toBe(1);
    expect([watching.lines, watching.stderr]).toEqual([[`Not found: ${place.split("/")[1]}.`], ""]);
    const { status, stdout } = person.command(["show", place], "", env);
    expect([status, stdout]).toEqual([1, ""]);
  });

  test("an item by its names; of several called so the candidates, exit 2", async ({ watch }) => {
    const { env } = shared();
    using person = new Person();
    const named = watch(["indexes/shop.products/default"], envOf(person, env));
    expect(await named.ended()).toBe(0);
    expect(named.lines).toEqual([expect.stringMatching(/^default of shop\.products /u), "Holds: done"]);
    const several = watch(["indexes/shop.products", "--format", "json"], envOf(person, env));
    expect(await several.ended()).toBe(2);
    expect(several.events).toEqual([expect.objectContaining({ result: "never", exit: 2 })]);
    expect(several.stderr).toContain("shop.products · facets");
  });

  test("what is never sent: why, exit 1", async ({ watch }) => {
    const { env } = shared();
    using person = new Person();
    const watching = watch(["metrics-targets"], envOf(person, env));
    expect(await watching.ended()).toBe(1);
    expect(watching.stdout).toContain("has no metrics address");
  });

  test("time that is up: exit 124, what does not hold", async ({ watch }) => {
    const { env } = shared();
    using person = new Person();
    const watching = watch(["alerts", "--until", "open=0", "--timeout", "10s"], envOf(person, env));
    expect(await watching.ended()).toBe(124);
    expect(watching.lines.at(-1)).toBe("Time is up: open=0 does not hold.");
  });
});

describe.concurrent("a service that does not answer", PATIENT, () => {
  test("that is not there at the start: why, exit 3", async ({ watch }) => {
    using person = new Person();
    const env = {
      SEXTANT_BASE_URL: "http://127.0.0.1:9",
      SEXTANT_PUBLIC_KEY: "public",
      SEXTANT_PRIVATE_KEY: "canary-9471",
      SEXTANT_PROJECT_ID: "32b6e34b3d91647abb20e7b8",
    };
    const watching = watch(["alerts"], envOf(person, env));
    expect(await watching.ended()).toBe(3);
    expect(watching.stdout).toMatch(/Cannot connect to 127\.0\.0\.1:9/u);
    expect(watching.stdout + watching.stderr).not.toContain("canary");
  });

  test("that is too slow at the start: exit 3", async ({ serve, watch }) => {
    const { env } = await serve("--quiet", "--faults", "slow(seconds=20) on GET **/alerts");
    using person = new Person();
    const watching = watch(["alerts", "--timeout", "2s"], envOf(person, env));
    expect([3, 124]).toContain(await watching.ended());
    expect(watching.lines).toHaveLength(1);
  });

  test("that does not take the keys: why, exit 1", async ({ watch }) => {
    const { env } = shared();
    using person = new Person();
    const watching = watch(["alerts"], envOf(person, { ...env, SEXTANT_PRIVATE_KEY: "canary-9471" }));
    expect(await watching.ended()).toBe(1);
    expect(watching.stdout).toContain("does not accept the credentials");
    expect(watching.stdout + watching.stderr).not.toContain("canary");
  });

  test("that does not take the address (403): why, exit 1", async ({ serve, watch }) => {
    const { env } = await serve("--quiet", "--faults", "not-on-access-list");
    using person = new Person();
    const watching = watch(["alerts"], envOf(person, env));
    expect(await watching.ended()).toBe(1);
    expect(watching.stdout).toContain("203.0.113.7");
  });
});

describe.concurrent("where it runs", PATIENT, () => {
  test.for([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("%s ends it quietly with %i", async ([signal, code], { watch }) => {
    const { env } = shared();
    using person = new Person();
    const watching = watch(["alerts"], envOf(person, env));
    await watching.until(/Alerts/u);
    watching.kill(signal);
    expect(await watching.ended()).toBe(code);
    expect([watching.lines.length, watching.stderr]).toEqual([1, ""]);
  });

  test("a reader that has gone ends it without a word", async ({ serve }) => {
    const { env } = await serve("--speed", "60");
    using person = new Person();
    const { stdout, stderr } = spawnSync(
      "bash",
      ["-c", `"$0" "$1" watch alerts | head -n 1; echo \${PIPESTATUS[0]}`, process.execPath, programOf()],
      { encoding: "utf8", env: envOf(person, env) },
    );
    expect([stdout.trimEnd().split("\n").slice(1), stderr]).toEqual([["141"], ""]);
  });

  test("in cron's environment: no HOME, no TERM, no terminal", async ({ watch }) => {
    const { env } = shared();
    const watching = watch(["alerts", "--until", "open>0"], { PATH: "/usr/bin:/bin", ...env });
    expect([await watching.ended(), watching.stderr]).toEqual([0, ""]);
    expect(watching.stdout).not.toContain("\u001b");
  });

  test("on a terminal it is one line that is rewritten, and the end below it", async () => {
    const { env } = shared();
    using person = new Person();
    await using terminal = new Terminal({
      args: [programOf(), "watch", "alerts", "--until", "open=0", "--timeout", "10s"],
      cols: 60,
      rows: 10,
      env: { ...person.env, ...env, NO_COLOR: "1" },
      keys: {},
    });
    expect((await terminal.exit()).code).toBe(124);
    const lines = terminal.text().trimEnd().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^Alerts {2}\d+ open .*/u),
      expect.stringMatching(/^\d\d:\d\d:\d\d {2}Time is up: open=0 does not hold\.$/u),
    ]);
  });
});

describe.concurrent("how the end is told", PATIENT, () => {
  test("a command gets its arguments as they are, what happened, and no keys", async ({ watch }) => {
    const { env } = shared();
    using person = new Person();
    const file = `${person.directory}/notified`;
    const script = `printf '%s|' "$@" > ${file}; env >> ${file}`;
    const command = ["--", "sh", "-c", script, "sh", "$HOME;x", "a b"];
    const watching = watch(["alerts", "--until", "open>0", "--notify", "command", ...command], envOf(person, env));
    expect([await watching.ended(), watching.stderr]).toEqual([0, ""]);
    const notified = person.files().get("notified") ?? "";
    expect(notified).toContain("$HOME;x|a b|Sextant: alerts: Holds: open>0|");
    expect(notified).toContain("SEXTANT_BASE_URL=");
    expect(notified).not.toContain(env["SEXTANT_PRIVATE_KEY"]);
  });

  test("a command that is not there or fails is said, and changes no exit code; a pipe gets no bell", async ({
    watch,
  }) => {
    const { env } = shared();
    using person = new Person();
    const args = ["alerts", "--until", "open>0", "--notify", "bell", "--notify", "command", "--"];
    const missing = watch([...args, "no-such-program"], envOf(person, env));
    expect(await missing.ended()).toBe(0);
    expect(missing.stderr).toBe(
      "sextant watch: The command of --notify failed (no-such-program): spawn no-such-program ENOENT.\n",
    );
    expect(missing.stdout).not.toContain("\u0007");
    const failing = watch([...args, "sh", "-c", "yes | head -c 9000000; exit 4"], envOf(person, env));
    expect(await failing.ended()).toBe(0);
    expect(failing.stderr).toBe("sextant watch: The command of --notify failed (sh): it ended with 4.\n");
  });
});

describe.concurrent("what cannot be watched: wrong use, exit 2, before anything is asked", PATIENT, () => {
  test.each([
    [[], "What to watch is missing"],
    [["alrts"], 'Unknown place or command "alrts". Did you mean alerts?'],
    [["alerts", "--until", "opn=0"], 'Unknown field "opn". Did you mean open'],
    [["alerts", "--until", "open<0"], "This can never hold: open is never below 0."],
    [["restores", "--until", "done and running=0"], "are not waited for together"],
    [["restores", "--until", "status=fail"], "Did you mean failed?"],
    [["alerts", "--until", "open=0", "--filter", "disk"], "counts the whole list"],
    [["restores/1", "--filter", "disk"], "--filter is for the rows of a list"],
    [["alerts", "--timeout", "5"], "--timeout requires a length of time"],
    [["alerts", "--every", "0s"], "--every requires a length of time"],
    [["alerts", "--notify", "horn"], "--notify does not take"],
    [["alerts", "--notify", "command"], "The command of --notify command is missing"],
    [["alerts", "restores"], "Unexpected argument"],
  ])("%s", (args, words) => {
    using person = new Person();
    const { status, stdout, stderr } = person.command(["watch", ...args]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(words);
  });

  test("a condition is shown with the column under it", () => {
    using person = new Person();
    expect(person.command(["watch", "alerts", "--until", "open=0 and critcal=0"]).stderr).toBe(
      `sextant watch: --until: Unknown field "critcal". Did you mean critical?\n  open=0 and critcal=0\n${" ".repeat(13)}^\n`,
    );
  });
});
