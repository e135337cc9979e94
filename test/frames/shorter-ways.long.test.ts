import { describe, expect, it } from "vitest";
import type { Stage } from "./stage.ts";
import { staged } from "./staged.ts";

/** Ways that spare keys: names in the palette, fields by name, lines of a menu by number. */

const stage = staged();

const open = (place: string): Promise<Stage> => stage.open({ columns: 80, rows: 24, place });

/** What the palette finds first by a text. */
async function found(text: string, first: RegExp): Promise<Stage> {
  const shown = await open("alerts");
  shown.press("palette.open");
  await shown.until("Commands");
  shown.type(text);
  await shown.until(new RegExp(` : ${text}\\n[^\\n]*› ${first.source}`, "u"));
  return shown;
}

describe("the palette", () => {
  it.each([
    ["sn", /Go to Snapshots/u],
    ["co", /Go to Compliance/u],
    ["con", /Go to Alert configs/u],
    ["1st", /Go to Indexes, 1st gen/u],
    ["expo", /Go to Exports/u],
    ["snapshots: t", /Snapshots: Take a snapshot now/u],
    ["valid", /Live migration: Validate/u],
    ["e43", /Compliance: Set or change compliance policy/u],
  ])("finds by %s what begins so, before what has the letters somewhere", async (text, first) => {
    await found(text, first);
  });

  it("takes a place as the command line does", async () => {
    const place = "index/shop.products/default";
    const shown = await found(place, /Go to search-indexes\/shop\.products\/default/u);
    shown.press("palette.choose");
    await shown.until(/▌default of shop\.products/u);
    shown.press("palette.open");
    await shown.until("Commands");
    shown.type("index/shop.products");
    await shown.until(/› Go to search-indexes/u);
    shown.press("palette.choose");
    await shown.until(/shop\.products fits 3 in this list: add another/u);
  });

  it("does an action of another area once that area has read what it depends on", async () => {
    const shown = await found("disable", /Compliance: Disable compliance policy/u);
    shown.press("palette.choose");
    // There is none in this project: that is known, and said, when the answer has come.
    await shown.until(/▌Compliance +no policy/u);
    await shown.until(/no compliance policy.*\(Disable compliance policy\)/u);
  });

  it("starts a migration with the source that was picked, though its list was never looked at", async () => {
    const shown = await found("without val", /Live migration: Start without validation/u);
    shown.press("palette.choose");
    await shown.until(/▌Source to migrate/u);
    await shown.until(/› shop-rs0 +214 GB/u);
    shown.press("picker.take");
    await shown.until(/Source cluster +shop-rs0/u);
    await shown.until(/Migration host +mig01\.corp\.example/u);
  });
});

describe("the fields of a form", () => {
  it("are gone to by name, in a folded group too, which is open then", async () => {
    const shown = await open("backup-schedules");
    await shown.until(/› +analytics/u);
    shown.press("list.down");
    await shown.until(/› +prod-eu /u);
    shown.press("action.edit");
    await shown.until(/Daily start/u);
    shown.press("form.find");
    await shown.until(/▌Go to a field/u);
    await shown.until(/› Daily start +12:30 UTC/u);
    shown.type("sat ret");
    await shown.until(/› Saturdays › Retention +4 weeks/u);
    shown.press("picker.take");
    await shown.until(/Saturdays +retention 4 weeks\n/u);
    await shown.until(/› +Retention +\[4 \]/u);
    expect(shown.frame()).toMatch(/Every day +retention 7 days …/u);
  });

  it("stay as they are where nothing is found or taken", async () => {
    const shown = await open("backup-schedules");
    await shown.until(/› +analytics/u);
    shown.press("action.edit");
    await shown.until(/› Daily start/u);
    shown.press("form.find");
    await shown.until(/▌Go to a field/u);
    shown.type("nothing of this name");
    await shown.until(/No match, and other values are not accepted/u);
    shown.press("picker.take");
    shown.press("picker.close");
    await shown.until(/› Daily start +← /u);
  });
});

describe("a menu", () => {
  it("does a line by its number, and says why where that cannot be done now", async () => {
    const shown = await open("alerts");
    await shown.until(/› +CRIT +4m/u);
    shown.press("action.menu");
    await shown.until(/› 1 Acknowledge/u);
    shown.type("2");
    await shown.until(/not acknowledged \(Unacknowledge/u);
    await shown.until(/▌Actions/u);
    shown.type("9");
    shown.type("1");
    await shown.until(/▌Acknowledge no primary/u);
  });
});
