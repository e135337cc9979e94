import { describe, expect, it } from "vitest";
import { acknowledging } from "./acknowledging.ts";
import { BOTH, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

describe.each(BOTH.slice(1))("acknowledging at $cols x $rows, $dialect", acknowledging);

describe.each(SIZES)("until when, at $cols x $rows, $dialect", (setting) => {
  it("takes a time of the day as people say it, in a terminal as small as 60 x 15", async () => {
    await using stage = await Stage.set({ ...setting, cols: 60, rows: 15 });
    const { world } = stage;
    const sextant = await stage.alerts();
    await sextant.select("no primary");
    await sextant.act("Acknowledge…", "▌Acknowledge no primary");
    const now = new Date(String((await world.control("GET", "/clock"))["now"]));
    // Within a day at every time of the day: a longer silence is asked about twice.
    const until = new Date(now.getTime() + 3 * 3_600_000);
    const hour = `${String(until.getUTCHours()).padStart(2, "0")}:00`;
    const isToday = until.getUTCDate() === now.getUTCDate();
    sextant.type(`${isToday ? "today" : "tomorrow"} ${hour}`);
    await sextant.waitFor(new RegExp(`${hour}.*(?:UTC|local)`, "u"));
    await sextant.review({ offers: "Acknowledge" });
    await sextant.do("review.send", /Acknowledged +for/u);
    until.setUTCMinutes(0, 0, 0);
    const [written] = await world.writesDone();
    expect(written?.body).toEqual({ acknowledgedUntil: until.toISOString().replace(".000Z", "Z") });
  });

  it("refuses a time in the past with words, and sends nothing", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    await sextant.select("index build");
    await sextant.act("Acknowledge…", "▌Acknowledge index build");
    sextant.type("2020-01-01 08:00");
    await sextant.waitFor("2020-01-01 08:00");
    await sextant.doSaying("form.review", /enter a future time/u);
    expect(await stage.world.writes()).toEqual([]);
  });
});
