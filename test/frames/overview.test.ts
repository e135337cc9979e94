import { describe, it } from "vitest";
import { staged } from "./staged.ts";

const SIZES = [
  [80, 24],
  [120, 40],
  [60, 15],
] as const;

const stage = staged();

describe.each(SIZES)("the overview at %ix%i", (columns, rows) => {
  const { matches } = stage;

  it("shows one project, each critical alert by itself, and all projects of the profile", async () => {
    const shown = await stage.open({ columns, rows, place: "overview", hideSidebar: columns < 80 });
    await shown.until(/Overview +2 crit/iu);
    await shown.until(/› +CRIT/u);
    await matches("overview");
    shown.press("all-projects");
    await shown.until(/WARN +\d+m +Lega/u);
    await shown.until(/Overview +(?:3 projects · )?2 crit/iu);
    await matches("overview-all");
  });
});

it("says in which project one is, before all counts, where the areas are hidden", async () => {
  const shown = await stage.open({ columns: 100, rows: 30, place: "overview", hideSidebar: true });
  await shown.until(/Overview +2 crit.*Payments/iu);
});

describe.each([
  [80, 24],
  [120, 40],
  [160, 50],
] as const)("the overview of many projects at %ix%i", (columns, rows) => {
  it("folds what is alike in them", { timeout: 60_000 }, async () => {
    const shown = await stage.open({ columns, rows, place: "overview", projects: 12 });
    await shown.until(/Overview +2 crit/iu);
    await shown.until(/› +CRIT/u);
    await shown.untilAbsent("still loading");
    shown.press("all-projects");
    await shown.until(/×11 no primary/u);
    await shown.untilAbsent("still loading");
    await shown.until(/Overview +(?:12 projects · )?2 crit/iu);
    await stage.matches("overview-many");
  });
});
