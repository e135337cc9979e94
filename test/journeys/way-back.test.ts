import { describe, expect, it } from "vitest";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** The overview hides nothing, says what it is of, and is come back to. */

async function overview(stage: Stage): Promise<Sextant> {
  const sextant = stage.console(["overview"]);
  await sextant.waitFor(/Overview +2 critical/u);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected row" });
  return sextant;
}

const header = (sextant: Sextant): string => sextant.screen()[0] ?? "";

/** The line of the sidebar that begins with an area's name. */
const areaLine = (sextant: Sextant, label: string): string =>
  sextant
    .screen()
    .map((row) => row.slice(0, 19))
    .find((row) => row.slice(2).startsWith(label)) ?? "";

describe.each(SIZES)("from the overview at $cols x $rows, $dialect", (setting) => {
  it("no critical alert is hidden behind another one", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await overview(stage);
    const critical = sextant.pane().filter((row) => /^.{3}CRIT/u.test(row));
    expect(critical).toHaveLength(2);
    expect(critical.join("\n")).toMatch(/disk .*\n.*no primary/u);
    expect(sextant.text()).not.toContain("oldest:");
  });

  it("Esc comes back from what Enter opened, to the same row, and then goes to the areas", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await overview(stage);
    await sextant.select(/^ *export +\d/u);
    const row = sextant.selected()?.text.slice(0, 40);
    await sextant.do("list.open", /Exports? /u);
    await sextant.waitFor(() => sextant.inverse() !== undefined, { what: "the open export" });
    await sextant.do("detail.back", /Overview +2 critical/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected row" });
    expect(sextant.selected()?.text.replace(/\d+[smh]/u, "")).toContain(row?.trim().split(/ {2,}/u)[0]);
    await sextant.do("list.back", (rows) => rows.every((line) => !line.includes("▌")));
    expect(sextant.screen().join("\n")).toMatch(/Overview +2 critical/u);
  });

  it("all projects are named as such, beside counts that say whose they are, and are come back to from one of them", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await overview(stage);
    await sextant.do("all-projects", /KIND +TIME +PROJECT/u);
    await sextant.waitFor(() => header(sextant).includes("Acme › all projects"), {
      what: "all projects in the header",
    });
    await sextant.waitFor(() => /Alerts +all 8$/u.test(areaLine(sextant, "Alerts").trimEnd()), {
      what: "a count over all projects",
    });
    await sextant.select(/Staging +stage-1 +no primary/u);
    await sextant.do("list.open", /Acknowledged +no/u);
    await sextant.waitFor(() => header(sextant).includes("Acme › Staging"), { what: "the one project" });
    expect(areaLine(sextant, "Alerts")).not.toContain("all");
    await sextant.do("detail.back", /KIND +TIME +PROJECT/u);
    await sextant.waitFor(() => header(sextant).includes("Acme › all projects"), { what: "all projects again" });
    await sextant.waitFor(() => sextant.has(/Staging +stage-1 +no primary/u), { what: "the same row" });
  });

  it("keys of the areas only move a mark until one is opened, and nothing is done to a row from there", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    await sextant.do("pane.left", (rows) => rows.every((line) => !line.includes("▌")));
    await sextant.do("sidebar.down", /^› Alert configs/mu);
    expect(sextant.text()).toMatch(/Alerts +\d+ open/u);
    await sextant.do("action.menu", "the sidebar has focus");
    await sextant.do("sidebar.last", /^› Runbooks/mu);
    await sextant.do("sidebar.first", /^› Overview/mu);
    await sextant.do("sidebar.find", "type part of an area name");
    sextant.type("first gen");
    await sextant.waitFor(/› Go to Indexes, 1st gen/u);
    await sextant.do("palette.choose", /▌Indexes, 1st gen/u);
  });
});
