import { describe, it } from "vitest";
import type { Stage } from "./stage.ts";
import { ALL_SIZES, staged } from "./staged.ts";

const stage = staged();

const open = (columns: number, rows: number, place = "alerts"): Promise<Stage> => stage.open({ columns, rows, place });

describe.each(ALL_SIZES)("at %ix%i", (columns, rows) => {
  const { matches } = stage;

  it("shows the shell with the list of alerts", async () => {
    const { until } = bound(await open(columns, rows));
    await until(/\d+ open/u);
    await until("no primary");
    await matches("alerts");
  });

  it("shows the alert configurations", async () => {
    const { until } = bound(await open(columns, rows, "alert-configurations"));
    await until(/\d+ on /u);
    await matches("alert-configurations");
  });

  it("shows one alert beside the list, or in its place", async () => {
    const { until, press } = bound(await open(columns, rows));
    await until(/\d+ open/u);
    await until(/› +CRIT/u);
    press("list.down");
    await until(/› +CRIT +37m/u);
    press("list.open");
    await until("Notifications");
    await until("PagerDuty");
    await matches("alert");
  });

  it("shows all keys", async () => {
    const { until, press } = bound(await open(columns, rows));
    await until("no primary");
    press("help.open");
    await until("Keys");
    await matches("help");
  });

  it("shows the palette, and what it finds", async () => {
    const { until, press, type } = bound(await open(columns, rows));
    await until("no primary");
    press("palette.open");
    await until("Commands");
    type("E14");
    await until(/^.*: E14/mu);
    await matches("palette");
  });
});

const bound = (shown: Stage) => ({
  until: (pattern: RegExp | string) => shown.until(pattern),
  press: (id: string) => shown.press(id),
  type: (text: string) => shown.type(text),
});
