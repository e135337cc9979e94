import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadTheme } from "../../src/app/theme.ts";
import { promptLine, tmuxLine } from "../../src/commands/show/status-line.ts";
import { printable } from "../../src/text/printable.ts";
import { span } from "../../src/text/spans.ts";
import { findProgram, programOrSkip } from "../programs/found.ts";
import { Person } from "./person.ts";
import { type Env, type Served, served as serve, servedInProcess, servedToAll } from "./served.ts";

/** `sextant show` for what shows a line (tmux, a prompt) and for what keeps figures (Prometheus). */

const service = servedToAll();

/** The variables that name the service of all tests, or one of its own where flags are given. */
const served = async (...flags: readonly string[]): Promise<Env> =>
  (flags.length === 0 ? service() : await serve(["--quiet", ...flags])).env;

describe("openmetrics", () => {
  test("promtool takes the figures of each area", async (context) => {
    const prometheus = programOrSkip(context, "prometheus", "SEXTANT_PROMETHEUS");
    const promtool = join(dirname(prometheus), "promtool");
    const env = await served();
    using person = new Person();
    for (const area of ["overview", "alerts", "snapshots", "backup-schedules", "restore-jobs", "search-indexes"]) {
      const { stdout, stderr, status } = person.command(["show", area, "--format", "openmetrics"], "", env);
      expect([area, status, stderr]).toEqual([area, 0, ""]);
      const checked = spawnSync(promtool, ["check", "metrics"], { input: stdout, encoding: "utf8" });
      expect([area, checked.status, checked.stdout, checked.stderr]).toEqual([area, 0, "", ""]);
    }
  }, 180_000);

  test("has the counts of JSON, with the project's name, and a series for each cluster", async () => {
    const env = await served();
    using person = new Person();
    const { stdout } = person.command(["show", "overview", "--format", "openmetrics"], "", env);
    const { counts }: { readonly counts: Readonly<Record<string, number>> } = JSON.parse(
      person.command(["show", "overview", "--format", "json"], "", env).stdout,
    );
    const lines = stdout.trimEnd().split("\n");
    for (const name of ["critical", "error", "warning", "restores", "indexes"]) {
      expect(lines).toContain(`sextant_overview_${name}{project="Payments"} ${counts[name]}`);
    }
    expect(lines).toContain('sextant_overview_complete{project="Payments"} 1');
    expect(stdout).toMatch(/^sextant_overview_cluster_backup_age_seconds\{project="Payments",cluster="prod-eu"\} \d/mu);
    expect(lines.at(-1)).toBe("# EOF");
    const series = lines.filter((line) => !line.startsWith("#")).map((line) => line.replace(/ [^ ]+$/u, ""));
    expect(new Set(series).size).toBe(series.length);
    // Never a timestamp, which the collector refuses, and never an id.
    for (const line of lines.filter((one) => !one.startsWith("#")))
      expect(line).toMatch(/^[a-z_]+\{[^{}]*\} -?[\d.e+]+$/u);
    expect(stdout).not.toMatch(/[0-9a-f]{24}/u);
  });

  test("says where not all was read: exit 1, complete 0, and no figure that is not known", async () => {
    const env = await served("--faults", "server-error times 500 on GET **/backup/restoreJobs");
    using person = new Person();
    const { stdout, status } = person.command(["show", "overview", "--format", "openmetrics"], "", env);
    expect([status, stdout]).toEqual([1, expect.stringContaining('sextant_overview_complete{project="Payments"} 0\n')]);
    expect(stdout).not.toContain("sextant_overview_restores{");
  });

  test("is refused where there are no figures", async () => {
    const env = await served();
    using person = new Person();
    expect(person.command(["show", "custom-dns", "--format", "openmetrics"], "", env)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("has no figures"),
    });
  });
});

describe("a status line", () => {
  test("is the state of the overview, in the colours of tmux, or plain, and not wider than it may be", async () => {
    const env = await served();
    using person = new Person();
    const plain = person.command(["show", "overview", "--format", "line"], "", env);
    expect([plain.status, plain.stderr]).toEqual([0, ""]);
    expect(plain.stdout).toMatch(/^\d+ critical · \d+ errors? · .*\n$/u);
    const tmux = person.command(["show", "overview", "--format", "tmux"], "", env);
    expect(tmux.stdout).toMatch(/^#\[fg=red,bold\]\d+ critical#\[default\]#\[dim\] · #\[default\]/u);
    const narrow = person.command(["show", "overview", "--format", "line", "--width", "30"], "", env).stdout;
    expect(narrow.trimEnd().length).toBeLessThanOrEqual(30);
    expect(narrow).toMatch(/^\d+ critical/u);
  });

  test("says what is wrong where nothing is known, on standard output alone", () => {
    using person = new Person();
    const env = { SEXTANT_BASE_URL: "http://127.0.0.1:9", SEXTANT_PUBLIC_KEY: "p", SEXTANT_PRIVATE_KEY: "canary-9471" };
    const project = { SEXTANT_PROJECT_ID: "32b6e34b3d91647abb20e7b8" };
    const { status, stdout, stderr } = person.command(["show", "overview", "--format", "line"], "", {
      ...env,
      ...project,
    });
    expect([status, stderr]).toEqual([3, ""]);
    expect(stdout).toMatch(/^! .*127\.0\.0\.1:9.*\n$/u);
  });

  const HOSTILE = "a#[bg=red]b ##[x] #(id) #{host} %H%M ##x #S $(id) `id` \\u \\$x %F{red}y 39 %";

  test("tmux shows a text from outside as it is", (context) => {
    const tmux = programOrSkip(context, "tmux", "SEXTANT_TMUX");
    using person = new Person();
    const line = tmuxLine([span(HOSTILE, "critical"), span(" end")], loadTheme("terminal", "16").looks);
    const script = person.write("line", `#!/bin/sh\nprintf '%s\\n' '${line.replaceAll("'", "'\\''")}'\n`);
    chmodSync(script, 0o700);
    const env = {
      PATH: process.env["PATH"],
      HOME: person.directory,
      TERM: "xterm-256color",
      TMUX_TMPDIR: person.directory,
    };
    const run = (name: string, ...args: readonly string[]) =>
      execFileSync(tmux, ["-L", name, "-f", "/dev/null", ...args], { encoding: "utf8", env });
    try {
      run("inner", "new-session", "-d", "-x", "150", "-y", "4", "cat");
      for (const [option, value] of [
        ["status-right-length", "140"],
        ["status-left", ""],
        ["status-interval", "1"],
        ["status-right", `#(${script})`],
      ] as const) {
        run("inner", "set", "-g", option, value);
      }
      run("outer", "new-session", "-d", "-x", "150", "-y", "6", `${tmux} -L inner attach`);
      let shown = "";
      for (let tries = 0; tries < 300 && !shown.includes(" end"); tries += 1) {
        execFileSync("sleep", ["0.1"]);
        shown = run("outer", "capture-pane", "-p");
      }
      expect(shown).toContain(`${printable(HOSTILE)} end`);
    } finally {
      for (const name of ["outer", "inner"]) spawnSync(tmux, ["-L", name, "kill-server"], { env });
    }
  });

  test("a prompt holds nothing that a shell acts on", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const line = promptLine([span(text)]);
        expect(line).not.toMatch(/[$`\\\n\r\u001b]|%[^\s),.;:]/u);
      }),
      { numRuns: 40 },
    );
    expect(promptLine([span(HOSTILE)])).toBe(
      "a#[bg=red]b ##[x] #(id) #{host} ·H·M ##x #S ·(id) ·id· ·u ··x ·F{red}y 39 %",
    );
  });

  test("bash and zsh show a prompt with it as it is", (context) => {
    const line = promptLine([span(HOSTILE)]);
    const bash = programOrSkip(context, "bash", "SEXTANT_BASH");
    const expanded = "PS1@P";
    const inBash = execFileSync(bash, ["-c", `PS1='$LINE> '; printf %s "\${${expanded}}"`], {
      encoding: "utf8",
      env: { LINE: line },
    });
    expect(inBash).toBe(`${line}> `);
    const zsh = findProgram("zsh", "SEXTANT_ZSH");
    if (zsh === undefined) return;
    const inZsh = execFileSync(zsh, ["-fc", 'psvar=("$LINE"); print -nP "%1v> "'], {
      encoding: "utf8",
      env: { LINE: line },
    });
    expect(inZsh).toBe(`${line}> `);
  });
});

describe("a status line that is run again and again", () => {
  /** How many requests a service has had. */
  async function requestsOf({ ready }: Served): Promise<number> {
    const answer = await fetch(`${ready.controlUrl}/journal`, {
      headers: { Authorization: `Bearer ${ready.controlToken}` },
    });
    const journal: { readonly entries: readonly unknown[] } = JSON.parse(await answer.text());
    return journal.entries.length;
  }

  test("asks for what is no longer fresh, and says how old it is where the service is gone", {
    timeout: 180_000,
  }, async () => {
    const service = await servedInProcess();
    const { env } = service;
    using person = new Person();
    const line = () => person.command(["show", "overview", "--format", "line"], "", env);
    const first = line();
    const firstRequests = await requestsOf(service);
    const second = line();
    const furtherRequests = (await requestsOf(service)) - firstRequests;
    expect([first.status, second.status, second.stderr]).toEqual([0, 0, ""]);
    expect(second.stdout).toBe(first.stdout);
    expect(firstRequests).toBeGreaterThan(15);
    expect(furtherRequests).toBeLessThan(firstRequests / 2);
    const gone = new Promise((resolve) => service.process.once("exit", resolve));
    service.process.kill("SIGKILL");
    await gone;
    const old = line();
    expect([old.status, old.stderr]).toEqual([1, ""]);
    expect(old.stdout).toMatch(/^\d+ critical · .* · \d+[smh] old\n$/u);
  });
});
