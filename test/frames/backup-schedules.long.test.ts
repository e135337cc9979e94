import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { SIZES, staged } from "./staged.ts";

const stage = staged();

/** A text as a part of a pattern. */
const escaped = (text: string): string => text.replaceAll(/[+.()]/gu, "\\$&");

describe.each(SIZES)("at %ix%i", (columns, rows) => {
  const { matches } = stage;

  /** The schedules of all clusters, that of the main one selected. */
  async function opened(): Promise<Stage> {
    const shown = await stage.open({ columns, rows, place: "backup-schedules" });
    await shown.until(/▌Schedules +(?:\d|!)/u);
    await shown.until(/prod-eu-side +never/u);
    return shown;
  }

  it("shows when snapshots are taken next, how long they stay, and what is missing; and one schedule", async () => {
    const shown = await opened();
    await matches("schedules");
    shown.press("list.open");
    await shown.until(/Projected +[0-9]+ snapshots/u);
    await matches("schedule");
  });

  /** The form of the first schedule. */
  async function editing(): Promise<Stage> {
    const shown = await opened();
    shown.press("action.edit");
    await shown.until("▌Edit schedule: analytics");
    await shown.until(/Daily start/u);
    return shown;
  }

  /** Puts a number into the field that has the keys. */
  async function put(shown: Stage, label: string, value: string): Promise<void> {
    shown.press("text.erase-line");
    await shown.until(new RegExp(`› +${label}[ •]+\\[ *\\]`, "u"));
    shown.type(value);
    await shown.until(new RegExp(`› +${label}[ •]+\\[${value} *\\]`, "u"));
  }

  /** Goes on to the field that begins with a label. */
  async function to(shown: Stage, label: string): Promise<void> {
    for (let pressed = 0; pressed < 40; pressed += 1) {
      const here = /│› +([^[←]+?) {2,}/u.exec(shown.frame())?.[1] ?? "";
      if (here.startsWith(label)) return;
      shown.press("form.next");
      // Another row has the keys then.
      await shown.until(new RegExp(`^(?![\\s\\S]*│› +${escaped(here)} {2})[\\s\\S]*│› `, "u"));
    }
    throw new Error(`no field ${label}`);
  }

  it("shows the rules as a form with what comes of them below", async () => {
    const shown = await editing();
    await matches("schedule-form");
    await to(shown, "Saturdays");
    shown.press("form.open-item");
    await shown.until(/Retention/u);
    await matches("schedule-rule");
  });

  it("says what a shorter retention ends at once, below the form and in the review", async () => {
    const shown = await editing();
    await to(shown, "Every 6 hours");
    shown.press("form.open-item");
    await shown.until(/│ +Retention/u);
    await to(shown, "Retention");
    await put(shown, "Retention", "2");
    await to(shown, "Point-in-time window");
    await put(shown, "Point-in-time window", "2");
    await to(shown, "Update existing snapshots");
    shown.press("form.step-on");
    await shown.until(/! Deleted now/u);
    await matches("schedule-shorter");
    shown.press("form.review");
    await shown.until(/type analytics/u);
    await matches("schedule-review");
  });

  it("says before all rules are deleted what stays and what ends", async () => {
    const shown = await opened();
    shown.press("action.delete");
    await shown.until(/type analytics/u);
    await matches("schedule-delete");
  });
});
