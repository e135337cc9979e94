import { describe, it } from "vitest";
import { staged } from "./staged.ts";

const SIZES = [
  [80, 24],
  [160, 50],
] as const;

const stage = staged();

describe.each(SIZES)("lists of all projects at %ix%i", (columns, rows) => {
  const { matches } = stage;

  it("shows alerts", async () => {
    const shown = await stage.open({ columns, rows, place: "alerts" });
    await shown.until(/Alerts +6 open/u);
    shown.press("all-projects");
    await shown.until(/Alerts +3 projects · 8 open/u);
    await shown.until(/all 8/u);
    await matches("alerts-all");
  });

  it("shows restores", async () => {
    const shown = await stage.open({ columns, rows, place: "restore-jobs" });
    await shown.until(/Restores +\d/u);
    shown.press("all-projects");
    await shown.until(/Restores +3 projects/u);
    await shown.until(/all 8/u);
    await matches("restore-jobs-all");
  });
});
