import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { isRunning } from "../../src/contract/running.ts";
import { type Setting, Sextant, SIZES } from "./sextant.ts";
import { interactiveShell } from "./shell.ts";
import { Stage } from "./stage.ts";

/** A console that is started as a job in the background: it stops before it touches the terminal, as an editor does there. */

export const setting: Setting = SIZES[0] ?? { cols: 80, rows: 24, dialect: "specification" };

type Job = { readonly shell: Sextant; readonly pid: number };

/** How the shell has set its terminal, at its prompt. */
const settings = (shell: Sextant): string =>
  execFileSync("stty", ["-g", "-F", `/proc/${shell.pid}/fd/0`], { encoding: "utf8" });

async function promptIs(shell: Sextant, text: string): Promise<void> {
  await shell.waitFor((rows) => rows.filter((row) => row !== "").at(-1) === text, { what: text });
}

/** A job of a shell that is stopped. `kill %1` of bash goes on with SIGCONT, that of dash does not. */
async function startJob(stage: Stage, command: string): Promise<Job> {
  const env = { ...stage.home.env, ...stage.world.env() };
  const bash = { file: "bash", args: ["--norc", "--noprofile", "-i"] };
  const shell = new Sextant({ ...interactiveShell(env), ...bash, cols: setting.cols, rows: setting.rows });
  await shell.waitFor("shell>");
  shell.type(`${command}\r`);
  // Asked for with its job: bash says that one has stopped before its next prompt.
  const asks = setInterval(() => shell.type("jobs -l\r"), 200);
  await shell.waitFor(/^\[1\]\+ +\d+ Stopped/u).finally(() => clearInterval(asks));
  const [, pid] = /^\[1\]\+ +(\d+) Stopped/mu.exec(shell.text()) ?? [];
  return { shell, pid: Number(pid) };
}

/** Ends the job by a command of the shell, whose terminal stays as the shell has set it. */
async function endJob({ shell, pid }: Job, kill: string): Promise<void> {
  shell.type("clear; echo $((40 + 1)) is the job\r");
  await shell.waitFor("41 is the job");
  await promptIs(shell, "shell>");
  const before = settings(shell);
  shell.type(`${kill}\r`);
  while (isRunning(pid)) await wait(50);
  shell.type("\recho $((40 + 2)) is what the shell says\r");
  await shell.waitFor("42 is what the shell says");
  await promptIs(shell, "shell>");
  expect(settings(shell)).toBe(before);
  expect(shell.modes()).toMatchObject({ alternateScreen: false, bracketedPaste: true, cursorVisible: true });
  expect(shell.text()).not.toMatch(/Sextant|Overview|Alerts/u);
}

/** The console as a job in the background, and the commands that end it. */
export function endsInBackground(args: string, kills: readonly string[]): void {
  it.each(kills)("ends with %s", async (kill) => {
    await using stage = await Stage.set(setting);
    const job = await startJob(stage, `"$NODE" dist/main.js ${args} &`);
    await using _ = job.shell;
    await endJob(job, kill);
  });
}

export function beginsWithFg(args: string): void {
  it("stops again with bg, and begins with fg", async () => {
    await using stage = await Stage.set(setting);
    const job = await startJob(stage, `"$NODE" dist/main.js ${args} &`);
    await using shell = job.shell;
    shell.type("clear; bg\r");
    const asks = setInterval(() => shell.type("\r"), 200);
    await shell.waitFor("Stopped").finally(() => clearInterval(asks));
    shell.type("clear; fg\r");
    await shell.waitFor(/Alerts +\d+ open|1 of \d+: /u);
    shell.press("quit");
    await shell.waitFor(/^shell>\s*$/u);
  });
}

/** A command that asks at the terminal, with what it asks. */
export const ASKING: readonly (readonly [command: string, asks: RegExp])[] = [
  [
    "profile add x --base-url http://localhost:1 --public-key abcdefgh --secret-in file --no-check",
    /Private key \(not shown\)/u,
  ],
  ["apply $HOME/dns.yaml", /Send this to .*\[y\/N\]/u],
];

/** A command that asks, as a job in the background. */
async function askingJob(stage: Stage, args: string): Promise<Job> {
  writeFileSync(join(stage.home.directory, "dns.yaml"), "kind: custom-dns\nversion: 1\nsettings:\n  enabled: true\n");
  return startJob(stage, `"$NODE" dist/main.js ${args} &`);
}

export function endsBeforeItAsks(args: string, asks: RegExp, kills: readonly string[]): void {
  it.each(kills)("stops before it asks, and ends with %s", async (kill) => {
    await using stage = await Stage.set(setting);
    const job = await askingJob(stage, args);
    await using _ = job.shell;
    expect(job.shell.text()).not.toMatch(asks);
    await endJob(job, kill);
  });
}

export function asksWithFg(args: string, asks: RegExp): void {
  it("asks once it has the terminal", async () => {
    await using stage = await Stage.set(setting);
    const job = await askingJob(stage, args);
    await using shell = job.shell;
    shell.type("clear; fg\r");
    await shell.waitFor(asks);
    shell.type("\u0003");
    await shell.waitFor(/^shell>\s*$/u);
  });
}
