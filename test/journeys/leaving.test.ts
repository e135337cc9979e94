import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Sextant, SIZES } from "./sextant.ts";
import { interactiveShell } from "./shell.ts";
import { Stage } from "./stage.ts";

const SIGTERM_CODE = 143;

/** Has the console name the window. */
function wantTitle(stage: Stage): void {
  const folder = join(stage.home.directory, "config/sextant");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "preferences.json"), JSON.stringify({ version: 1, title: "on" }), { mode: 0o600 });
}

/**
 * Waits for the prompt after the console, and sees that nothing was typed into it: of the whole screen only this stands there.
 *
 * @param said what the shell itself says of its job
 */
async function promptIsClean(shell: Sextant, args: string, said?: string): Promise<void> {
  const prompts = (count: number) => (rows: readonly string[]) =>
    rows.filter((row) => row.startsWith("shell>")).length === count;
  await shell.waitFor(prompts(2), { what: "a prompt" });
  await shell.answered();
  shell.type("echo here $((1 + 1))\r");
  await shell.waitFor(prompts(3), { what: "the next prompt" });
  const rows = shell.history().filter((row) => row !== "" && (said === undefined || !row.includes(said)));
  expect(rows).toEqual([`shell> "$NODE" dist/main.js ${args}`, "shell> echo here $((1 + 1))", "here 2", "shell>"]);
}

describe.each(SIZES)("leaving at $cols x $rows, $dialect", (setting) => {
  it("leaves the terminal as it was, with nothing on it", async () => {
    await using stage = await Stage.set(setting);
    const sextant = stage.console();
    const before = sextant.modes();
    await sextant.waitFor(/▌Overview +2 crit/iu);
    expect(sextant.modes()).toMatchObject({ alternateScreen: true, bracketedPaste: true, cursorVisible: false });
    sextant.press("quit");
    expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
    expect(sextant.modes()).toEqual(before);
    expect(sextant.history().join("").trim()).toBe("");
  });

  it.each(["quit", "ctrl+c"])("by %s leaves a clean prompt where the terminal answers late", async (how) => {
    await using stage = await Stage.set(setting);
    const { cols, rows } = setting;
    const env = { ...stage.home.env, ...stage.world.env() };
    await using shell = new Sextant({ ...interactiveShell(env), cols, rows, answersAfter: 300 });
    await shell.waitFor("shell>");
    const before = shell.modes();
    shell.type('"$NODE" dist/main.js alerts\r');
    await shell.waitFor(/Alerts +\d+ open/u);
    // Enough is written for the console to ask whether it has arrived.
    await shell.do("help.open", "▌Keys");
    await shell.do("help.close", /Alerts +\d+ open/u);
    if (how === "quit") shell.press("quit");
    else shell.key(how);
    await shell.waitForModes(before);
    await promptIsClean(shell, "alerts");
  });

  it.each(["quit", "suspend"])("by %s leaves a clean prompt within a round trip of the start", async (how) => {
    await using stage = await Stage.set(setting);
    const { cols, rows } = setting;
    const env = { ...stage.home.env, ...stage.world.env() };
    const background = "rgb:0000/0000/0000";
    await using shell = new Sextant({ ...interactiveShell(env), cols, rows, answersAfter: 300, background });
    await shell.waitFor("shell>");
    const before = shell.modes();
    shell.type('"$NODE" dist/main.js alerts --theme auto\r');
    await shell.waitForModes({ bracketedPaste: true });
    shell.press(how);
    await shell.waitForModes(before);
    await promptIsClean(shell, "alerts --theme auto", "Stopped");
  });

  it.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)("takes the window's title back at %s", async (signal) => {
    await using stage = await Stage.set(setting);
    wantTitle(stage);
    const sextant = stage.console();
    await sextant.waitForTitle(/Payments · sextant/u);
    sextant.kill(signal);
    await sextant.exit();
    expect(sextant.title).toBe("");
  });

  it("takes the window's title back while it is suspended, and gives it again with fg", async () => {
    await using stage = await Stage.set(setting);
    wantTitle(stage);
    const { cols, rows } = setting;
    const env = { ...stage.home.env, ...stage.world.env() };
    await using shell = new Sextant({ ...interactiveShell(env), cols, rows });
    await shell.waitFor("shell>");
    shell.type('"$NODE" dist/main.js alerts\r');
    await shell.waitForTitle(/Payments · sextant/u);
    shell.press("suspend");
    await shell.waitForTitle(/^$/u);
    await shell.waitFor("Stopped");
    shell.type("fg\r");
    await shell.waitForTitle(/Payments · sextant/u);
    await shell.waitFor(/Alerts +\d+ open/u);
    shell.press("quit");
    await shell.waitForTitle(/^$/u);
  });

  it.each(["list", "palette", "filter"] as const)("leaves it as it was at SIGTERM, from the %s", async (where) => {
    await using stage = await Stage.set(setting);
    const sextant = stage.console();
    const before = sextant.modes();
    await sextant.waitFor(/▌Overview +2 crit/iu);
    if (where === "palette") await sextant.do("palette.open", "Commands");
    if (where === "filter") await sextant.do("filter.open", "/ text");
    sextant.kill("SIGTERM");
    expect(await sextant.exit()).toEqual({ code: SIGTERM_CODE, signal: 0 });
    expect(sextant.modes()).toEqual(before);
  });
});

describe.each(SIZES)("a start at $cols x $rows, $dialect", (setting) => {
  it("says that certificates are checked where the environment would switch that off, and says it once", async () => {
    await using stage = await Stage.set(setting);
    const sextant = stage.console(["alerts"], { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    await sextant.waitFor("NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored");
    await sextant.waitFor(/Alerts +\d+ open/u);
    await sextant.do("list.down", () => sextant.row("NODE_TLS_REJECT_UNAUTHORIZED") === undefined);
  });
});

it("removes at a start what a killed console left of a text in an editor", async () => {
  await using stage = await Stage.set(SIZES[0] ?? { cols: 80, rows: 24, dialect: "specification" });
  const temporary = join(stage.home.directory, "temporary");
  const left = join(temporary, `sextant-edit-${2 ** 22 + 1}-abcDEF`);
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, "edit.json"), "a text");
  utimesSync(left, 0, 0);
  stage.console(["alerts"], { TMPDIR: temporary });
  while (existsSync(left)) await wait(20);
});

describe.each(SIZES)("the size of the terminal, begun at $cols x $rows, $dialect", (setting) => {
  it("says what it needs where there is too little, and goes on where it was when there is enough", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    await sextant.select("snapshot late");
    sextant.resize(50, 10);
    await sextant.waitFor("needs 60x15");
    sextant.resize(setting.cols, setting.rows);
    await sextant.waitUntilAbsent("needs 60x15");
    await sextant.waitFor(/Alerts +\d+ open/u);
    expect(sextant.selected()?.text).toContain("snapshot late");
    await sextant.do("list.open", /Event type +CPS_SNAPSHOT_BEHIND/u);
  });

  it("can be quit where there is too little room", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    sextant.resize(50, 10);
    await sextant.waitFor("needs 60x15");
    sextant.press("quit");
    expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
  });

  it("works at 60 x 15: list, areas, detail, keys", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    sextant.resize(60, 15);
    await sextant.waitFor((rows) => rows[0]?.length === 59 && (rows.at(-1) ?? "").trim() !== "", {
      what: "the whole screen at 60 x 15",
    });
    await sextant.select("snapshot late");
    await sextant.do("list.open", /Config +snapshot late/u);
    await sextant.do("detail.last", /Project +[0-9a-f]{24}/u);
    await sextant.do("detail.back", /SEV +AGE +WHAT/u);
    await sextant.do("pane.left", "Custom DNS");
    await sextant.do("sidebar.down", /^›.*Alert configs/u);
    await sextant.do("sidebar.open", /Alert configs +\d+ on/u);
    await sextant.do("help.open", /▌Keys/u);
  });
});
