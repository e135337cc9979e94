import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { otherKeys } from "../app/other-keys.ts";
import { Home } from "./home.ts";
import { Sextant, SIZES } from "./sextant.ts";

/** Preferences that are kept over a restart, and a console in which every key is another one. */

const preferencesFile = (home: Home): string => join(home.directory, "config/sextant/preferences.json");

function writePreferences(home: Home, preferences: object): void {
  mkdirSync(dirname(preferencesFile(home)), { recursive: true, mode: 0o700 });
  writeFileSync(preferencesFile(home), JSON.stringify({ version: 1, ...preferences }), { mode: 0o600 });
}

describe.each(SIZES)("preferences at $cols x $rows", ({ cols, rows }) => {
  it("are kept over a restart, with what this program does not know; the command line goes before them", async () => {
    using home = new Home();
    writePreferences(home, { later: { a: 1 } });
    {
      await using sextant = new Sextant({ args: ["dist/main.js"], cols, rows, env: home.env });
      await sextant.waitForSaid(/unknown setting later is kept/u);
      await sextant.do("preferences", /▌Preferences/u);
      await sextant.select("Start at", "menu.down");
      await sextant.do("menu.choose", /▌Start at/u);
      await sextant.select("Alerts", "menu.down");
      await sextant.do("menu.choose", /▌Preferences/u);
      await sextant.select("Sidebar", "menu.down");
      await sextant.do("menu.choose", /Sidebar +hidden/u);
      await sextant.do("menu.close", /▌Overview/u);
      sextant.press("quit");
      expect((await sextant.exit()).code).toBe(0);
    }
    const stored: unknown = JSON.parse(readFileSync(preferencesFile(home), "utf8"));
    expect(stored).toEqual({ version: 1, later: { a: 1 }, start: "alerts", pane: "on" });
    await using sextant = new Sextant({ args: ["dist/main.js"], cols, rows, env: home.env });
    await sextant.waitFor(/▌Alerts +6 open/u);
    expect(sextant.text()).not.toContain("Custom DNS");
    await using other = new Sextant({ args: ["dist/main.js", "auditing"], cols, rows, env: home.env });
    await other.waitFor(/▌Auditing/u);
  });

  it("that are broken are named with the line, cost nothing, and are not written over", async () => {
    using home = new Home();
    writePreferences(home, {});
    writeFileSync(preferencesFile(home), '{\n"version": 1,\n"theme": dark\n}');
    await using sextant = new Sextant({ args: ["dist/main.js"], cols, rows, env: home.env });
    await sextant.waitFor(/\(line 3\)/u);
    await sextant.do("preferences", /▌Preferences/u);
    await sextant.select("Bell", "menu.down");
    await sextant.do("menu.choose", /Preferences not saved/u);
    expect(readFileSync(preferencesFile(home), "utf8")).toBe('{\n"version": 1,\n"theme": dark\n}');
  });
});

describe.each(SIZES)("a console in which every key is another one at $cols x $rows", ({ cols, rows }) => {
  it("finds an alert, acknowledges it and goes back, by those keys alone", async () => {
    using home = new Home();
    const chosen = otherKeys();
    writePreferences(home, { keys: chosen });
    const keys = Object.fromEntries(Object.entries(chosen).map(([id, [first = ""]]) => [id, first]));
    await using sextant = new Sextant({ args: ["dist/main.js"], cols, rows, env: home.env, keys });
    await sextant.waitFor(/▌Overview +2 crit/iu);
    await sextant.do("palette.open", "▌Commands");
    sextant.type("alerts");
    await sextant.waitFor(/› Go to Alerts /u);
    await sextant.do("palette.choose", /▌Alerts +6 open · 2 acknowledged/u);
    await sextant.select("no primary");
    await sextant.do("list.open", /Acknowledged +no/u);
    await sextant.act("Acknowledge…", /▌Acknowledge no primary/u);
    await sextant.field("Acknowledge until");
    sextant.type("+2h");
    await sextant.waitFor(/\+2h.*UTC/u);
    await sextant.field("Note");
    sextant.type("all letters are typed: qnexj?/:");
    await sextant.waitFor("qnexj?/:");
    await sextant.review();
    await sextant.doSaying("review.send", /Acknowledged for (1h 5\dm|2h) more/u);
    await sextant.back(/Alerts +5 open · 3 acknowledged/u);
    await sextant.do("help.open", /▌Keys/u);
    sextant.press("help.close");
    sextant.press("quit");
    expect((await sextant.exit()).code).toBe(0);
  });
});
