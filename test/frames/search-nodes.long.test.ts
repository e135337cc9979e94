import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { SIZES, staged } from "./staged.ts";

const stage = staged();

async function open(columns: number, rows: number): Promise<Stage> {
  const shown = await stage.open({ columns, rows, place: "search-nodes" });
  await shown.until(/› +prod-eu +ready.*\d+\/14/u);
  await shown.until(/analytics .* 1\/1/u);
  return shown;
}

describe.each(SIZES)("search nodes at %ix%i", (columns, rows) => {
  const matches = (name: string) => stage.matches(`search-nodes-${name}`);

  it("shows which clusters have some, and how many of their indexes serve", async () => {
    await open(columns, rows);
    await matches("list");
  });

  it("shows those of one cluster with the indexes that they are for", async () => {
    const shown = await open(columns, rows);
    shown.press("list.open");
    await shown.until(/Indexes and their status/u);
    await matches("detail");
  });

  it("shows the form and its review", async () => {
    const shown = await open(columns, rows);
    shown.press("list.down");
    await shown.until(/› +analytics/u);
    shown.press("action.new");
    await shown.until(/› Node size/u);
    shown.type("S40_LOWCPU_NVME");
    await shown.until(/6 nodes/u);
    await matches("form");
    shown.press("form.review");
    await shown.until(/Add search nodes\?/u);
    await matches("review");
  });

  it("says what is built again before they go", async () => {
    const shown = await open(columns, rows);
    shown.press("action.delete");
    await shown.until(/type prod-eu/u);
    await matches("delete");
  });
});
