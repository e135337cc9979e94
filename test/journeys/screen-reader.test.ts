import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { acknowledgesByLines, linesOf, SIZE, saidSince } from "./by-lines.ts";
import { Home } from "./home.ts";
import { Sextant } from "./sextant.ts";

it("a console by lines is heard from its start, finds an alert, acknowledges it by questions and a review, and ends", async () => {
  await acknowledgesByLines(["--screen-reader"], {});
});

describe("notifications by lines", () => {
  it("are heard, and that the person's own command for them failed", async () => {
    using home = new Home();
    const folder = join(home.directory, "config/sextant");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const preferences = JSON.stringify({ version: 1, notifyCommand: ["/no/such/program"] });
    writeFileSync(join(folder, "preferences.json"), preferences, { mode: 0o600 });
    await using sextant = new Sextant({
      args: ["dist/main.js", "alerts", "--screen-reader"],
      ...SIZE,
      env: home.env,
    });
    await sextant.waitFor(/1 of 10: /u);
    sextant.press("notify");
    await sextant.waitFor(/Menu: Notify me of no primary/u);
    for (let row = 2; !/Another condition/u.test(sextant.text()); row += 1) {
      sextant.press("menu.down");
      await sextant.waitFor(new RegExp(`^${row} of \\d+: `, "mu"));
    }
    sextant.press("menu.choose");
    await sextant.waitFor(/Condition for no primary/u);
    sextant.type("age>1s");
    sextant.press("picker.take");
    await sextant.waitFor(/^OK: no primary.*age>1s/mu);
    await sextant.waitFor(/^Warning: The command for notifications failed: .*ENOENT/mu);
  });
});

describe("settings by lines", () => {
  it("are heard beside those of another project, marked, reviewed and copied", async () => {
    using home = new Home();
    await using sextant = new Sextant({
      args: ["dist/main.js", "alert-configurations", "--screen-reader"],
      ...SIZE,
      env: home.env,
    });
    const hear = async (act: () => void, said: RegExp): Promise<string> => {
      const before = linesOf(sextant);
      act();
      await sextant.waitFor(() => said.test(saidSince(sextant, before)), { what: String(said) });
      return saidSince(sextant, before);
    };
    const press = (action: string, said: RegExp): Promise<string> => hear(() => sextant.press(action), said);
    await sextant.waitFor(/1 of \d+: /u);
    await sextant.waitFor(/Acme, Payments, sandbox/u);
    await press("palette.open", /Commands/u);
    await hear(() => sextant.type("Compare with project"), /1 of 1: Settings: Compare with project/u);
    await press("palette.choose", /Compare Payments with/u);
    await hear(() => sextant.type("Staging"), /1 of 1: Staging/u);
    const heard = await press("picker.take", /1 of \d+: different, alert configuration, no primary/u);
    expect(heard).toContain("Payments beside Staging");
    await sextant.waitFor(/^2 different, .* missing there/mu);
    await press("comparison.mark", /1 marked|2 of \d+: /u);
    await press("comparison.first", /1 of \d+: different, alert configuration, no primary.*, marked/u);
    await press("comparison.open", /fields? differ\.\nSeverity: CRITICAL in Payments, WARNING in Staging$/mu);
    await press("difference.close", /1 of \d+: different/u);
    await press("comparison.copy", /Review: copy to Payments\n[\s\S]*Copy 1 setting\? y\/N no/u);
    await press("copying.yes", /yes/u);
    await press("copying.send", /1 of 1 done/u);
    expect(sextant.text()).not.toMatch(/[─│▌›•]/u);
  });
});
