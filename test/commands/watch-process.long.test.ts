import { spawnSync } from "node:child_process";
import { describe, expect } from "vitest";
import { programOf } from "../../build.ts";
import { Terminal } from "../journeys/terminal.ts";
import { Person } from "./person.ts";
import { servedToAll } from "./served.ts";
import { envOf, PATIENT, test } from "./watching.ts";

/** `sextant watch` as a process: signals, pipes, terminals, and commands that it starts. */

/** For what only reads. */
const shared = servedToAll();

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
