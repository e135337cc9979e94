import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Setting, Sextant } from "./sextant.ts";
import { interactiveShell } from "./shell.ts";
import { Stage } from "./stage.ts";

const SIGTERM_CODE = 143;

/** Has the console name the window. */
export function wantTitle(stage: Stage): void {
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

/** Ways of leaving, each of which leaves the terminal as it was. */
export type Ways = {
  /** Where the terminal answers late. */
  readonly late: readonly ("quit" | "ctrl+c")[];
  /** Within a round trip of the start. */
  readonly early: readonly ("quit" | "suspend")[];
  /** With the console's title on the window. */
  readonly titled: readonly ("SIGTERM" | "SIGHUP" | "SIGINT")[];
  /** At SIGTERM, from there. */
  readonly from: readonly ("list" | "palette" | "filter")[];
};

export function leaving(setting: Setting, ways: Ways): void {
  it.each(ways.late)("by %s leaves a clean prompt where the terminal answers late", async (how) => {
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

  it.each(ways.early)("by %s leaves a clean prompt within a round trip of the start", async (how) => {
    await using stage = await Stage.set(setting);
    const { cols, rows } = setting;
    const env = { ...stage.home.env, ...stage.world.env() };
    const background = "rgb:0000/0000/0000";
    await using shell = new Sextant({ ...interactiveShell(env), cols, rows, answersAfter: 1000, background });
    await shell.waitFor("shell>");
    const before = shell.modes();
    shell.type('"$NODE" dist/main.js alerts --theme auto\r');
    await shell.waitForModes({ bracketedPaste: true });
    shell.press(how);
    await shell.waitForModes(before);
    await promptIsClean(shell, "alerts --theme auto", "Stopped");
  });

  it.each(ways.titled)("takes the window's title back at %s", async (signal) => {
    await using stage = await Stage.set(setting);
    wantTitle(stage);
    const sextant = stage.console();
    await sextant.waitForTitle(/Payments · sextant/u);
    sextant.kill(signal);
    await sextant.exit();
    expect(sextant.title).toBe("");
  });

  it.each(ways.from)("leaves it as it was at SIGTERM, from the %s", async (where) => {
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
}
