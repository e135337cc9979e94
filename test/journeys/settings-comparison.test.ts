import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Sextant } from "./sextant.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** Opens something that is done with the settings of the project, by its name in the palette. */
async function settings(sextant: Sextant, title: string, brings: string): Promise<void> {
  await sextant.do("palette.open", "▌Commands");
  sextant.type(title);
  await sextant.waitFor(() => sextant.selected()?.text.includes(title) === true, { what: title });
  await sextant.do("palette.choose", brings);
}

describe.each(SIZES)("settings of two projects, at $cols x $rows, $dialect", (setting) => {
  it("are compared, copied here through one review, and are the same in files afterwards", async () => {
    await using stage = await Stage.set(setting);
    const { world, home } = stage;
    const sextant = await stage.configurations();
    await sextant.act("Compare with project…", "▌Compare Payments with");
    await sextant.takeFound("Staging", "Payments beside Staging", "Staging");
    await sextant.waitFor(/1 different, 1 missing here/u);
    await sextant.on("different      no primary");
    await sextant.do("comparison.mark", "1 marked");
    await sextant.do("comparison.filter", " / text");
    sextant.type("Auditing");
    await sextant.waitFor("/Auditing");
    await sextant.do("filter.keep", /Space mark/u);
    await sextant.do("comparison.open", "fields differ");
    expect(sextant.rightmost()).toMatch(/Auditing on/u);
    await sextant.do("difference.close", /Space mark/u);
    await sextant.do("comparison.mark", "2 marked");
    await sextant.do("comparison.copy", "Copies 2 settings from Staging to Payments.");
    expect(await world.writesDone()).toHaveLength(0);
    if (sextant.screen().some((row) => row.includes("y/N"))) await sextant.do("copying.yes", /\? +yes/u);
    await sextant.do("copying.send", "2 of 2 done");
    expect(await world.writesDone()).toHaveLength(2);
    await sextant.do("copying.done", /different +Auditing/u);
    await sextant.do("comparison.close", /Export buckets: 3 missing there/u);
    await sextant.do("comparison.first", /Alert configurations: 1 missing here/u);
    await sextant.do("comparison.close", /▌Alert configs/u);

    const folder = join(home.directory, "written");
    await settings(sextant, "Export settings of this project…", "▌Folder for the settings");
    sextant.type(folder);
    await sextant.waitFor(folder.slice(-20));
    await sextant.do("picker.take", "written to");
    expect(readdirSync(folder)).toContain("alert-configuration.yaml");
    await sextant.do("page.close", /▌Alert configs/u);
    await settings(sextant, "Compare with file…", "▌Compare Payments with a file");
    sextant.type(folder);
    await sextant.waitFor(folder.slice(-20));
    await sextant.do("picker.take", "No difference");
    expect(await world.writesDone()).toHaveLength(2);
  });
});
