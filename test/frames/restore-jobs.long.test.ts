import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { SIZES, staged } from "./staged.ts";

const stage = staged();

/** The list with everything that completes it: jobs of all clusters, and the sizes of their snapshots. */
async function open(columns: number, rows: number): Promise<Stage> {
  const shown = await stage.open({ columns, rows, place: "restore-jobs" });
  await shown.until(/Restores +1 (?:running · 1 )?to download/u);
  for (const last of [/orders-sls → orde/u, /analytics → download/u, /took 10m/u]) await shown.until(last);
  shown.press("list.first");
  await shown.until(/› +running +paused-1/u);
  shown.press("list.down");
  await shown.until(/› +ready +prod-eu/u);
  return shown;
}

/** The form of a new restore of prod-eu. */
async function form(columns: number, rows: number): Promise<Stage> {
  const shown = await open(columns, rows);
  shown.press("action.new");
  await shown.until(/Cluster to restore from/u);
  shown.type("prod-eu");
  await shown.until(/› prod-eu +replica set/u);
  shown.press("picker.take");
  await shown.until(/› Restore type /u);
  return shown;
}

describe.each(SIZES)("restores at %ix%i", (columns, rows) => {
  const matches = (name: string) => stage.matches(`restore-jobs-${name}`);

  it("shows the list, and a link that is ready with what is left of it", async () => {
    const shown = await open(columns, rows);
    await matches("list");
    shown.press("list.open");
    await shown.until(/Download link/u);
    await matches("ready");
  });

  it("shows the form, what can be overwritten, and the review of it", async () => {
    const shown = await form(columns, rows);
    await matches("form");
    for (let row = 0; row < 3; row += 1) shown.press("form.next");
    await shown.until(/› Target cluster/u);
    shown.press("form.suggest");
    await shown.until(/› prod-eu-side/u);
    await matches("targets");
    shown.press("picker.take");
    await shown.until(/Target cluster +\[?prod-eu-side/u);
    shown.press("form.review");
    await shown.until(/type prod-eu-side exactly to/u);
    await matches("review");
  });

  it("says to its end what a download is, below what changing the type has cleared", async () => {
    const shown = await form(columns, rows);
    shown.press("form.step-on");
    await shown.until(/← restore a point in time/u);
    shown.press("form.step-on");
    await shown.until(/about 1 h\./u);
    await matches("download");
  });

  it("shows the form of a moment, and the points in time to choose from", async () => {
    const shown = await form(columns, rows);
    shown.press("form.step-on");
    await shown.until(/← restore a point in time/u);
    shown.press("form.next");
    await shown.until(/› Point in time/u);
    await matches("moment");
    shown.press("form.suggest");
    await shown.until(/latest available/u);
    await matches("points in time");
  });
});
