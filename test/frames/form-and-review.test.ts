import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { ALL_SIZES, staged } from "./staged.ts";

const stage = staged();

/** The list of configurations with the one about disks selected. */
async function atDisk(columns: number, rows: number): Promise<Stage> {
  const shown = await stage.open({ columns, rows, place: "alert-configurations" });
  await shown.until(/\d+ on/u);
  shown.press("list.filter");
  await shown.until(/^ \/ /mu);
  shown.type("disk");
  await shown.until("1 of 14");
  shown.press("filter.keep");
  await shown.until("Enter open");
  return shown;
}

describe.each(ALL_SIZES)("at %ix%i", (columns, rows) => {
  const { matches } = stage;

  it("shows the form of an alert configuration", async () => {
    const shown = await atDisk(columns, rows);
    shown.press("action.edit");
    await shown.until("Edit alert config");
    await shown.until("Event");
    await matches("form");
  });

  it("shows the review of a change: what changes, what stays, the request", async () => {
    const shown = await atDisk(columns, rows);
    shown.press("action.edit");
    await shown.until("Event");
    shown.press("form.down");
    await shown.until(/› +Metric/u);
    shown.press("form.down");
    await shown.until(/› +Operator/u);
    shown.press("form.down");
    await shown.until(/› +Threshold/u);
    shown.type("85");
    await shown.until(/\[85/u);
    shown.press("form.review");
    await shown.until(/Open alerts/u);
    await shown.until("Update alert configuration");
    await matches("review");
  });

  it("asks before it deletes, and the safe answer is the one that is offered", async () => {
    const shown = await atDisk(columns, rows);
    shown.press("action.delete");
    await shown.until("Review");
    await shown.until(/y\/N +no/u);
    await matches("confirm");
  });
});
