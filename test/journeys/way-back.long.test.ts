import { describe, expect, it } from "vitest";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** The overview hides nothing, says what it is of, and is come back to. */

async function overview(stage: Stage): Promise<Sextant> {
  const sextant = stage.console(["overview"]);
  await sextant.waitFor(/Overview +2 crit/iu);
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
    await sextant.do("detail.back", /Overview +2 crit/iu);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected row" });
    expect(sextant.selected()?.text.replace(/\d+[smh]/u, "")).toContain(row?.trim().split(/ {2,}/u)[0]);
    await sextant.do("list.back", (rows) => rows.every((line) => !line.includes("▌")));
    expect(sextant.screen().join("\n")).toMatch(/Overview +2 crit/iu);
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
    await sextant.waitFor(/Staging +stage-1 +no primary/u);
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

  it("goes back through five places and forward again, each with its row and what was open", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    const go = async (text: string, title: RegExp): Promise<void> => {
      await sextant.do("palette.open", "▌Commands");
      sextant.type(text);
      await sextant.waitFor(new RegExp(`› Go to ${text}`, "u"));
      await sextant.do("palette.choose", title);
      await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected row" });
    };
    const first = sextant.selected()?.text;
    await sextant.do("list.down", () => ![undefined, first].includes(sextant.selected()?.text));
    // Ages and values move on.
    const selectedAlert = (): string | undefined =>
      sextant
        .selected()
        ?.text.replaceAll(/\d[\d.]*[smhd]?/gu, "")
        .trim();
    const alert = selectedAlert();
    await sextant.do("list.open", /Acknowledged +no/u);
    await go("Snapshots", /▌Snapshots/u);
    await sextant.waitFor(/▌Snapshots .*as of/u);
    const newest = sextant.selected()?.text;
    await sextant.do("list.last", () => ![undefined, newest].includes(sextant.selected()?.text));
    const snapshot = sextant.selected()?.text.trim().slice(0, 40) ?? "";
    await go("Restores", /▌Restores/u);
    await go("Exports", /▌Exports/u);
    await go("Export buckets", /▌Export buckets/u);
    await sextant.do("history.back", /▌Exports/u);
    sextant.type("\u007f");
    await sextant.waitFor(/▌Restores/u);
    await sextant.do("history.back", /▌Snapshots/u);
    await sextant.waitFor(() => sextant.has(snapshot), { what: "the snapshot" });
    await sextant.do("history.back", /Acknowledged +no/u);
    await sextant.do("history.back", (rows) => rows.every((row) => !/Acknowledged +no/u.test(row)));
    await sextant.waitFor(() => selectedAlert() === alert, { what: "the alert" });
    await sextant.do("history.back", "No earlier place");
    await sextant.do("history.forward", /Acknowledged +no/u);
    await sextant.do("history.forward", /▌Snapshots/u);
    await sextant.waitFor(() => sextant.has(snapshot), { what: "the snapshot again" });
    await sextant.do("history.forward", /▌Restores/u);
    await sextant.do("history.forward", /▌Exports/u);
    await sextant.do("history.forward", /▌Export buckets/u);
    await sextant.do("history.forward", "No later place");
    // In a text, Backspace is text.
    await sextant.do("list.filter", "Enter keep");
    sextant.type("abc");
    await sextant.waitFor(/abc/u);
    sextant.type("\u007f");
    await sextant.waitFor(/ab(?!c)/u);
    expect(sextant.text()).toContain("▌Export buckets");
  });

  it("leads back into the project that one came from, also from one that was chosen by p", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    const project = /› (\S+)/u.exec(header(sextant))?.[1] ?? "";
    await sextant.do("project", "▌Projects of profile");
    sextant.type("Staging");
    await sextant.waitFor(/› Staging/u);
    await sextant.do("picker.take", () => header(sextant).includes("› Staging"));
    await sextant.do("history.back", () => header(sextant).includes(`› ${project}`));
    await sextant.do("history.forward", () => header(sextant).includes("› Staging"));
  });
});
