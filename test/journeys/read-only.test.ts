import { describe, expect, it } from "vitest";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

const BECAUSE = /read-only.*--read-only/u;

describe.each(SIZES)("a read-only console at $cols x $rows, $dialect", (setting) => {
  it("refuses with words whatever would change something, and sends nothing", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts(["--read-only"]);
    expect(sextant.screen()[0]).toContain("read-only");

    await sextant.do("action.menu", /Silence.*read-only: --read-only/u);
    await sextant.select("Silence", "menu.down");
    await sextant.do("menu.choose", /! Silence .*: read-only: --read-only/u);
    sextant.press("menu.close");
    await sextant.waitGone("▌Actions");

    await sextant.do("palette.open", "Go or do");
    sextant.type("go alert conf");
    await sextant.waitFor(/› Go to Alert configs/u);
    await sextant.do("palette.choose", /Alert configs +\d+ on/u);
    for (const [action, words] of [
      ["action.new", /! New alert configuration/u],
      ["action.edit", /! Edit/u],
      ["action.delete", /! Delete/u],
    ] as const) {
      await sextant.do(action, words);
      expect(sextant.screen().at(-1)).toMatch(BECAUSE);
    }
    expect(await stage.world.writes()).toEqual([]);
    expect([...stage.home.files().keys()].filter((file) => file.includes("journal"))).toEqual([]);
  });
});
