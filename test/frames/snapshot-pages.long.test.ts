import { describe, it } from "vitest";
import { staged } from "./staged.ts";

const SIZES = [
  [60, 15],
  [80, 24],
  [160, 50],
] as const;

const stage = staged();

describe.each(SIZES)("at %ix%i", (columns, rows) => {
  const { matches } = stage;

  it("shows the calendar of a cluster, the month after, and until when its snapshots are kept", async () => {
    const shown = await stage.open({
      columns,
      rows,
      place: "backup-schedules",
      hideSidebar: columns < 80,
      ...(columns < 80 ? { shown: "analytics" } : {}),
    });
    await shown.until(/› +\S*prod-eu|› +analytics/u);
    shown.press("list.filter");
    await shown.until(/^.* \/ /mu);
    shown.type("cluster:prod-eu");
    await shown.until(/› +prod-eu /u);
    shown.press("filter.keep");
    await shown.until("Enter open");
    const opened = async (words: string, title: RegExp): Promise<void> => {
      shown.press("palette.open");
      await shown.until("Commands");
      shown.type(words);
      await shown.until(new RegExp(`› .*${words}`, "u"));
      shown.press("palette.choose");
      await shown.until(title);
    };
    await opened("Show snapshot calendar", /Snapshots of prod-eu: November 2026, UTC/u);
    await matches("snapshot-calendar");
    shown.press("page.turn-forward");
    await shown.until("December 2026");
    await matches("snapshot-calendar-ahead");
    shown.press("page.close");
    await shown.untilAbsent("December 2026");
    await opened("Show retention timeline", /Retention of prod-eu, UTC/u);
    await matches("snapshot-retention");
    shown.press("page.last");
    await shown.until(/and \d+ more/u);
    await matches("snapshot-retention-below");
  });
});
