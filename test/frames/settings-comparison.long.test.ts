import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Stage } from "./stage.ts";
import { staged } from "./staged.ts";

/** The settings of a project beside those of another one and beside files, and written to files. */

const stage = staged();

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "settings-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens something of the palette by its name. */
async function run(shown: Stage, title: string): Promise<void> {
  shown.press("palette.open");
  await shown.until("▌Commands");
  shown.type(title);
  await shown.until(`Settings: ${title}`);
  shown.press("palette.choose");
}

async function choose(shown: Stage, text: string): Promise<void> {
  await shown.untilAbsent("Loading");
  shown.type(text);
  await shown.until(text);
  shown.press("picker.take");
}

const BROKEN = `kind: alert-configuration
version: 1
settings:
  eventTypeName: HOST_DOWN
  enabledd: true
`;

describe.each([
  [60, 15],
  [80, 24],
  [160, 50],
] as const)("settings at %ix%i", (columns, rows) => {
  const open = (): Promise<Stage> => stage.open({ columns, rows, place: "alert-configurations", hideSidebar: true });

  it("of two projects are a list, and what differs is shown field by field", async () => {
    const shown = await open();
    await run(shown, "Compare with project…");
    await choose(shown, "Staging");
    await shown.until("Payments beside Staging");
    await shown.until("Alert configurations: 1 different");
    await stage.matches("settings-beside-project");
    shown.press("comparison.open");
    await shown.until("8 fields differ.");
    await stage.matches("settings-difference");
  });

  it("are copied here through one review and a result with a line for each", async () => {
    const shown = await open();
    await run(shown, "Compare with project…");
    await choose(shown, "Staging");
    await shown.until("Alert configurations: 1 different");
    shown.press("comparison.first");
    shown.press("comparison.mark");
    await shown.until("1 marked");
    shown.press("comparison.filter");
    await shown.until(" / text");
    shown.type("Auditing");
    await shown.until(/[›»] .*Auditing/u);
    shown.press("filter.keep");
    shown.press("comparison.mark");
    await shown.until("2 marked");
    shown.press("comparison.copy");
    await shown.until("Copies 2 settings from Staging to Payments.");
    await stage.matches("settings-copy-review");
    shown.press("copying.yes");
    shown.press("copying.send");
    await shown.until("2 of 2 done");
    await shown.until("back to the comparison");
    await stage.matches("settings-copy-result");
    shown.press("copying.done");
    // What Staging does not set stays: it is said to differ, and is not taken away.
    await shown.until(/different +Auditing/u);
    shown.press("comparison.close");
    shown.press("comparison.first");
    await shown.until("Alert configurations: 1 missing here");
    shown.press("comparison.last");
    shown.press("comparison.mark");
    await shown.until("Cannot be selected");
  });

  it("are written to a folder, which is then the same; a wrong file is shown with line and column", async () => {
    const shown = await open();
    await run(shown, "Export settings of this project…");
    await choose(shown, folder);
    await shown.until("written to");
    expect(readdirSync(folder)).toContain("alert-configuration.yaml");
    shown.press("page.close");
    await run(shown, "Export settings of this project…");
    await choose(shown, folder);
    await shown.until("of these already");
    shown.press("menu.close");
    await run(shown, "Compare with file…");
    await choose(shown, folder);
    await shown.until("No difference");
    shown.press("comparison.close");
    writeFileSync(join(folder, "wrong.yaml"), BROKEN);
    await run(shown, "Compare with file…");
    await choose(shown, join(folder, "wrong.yaml"));
    await shown.until("cannot be compared");
    expect(shown.frame()).toMatch(/wrong\.yaml:5:3 +unknown field enabledd; did you mean/u);
    shown.press("comparison.open");
    await shown.until("line 5, column 3");
  });
});
