import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { leaving, wantTitle } from "./leaving.ts";
import { Sextant, SIZES } from "./sextant.ts";
import { interactiveShell } from "./shell.ts";
import { Stage } from "./stage.ts";

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

  leaving(setting, { late: ["quit"], early: ["quit"], titled: ["SIGTERM"], from: ["palette"] });

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
