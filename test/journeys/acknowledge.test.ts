import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEmbedded } from "../../src/service/embedded.ts";
import { acknowledging, fillIn, NOTE } from "./acknowledging.ts";
import { Home } from "./home.ts";
import { SETTINGS, Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { World } from "./world.ts";

const MINUTE = 60_000;
describe.each(SIZES)("the first start at $cols x $rows", ({ cols, rows }) => {
  it("shows sample alerts at once, and one is opened, silenced until +2h with a note, and held by the service", async () => {
    using home = new Home();
    await using sextant = new Sextant({ args: ["dist/main.js"], cols, rows, env: home.env });
    // The overview is what a first start shows, the worst alerts in it.
    await sextant.waitFor(/▌Overview +2 crit/iu);
    await sextant.waitFor(/CRIT .*no primary/u);
    await sextant.do("palette.open", "▌Commands");
    sextant.type("alerts");
    await sextant.waitFor(/› Go to Alerts /u);
    await sextant.do("palette.choose", /▌Alerts +6 open · 2 acknowledged/u);
    await sextant.select("no primary");
    await sextant.do("list.open", /Acknowledged +no/u);
    const id = /Id +([0-9a-f]{24})/u.exec(sextant.text())?.[1] ?? "";

    await fillIn(sextant, /▌Acknowledge no primary/u);
    await sextant.doSaying("review.send", /Acknowledged for (1h 5\dm|2h) more/u);
    expect(sextant.rightmost()).toContain(`Note ${NOTE}`);
    await sextant.back(/Alerts +5 open · 3 acknowledged/u);
    const shown = sextant.pane();
    const silenced = shown.slice(shown.findIndex((row) => row.trim().startsWith("acknowledged"))).join("\n");
    expect(silenced).toContain("no primary");
    if (cols >= 120) expect(silenced).toMatch(/no primary.*ack ends in (1h 5\dm|2h)/u);

    const embedded = await startEmbedded({ dataDir: join(home.directory, "data", "sextant", "service") });
    expect(embedded.joined).toBe(true);
    await using world = new World(embedded, null);
    const stored = await world.alert(id);
    expect(stored["acknowledgementComment"]).toBe(NOTE);
    const left = Date.parse(String(stored["acknowledgedUntil"])) - Date.now();
    expect(left).toBeGreaterThan(115 * MINUTE);
    expect(left).toBeLessThanOrEqual(120 * MINUTE);
    expect((await world.writesDone()).map(({ method }) => method)).toEqual(["PATCH"]);
    // A second console joins the service of the first, and what was done outlives both.
    await using beside = new Sextant({ args: ["dist/main.js", "alerts"], cols, rows, env: home.env });
    await beside.waitFor(/Alerts +5 open · 3 acknowledged/u);
    for (const each of [beside, sextant]) {
      each.press("quit");
      expect(await each.exit()).toEqual({ code: 0, signal: 0 });
    }
    await using again = new Sextant({ args: ["dist/main.js", "alerts"], cols, rows, env: home.env });
    await again.waitFor(/Alerts +5 open · 3 acknowledged/u);
  });
});

describe.each(SIZES)("until when, at $cols x $rows, $dialect", (setting) => {
  it("asks twice for ever, and says that notifications stop", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.alerts();
    await sextant.select("index build");
    await sextant.act("Acknowledge…", "▌Acknowledge index build");
    await sextant.pick("form.suggest", "Acknowledge until", "forever");
    await sextant.review({ asks: "" });
    expect(sextant.rightmost()).toMatch(/! No notifications for \d+ years/u);
    await sextant.do("review.send", /press y to confirm/u);
    expect(await world.writes()).toEqual([]);
    await sextant.yes();
    await sextant.doSaying("review.send", /Acknowledged for \d+y more/u);
  });
});

describe.each(SETTINGS)("acknowledging at $cols x $rows, $dialect", acknowledging);
