import { describe, expect, it } from "vitest";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** From the list of snapshots to the calendar of a cluster and to its retention timeline, and back to the same row. */

describe.each(SIZES)("calendar and retention timeline at $cols x $rows, $dialect", (setting) => {
  it("are opened from a snapshot, turned, and left again; nothing is sent but reads", async () => {
    await using stage = await Stage.set(setting);
    const sextant = stage.console(["snapshots"]);
    await sextant.waitFor(/Snapshots +.*! prod-eu-side: no snapshot/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected snapshot" });
    const row = sextant.selected()?.text;

    await sextant.do("action.menu", "▌Actions");
    sextant.type("6");
    await sextant.waitFor(/▌Snapshots of [\w-]+: \w+ \d{4}, UTC/u);
    const [month = ""] = /\w+ \d{4}, UTC/u.exec(sextant.screen().join("\n")) ?? [];
    await sextant.do("page.turn-forward", /Restorable: |No restorable snapshots|Scheduled: /u);
    await sextant.waitUntilAbsent(month);
    await sextant.do("page.turn-back", month);
    await sextant.do("page.close", /▌Snapshots +/u);

    await sextant.do("action.menu", "▌Actions");
    sextant.type("7");
    await sextant.waitFor(/▌Retention of [\w-]+, UTC/u);
    await sextant.waitFor(/In 30 days/u);
    await sextant.do("page.last", /Next to expire|and \d+ more/u);
    await sextant.do("page.close", /▌Snapshots +/u);
    expect(sextant.selected()?.text).toBe(row);
    expect(await stage.world.writes()).toEqual([]);
  });
});
