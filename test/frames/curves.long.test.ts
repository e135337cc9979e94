import { describe, it } from "vitest";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { resourceKey } from "../../src/state/answers/query.ts";
import { find } from "../../src/state/answers/tables.ts";
import { alertValueKey } from "../../src/state/samples/measured.ts";
import { NOW, type Stage } from "./stage.ts";
import { staged } from "./staged.ts";

/** What is drawn of readings: curves of alerts in the list and in the detail, bars on the overview. */

const MINUTE = 60_000;

const stage = staged();

/** Lets every open alert with a value have been watched for half an hour, its value on its way up. */
function watchedFor(shown: Stage, minutes: number): void {
  const groupId = GroupId.parse(shown.ready.groupId);
  const args = { params: { groupId }, query: { status: "OPEN" } };
  const { store } = shown.app;
  const open = find(store.getState().resources, "listAlerts", resourceKey("listAlerts", args))?.cached?.data.results;
  for (const { id, currentValue } of open ?? []) {
    const { number, units } = currentValue ?? {};
    if (typeof number !== "number") continue;
    for (let before = minutes; before > 0; before -= 1) {
      const value = number * (1 - 0.4 * (before / minutes) ** 2 + 0.05 * Math.sin(before));
      store.samples.record(alertValueKey(groupId, id), { at: NOW - before * MINUTE, value, state: units ?? "" });
    }
  }
}

describe.each([
  [60, 15],
  [80, 24],
  [160, 50],
] as const)("at %ix%i", (columns, rows) => {
  it("draws the values of alerts, in the list where there is room, in the detail with the threshold", async () => {
    const shown = await stage.open({
      columns,
      rows,
      place: "alerts",
      hideSidebar: columns < 80,
      ...(columns < 80 ? { shown: "no primary" } : {}),
    });
    await shown.until(/disk 92\.1 %/u);
    watchedFor(shown, 30);
    if (columns > 100) await shown.until(/[\u2801-\u28ff]/u);
    await stage.matches("curves");
    shown.press("list.down");
    await shown.until(/› .*disk 92\.1 %/u);
    shown.press("list.open");
    await shown.until(/Status|Value/u);
    shown.press("detail.last");
    await shown.until(/Id +\S*[0-9a-f]{4}/u);
    // With the value of the newest answer.
    await shown.until(columns < 80 ? "as of 14:06:12" : /13:36 +14:06/u);
    await stage.matches("curve");
  });
});

it("draws bars of what is in progress on a wide overview", async () => {
  const shown = await stage.open({ columns: 160, rows: 50, place: "overview" });
  await shown.until(/Overview +2 crit/iu);
  await shown.until(/[█░]/u);
  await shown.untilAbsent("still loading");
  await stage.matches("overview");
});
