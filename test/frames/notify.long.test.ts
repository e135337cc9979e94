import { it } from "vitest";
import { staged } from "./staged.ts";

const stage = staged();

/** `w` in the overview is about what a row leads to, in the area that has it; what takes a notification away is never the first line. */
it("offers what the thing of a row can become, and what the list can", async () => {
  const shown = await stage.open({ columns: 80, rows: 24, place: "overview" });
  await shown.until(/› +CRIT/u);
  shown.press("notify");
  await shown.until(/Notify me of disk .*\n.*› 1 when it is closed +this one/u);
  await stage.matches("notify-overview");
  shown.press("menu.choose");
  await shown.until(/You will be notified of disk [^:]*: when it is closed/u);
  shown.press("notify");
  await shown.until(/› 1 when its acknowledgement ends +this one/u);
  await shown.until(/Remove: disk .* wanted/u);
  await stage.matches("notify-wanted");
});
