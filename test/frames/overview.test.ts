import { describe, it } from "vitest";
import { staged } from "./staged.ts";

const SIZES = [
  [80, 24],
  [120, 40],
  [60, 15],
] as const;

const stage = staged();

describe.each(SIZES)("the wall at %ix%i", (columns, rows) => {
  const { matches } = stage;

  it("shows one project, each critical alert by itself, and all projects of the profile", async () => {
    const shown = await stage.open({ columns, rows, place: "overview", hideSidebar: columns < 80 });
    await shown.until(/Overview +2 critical/u);
    await shown.until(/› +CRIT/u);
    await matches("overview");
    shown.press("all-projects");
    await shown.until(/WARN +\d+m +Legacy/u);
    await shown.until(/Overview +(?:3 projects · )?2 critical/u);
    await matches("overview-all");
  });
});
