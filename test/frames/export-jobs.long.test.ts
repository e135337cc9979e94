import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { SIZES, staged } from "./staged.ts";

const stage = staged();

/** The list with everything that completes it: names of buckets, snapshots and what is left. */
async function open(columns: number, rows: number): Promise<Stage> {
  const shown = await stage.open({ columns, rows, place: "export-jobs" });
  await shown.until(/1 running · 1 failed in 35 days/u);
  await shown.until(/› +running +analytics/u);
  return shown;
}

describe.each(SIZES)("exports at %ix%i", (columns, rows) => {
  const matches = (name: string) => stage.matches(`export-jobs-${name}`);

  it("shows the list: how far one is, and what became of the others", async () => {
    await open(columns, rows);
    await matches("list");
  });

  it("shows one that runs, and one that failed with what helps", async () => {
    const shown = await open(columns, rows);
    shown.press("list.open");
    await shown.until(/Bucket +acme-db-exports \(AWS\)/u);
    await matches("running");
    shown.press("detail.back");
    await shown.until(/▌Exports/u);
    shown.press("list.down");
    await shown.until(/› +failed/u);
    shown.press("list.open");
    await shown.until(/Failure/u);
    await shown.until(/Bucket +acme-legal-hold/u);
    await matches("failed");
  });

  it("shows the form and its review", async () => {
    const shown = await open(columns, rows);
    shown.press("action.new");
    await shown.until(/Cluster to export a snapshot of/u);
    shown.type("prod-eu");
    await shown.until(/› prod-eu +replica set/u);
    shown.press("picker.take");
    await shown.until(/› Snapshot .*→/u);
    await matches("form");
    shown.press("form.review");
    await shown.until(/Export to acme-db-exports\?/u);
    await matches("review");
  });
});
