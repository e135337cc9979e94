import { describe, expect, it } from "vitest";
import { goTo } from "./runbook.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

describe.each(SIZES)("access history at $cols x $rows, $dialect", (setting) => {
  it("is filtered by a form, put together by address, and says a burst", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.at("access-history", /▌Access history/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a row" });
    await sextant.do("action.edit", "▌Filter login attempts");
    await sextant.waitFor(/› ?Show/u);
    await sextant.field("Client address");
    sextant.type("203.0.113.66");
    await sextant.field("Max rows");
    sextant.type("5000");
    await sextant.waitFor("5000");
    await sextant.do("form.apply", /! burst: 203\.0\.113\.66/u);
    // In a narrow list the reason has the room of the result; the title names the address of the burst.
    await sextant.waitFor(setting.cols < 100 ? /(?:AuthenticationFailed|UserNotFound)/u : /FAIL!/u);
    await sextant.act("Group by user", /×\d+/u);
    expect(await stage.world.writes()).toEqual([]);

    await sextant.act("Clear filter and grouping", /▌Access history/u);
    await sextant.waitUntilAbsent("burst:");
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a row" });
    await sextant.do("list.open", /Database log line/u);
  });

  it("follows: a new attempt comes by itself", async () => {
    await using stage = await Stage.set(setting, { quiet: false });
    const sextant = await stage.at("access-history", /▌Access history/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a row" });
    await sextant.act("Follow", /following/u);
  });

  it("says which role it needs", async () => {
    await using stage = await Stage.set(setting);
    const key = await stage.world.key(["Project Read Only"]);
    const sextant = stage.console(["access-history"], stage.world.env(key));
    await sextant.waitForSaid(/not (?:read|loaded)/u);
  });
});

describe.each(SIZES)("metrics targets at $cols x $rows, $dialect", (setting) => {
  it("are read with their own login, exported to a file, and the wrong login is told apart", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.at("metrics-targets", /▌Metrics targets +\d+ targets/u);
    // Looked at before: the private addresses are others, and none of the public ones is gone.
    await goTo(sextant, "Alerts", /▌Alerts +\d+ open/u);
    await goTo(sextant, "Metrics targets", /▌Metrics targets +\d+ targets/u);
    await sextant.act("Export for file-based service discovery", /file_sd_configs/u);
    await sextant.do("page.save", /Saved to/u);
    const file = [...stage.home.files()].find(([name]) => name.endsWith(".json") && name.includes("targets-"));
    expect(JSON.parse(file?.[1] ?? "[]")).toEqual(
      expect.arrayContaining([{ targets: [expect.any(String)], labels: expect.any(Object) }]),
    );
    sextant.press("page.close");
    await sextant.waitUntilAbsent("file_sd_configs");
    await sextant.act("Show private addresses", /▌Metrics targets +private addresses/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a target" });
    expect(sextant.screen().join("\n")).not.toMatch(/•\S+-pri|removed/u);
    await sextant.do("list.open", /Labels/u);
    await sextant.waitForSaid(/-pri\b/u);

    const other = stage.console(["metrics-targets"], { SEXTANT_SCRAPE_PASSWORD: "wrong" });
    await other.waitForSaid(/does not accept the scrape login/u);
  });
});
