import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settingsPaths } from "../../src/settings/paths.ts";
import { changeProfiles } from "../../src/settings/profiles.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

const BECAUSE = /read-only.*--read-only/u;

describe.each(SIZES)("a read-only console at $cols x $rows, $dialect", (setting) => {
  it("refuses with words whatever would change something, and sends nothing", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts(["--read-only"]);
    expect(sextant.screen()[0]).toContain("read-only");

    await sextant.do("action.menu", /Acknowledge.*read-only \(--read-only\)/u);
    await sextant.select("Acknowledge", "menu.down");
    await sextant.do("menu.choose", /! read-only \(--read-only\).*\(Acknowledge/u);
    sextant.press("menu.close");
    await sextant.waitUntilAbsent("▌Actions");

    await sextant.do("palette.open", "Commands");
    sextant.type("go alert conf");
    await sextant.waitFor(/› Go to Alert configs/u);
    await sextant.do("palette.choose", /Alert configs +\d+ on/u);
    for (const [action, words] of [
      ["action.new", /! read-only.*\(New alert configuration/u],
      ["action.edit", /! read-only.*\(Edit/u],
      ["action.delete", /! read-only.*\(Delete/u],
    ] as const) {
      await sextant.do(action, words);
      expect(sextant.screen().at(-1)).toMatch(BECAUSE);
    }
    expect(await stage.world.writes()).toEqual([]);
    expect([...stage.home.files().keys()].filter((file) => file.includes("journal"))).toEqual([]);
  });
});

describe.each(SIZES)("a production profile at $cols x $rows, $dialect", (setting) => {
  it("only reads until changes are allowed by hand for a while, says until when, and ends that on demand", async () => {
    await using stage = await Stage.set(setting);
    const { home, world } = stage;
    const { baseUrl, dialect, groupId, orgId, publicKey } = world.ready;
    const credentials = { kind: "digest", publicKey, privateKeyVariable: "PROD_KEY" } as const;
    const projects = [{ id: groupId, alias: "Payments" }];
    const profile = {
      name: "prod",
      baseUrl,
      dialect,
      orgId,
      projects,
      environment: "production",
      credentials,
    } as const;
    await changeProfiles(settingsPaths(home.env), () => [profile]);
    const sextant = stage.console(["alert-configurations", "--profile", "prod"], { PROD_KEY: world.ready.privateKey });
    await sextant.waitFor(/Alert configs +12 on · 2 off/u);
    expect(sextant.screen()[0]).toMatch(/PRODUCTION +read-only/u);
    await sextant.select("credit card");
    await sextant.do("action.delete", /! production is locked.*\(Delete/u);

    // What changes nothing is offered first.
    await sextant.do("unlock", "▌Changes in production: profile prod");
    expect(sextant.selected()?.text).toContain("Keep read-only");
    await sextant.select("15 minutes", "menu.down");
    await sextant.do("menu.choose", /Changes are allowed in prod until \d\d:\d\d/u);
    await sextant.waitFor(/PRODUCTION +writes until \d\d:\d\d/u);
    await sextant.act("Turn off", "▌Review");
    await sextant.waitFor(/Turn off\? +y\/N/u);
    await sextant.yes("Turn off");
    await sextant.do("review.send", /Active +off/u);
    await sextant.back(/Alert configs +11 on · 3 off/u);

    await sextant.do("unlock", "Lock changes now");
    await sextant.do("menu.choose", /Profile prod is read-only/u);
    await sextant.waitFor(/PRODUCTION +read-only/u);
    await sextant.do("action.new", /! production is locked.*\(New alert configuration/u);
    expect((await world.writesDone()).map(({ body }) => body)).toEqual([{ enabled: false }]);
    expect([...home.files().keys()].filter((file) => file.includes(join("sextant", "journal")))).not.toEqual([]);
  });
});
