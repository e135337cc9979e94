import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Home } from "./home.ts";
import { Sextant } from "./sextant.ts";

/** The console by lines: everything that a drawn one does, with nothing but text on the terminal. */

/** As large as all that is said, so that it can be read at once. */
const SIZE = { cols: 400, rows: 200 } as const;

/** What was said since so many lines. */
const saidSince = (sextant: Sextant, line: number): string => sextant.screen().slice(line).join("\n").trimEnd();

const linesOf = (sextant: Sextant): number => sextant.screen().findLastIndex((row) => row.trim() !== "") + 1;

describe.each([
  ["--screen-reader", ["--screen-reader"], {}],
  ["INK_SCREEN_READER", [], { INK_SCREEN_READER: "true" }],
  ["--screen-reader on a terminal that only prints", ["--screen-reader"], { TERM: "dumb" }],
])("a console by lines (%s)", (_name, args, env) => {
  it("is heard from its start, finds an alert, acknowledges it by questions and a review, and ends", async () => {
    using home = new Home();
    const all = { ...home.env, ...env };
    await using sextant = new Sextant({ args: ["dist/main.js", "alerts", ...args], ...SIZE, env: all });
    /** Presses a key, and waits for what is said then. */
    const hear = async (action: string, said: RegExp): Promise<string> => {
      const before = linesOf(sextant);
      sextant.press(action);
      await sextant.waitFor(() => said.test(saidSince(sextant, before)), { what: String(said) });
      return saidSince(sextant, before);
    };
    await sextant.waitFor(/Sextant, for screen readers\./u);
    await sextant.waitFor(/Alerts: 6 open, 2 acknowledged, 2 tracking/u);
    await sextant.waitFor(/1 of 10: /u);
    // The name of the project may be said after the first row.
    const rowSaid = (): string => sextant.screen().findLast((line) => /^\d+ of 10: /u.test(line)) ?? "";
    for (let row = 2; !/what no primary/u.test(rowSaid()); row += 1) {
      if (row > 10) throw new Error(sextant.text());
      await hear("list.down", new RegExp(`^${row} of 10: `, "mu"));
    }
    await hear("action.menu", /Menu: Actions\n1 of \d+: Acknowledge/u);
    await hear("menu.choose", /1 of 2: Acknowledge until, required/u);
    sextant.type("+2h");
    await sextant.waitFor(/^\+2h/mu);
    await hear("form.next", /Acknowledge until, required: .*UTC.*\n2 of 2: Note/u);
    sextant.type("heard: qnx?/");
    await sextant.waitFor("heard: qnx?/");
    const review = await hear("form.review", /Enter Acknowledge/u);
    expect(review).toMatch(/Review: Acknowledge no primary/u);
    await hear("review.send", /OK: Acknowledged/u);
    await hear("repaint", /Acme, Payments, sandbox/u);
    expect(sextant.modes()).toMatchObject({ alternateScreen: false, mouseTracking: "none", bracketedPaste: false });
    sextant.press("quit");
    expect((await sextant.exit()).code).toBe(0);
    const text = sextant.text();
    expect(text).toContain("Sextant ended.");
    expect(text).not.toMatch(/[─│▌›•]/u);
  });
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
