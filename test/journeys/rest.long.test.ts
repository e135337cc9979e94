import { describe, expect, it } from "vitest";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** A console at rest: answers come that say nothing new. */

const AS_OF = /as of (\d\d:\d\d:\d\d)/u;
const MINUTE = 60_000;

/** The first time on screen: that of the title, or of the first heading where the title has no room for it. */
const titleTime = (sextant: Sextant): string => AS_OF.exec(sextant.text())?.[1] ?? "";
const withoutTimes = (rows: readonly string[]): readonly string[] =>
  rows.map((row) => row.replaceAll(new RegExp(AS_OF, "gu"), "as of"));
const timesIn = (rows: readonly string[]): readonly string[] =>
  [...rows.join("\n").matchAll(new RegExp(AS_OF, "gu"))].map(([time]) => time);

/** The screen after something was written to it. */
type Written = {
  readonly bytes: number;
  readonly minute: number;
  readonly rows: readonly string[];
  readonly times: readonly string[];
};

describe.concurrent.each(SIZES)("the overview of all projects at $cols x $rows, $dialect", (setting) => {
  it("writes nothing while nothing changes, but when what it shows was confirmed", async () => {
    await using stage = await Stage.set(setting, { speed: 1, quiet: true });
    // What the sample counts down to by the second is over.
    await stage.world.step(86_400);
    const sextant = await stage.at("overview", AS_OF);
    await sextant.do("all-projects", AS_OF);
    await sextant.waitFor((rows) => rows[0]?.includes("all projects") === true && !rows.join(" ").includes("loading"), {
      what: "all projects, read whole",
    });
    const written: Written[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = titleTime(sextant);
      await sextant.waitFor(
        (rows) => {
          const minute = Math.floor(Date.now() / MINUTE);
          written.push({ bytes: sextant.bytes, minute, rows: withoutTimes(rows), times: timesIn(rows) });
          return titleTime(sextant) !== before;
        },
        { what: "the next answers" },
      );
    }
    expect(written[0]?.rows.join("\n")).toMatch(/Lega/u);
    for (const [index, { bytes, minute, rows, times }] of written.entries()) {
      const before = written[index - 1];
      // Ages move with the minute, and with nothing else.
      if (before === undefined || before.minute !== minute) continue;
      expect(rows).toEqual(before.rows);
      // Not a byte is written but to say when something was confirmed.
      if (bytes !== before.bytes) expect(times).not.toEqual(before.times);
    }
  });
});
