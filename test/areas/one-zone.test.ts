import { beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../src/areas/areas.ts";
import { formatDayAndTime } from "../../src/areas/backup-schedules/labels.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import { showTime } from "../../src/forms/values/timestamp.ts";
import { formatTimeInZone } from "../../src/text/format.ts";
import { readBy, readSampleWorld, type World } from "./odd-answers.ts";

/** Times on one screen are in one zone, and say which: a time in another one beside them is read wrongly at night. */

const TIME_IN = { utc: /\d UTC\b/u, local: /\d local\b/u } as const;

describe("times on screen", () => {
  let world: World;

  beforeAll(async () => {
    world = await readSampleWorld();
  });

  const textsOf = (zone: "utc" | "local"): readonly string[] =>
    AREAS.flatMap((area) => readBy(world, area, world.queried.get(area.id)?.ids ?? [], zone).map(cellText));

  it.each([
    ["local", "utc"],
    ["utc", "local"],
  ] as const)("of lists and details are all %s ones, none in %s", (zone, other) => {
    const texts = textsOf(zone);
    expect(texts.filter((text) => TIME_IN[other].test(text))).toEqual([]);
    expect(texts.filter((text) => TIME_IN[zone].test(text)).length).toBeGreaterThan(10);
  });

  it("of forms and reviews are in the zone of the screen, and name it once", () => {
    const now = Date.UTC(2025, 10, 21, 14, 6);
    const time = "2025-11-21T16:00:00Z";
    expect(showTime(time, { now, timeZone: "UTC" })).toBe("today 16:00 UTC");
    expect(showTime(time, { now, timeZone: "Asia/Kolkata" })).toBe("today 21:30 local");
    expect(formatTimeInZone(Date.parse(time), { now, zone: "local" })).toMatch(/^(?:2\d Nov )?\d\d:\d\d local$/u);
    expect(formatDayAndTime(2, 30, now, "utc")).toBe("02:30 UTC");
    expect(formatDayAndTime(2, 30, now, "local")).toMatch(/^\d\d:\d\d local$/u);
  });
});
