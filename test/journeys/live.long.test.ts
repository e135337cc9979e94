import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Setting, type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { World } from "./world.ts";

/** The small one is where a list has to scroll. An answer is waited for as long as the scheduler takes: two wires are enough. */
const LIVE: readonly Setting[] = [...SIZES, { cols: 60, rows: 15, dialect: "specification" }];

const asOf = (sextant: Sextant): string | undefined => sextant.row("as of")?.text.match(/as of ([\d:]{8})/u)?.[1];

/** A row of the list as long as it is the same alert: what it is and where, without the age. */
const alertIn = (row: string | undefined): string =>
  (row ?? "")
    .replace(/^[ ›•+]*(\S+) +\S+/u, "$1")
    .replace(/ +/gu, " ")
    .trim();

/** What the list shows first below its column heads, and where the selected alert stands. */
const look = (sextant: Sextant) => {
  const rows = sextant.pane();
  const { y, text } = sextant.selected() ?? { y: -1, text: "" };
  return { first: alertIn(rows[rows.findIndex((row) => /SEV +AGE/u.test(row)) + 1]), y, selected: alertIn(text) };
};

describe.concurrent.each(LIVE)("the list of alerts by itself at $cols x $rows, $dialect", (setting) => {
  it("shows what comes and goes without a key, and never moves what is looked at", async () => {
    await using stage = await Stage.set(setting, { quiet: false });
    const { world } = stage;
    const ids = async () => (await world.alerts("OPEN")).map(({ id }) => String(id));
    // So many that a small list has to scroll.
    for (let count = 0; count < 12; count = (await ids()).length) await world.step(300);
    const sextant = await stage.alerts();
    // It lasts: no other alert of the sample stands so long.
    await sextant.select("index build failed");

    for (const change of ["comes", "goes"] as const) {
      const before = { look: look(sextant), asOf: asOf(sextant), ids: await ids() };
      const isSo = (now: readonly string[]): boolean =>
        change === "comes"
          ? now.some((id) => !before.ids.includes(id)) && now.length !== before.ids.length
          : before.ids.some((id) => !now.includes(id)) && now.length !== before.ids.length;
      let now = before.ids;
      for (; !isSo(now); now = await ids()) await world.step(60);
      const silenced = (await world.alerts("OPEN")).filter(({ acknowledgedUntil }) => acknowledgedUntil !== undefined);
      const clock = String((await world.control("GET", "/clock"))["now"]);
      const quiet = silenced.filter(({ acknowledgedUntil }) => String(acknowledgedUntil) > clock).length;

      await sextant.waitFor(new RegExp(`Alerts +${now.length - quiet} open`, "u"));
      await sextant.waitFor(() => asOf(sextant) !== before.asOf, { what: "a later time in the title" });
      const after = look(sextant);
      expect(after.selected).toBe(before.look.selected);
      // Rows come and go on either side of it: one of the two stays where it was.
      expect(after.y === before.look.y || after.first === before.look.first).toBe(true);
    }
  });
});

describe.concurrent.each(SIZES)("a service that goes away at $cols x $rows, $dialect", (setting) => {
  it("leaves the list with its age and says so; when the service is back, so is everything", async () => {
    await using stage = await Stage.set(setting);
    const place = join(stage.home.directory, "service.db");
    const first = await World.start(setting.dialect, { place });
    const port = Number(new URL(first.ready.baseUrl).port);
    const sextant = stage.console(["alerts"], first.env());
    await sextant.waitFor(/Alerts +\d+ open/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected alert" });
    const { selected } = look(sextant);

    await first[Symbol.asyncDispose]();
    await sextant.do("refresh", "no connection");
    await sextant.waitFor(/as of \d\d:\d\d:\d\d UTC, \d+\w old/u);
    expect(look(sextant).selected).toBe(selected);
    // It can still be looked at.
    await sextant.do("list.open", /Config +no primary/u);
    await sextant.do("detail.back", /as of \d\d:\d\d:\d\d UTC, \d+\w old/u);

    await using second = await World.start(setting.dialect, { place, port });
    expect(second.ready.baseUrl).toBe(first.ready.baseUrl);
    await sextant.waitUntilAbsent("no connection");
    await sextant.waitFor(/as of \d\d:\d\d:\d\d UTC ?$/u);
    sextant.press("quit");
    expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
  });
});
