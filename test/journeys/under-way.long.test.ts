import { describe, expect, it } from "vitest";
import { isSample } from "../extent.ts";
import { GoBetween } from "./go-between.ts";
import { Home } from "./home.ts";
import { lookUntil } from "./look-again.ts";
import { type Setting, Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** What is on its way is there at a first start, and a list and the detail beside it say the same of it. */

/** A list has its detail beside it. */
const WIDE: readonly Setting[] = [
  { cols: 120, rows: 40, dialect: "atlas" },
  ...(isSample ? [] : [{ cols: 160, rows: 50, dialect: "specification" } as const]),
];

describe.concurrent.each(SIZES)("a first start at $cols x $rows", ({ cols, rows }) => {
  it("shows a migration, a restore, an export, a build of an index and a snapshot on their way", async () => {
    using home = new Home();
    await using sextant = new Sextant({ args: ["dist/main.js"], cols, rows, env: home.env });
    await sextant.waitFor(/▌Overview +2 crit/iu);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected row" });
    // In the order of the list, each come to by keys alone once it has been read.
    for (const row of [
      / *migration +\d+m .*lag \d/u,
      / *restore +\d+m +paused/u,
      / *export +\d+m +analyt/u,
      / *index +\d+m +shop\.r\S* .*Serving on 1 of 3/u,
      / *snapshot +\d+m +wallet-eu +running/u,
    ]) {
      await sextant.waitFor(row);
      await sextant.select(row);
    }
  });
});

describe.concurrent.each(WIDE)("a list beside its detail at $cols x $rows, $dialect", (setting) => {
  it("says that a restore has ended as soon as the detail does", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    await using between = await GoBetween.before(world.ready.baseUrl);
    const sextant = await stage.at("restore-jobs", /Restores +1 running/u, { SEXTANT_BASE_URL: between.url });
    await sextant.select(/^ *running +paused-1/u);
    await sextant.do("list.open", /Status +running/u);
    await world.step(3 * 3600);
    // From now on the lists cannot be read: only the answer for the one restore says that it has ended.
    between.refuse({
      method: "GET",
      path: "/backup/restoreJobs",
      status: 500,
      errorCode: "UNEXPECTED_ERROR",
      detail: "Something went wrong.",
      times: Number.POSITIVE_INFINITY,
    });
    await lookUntil(sextant, () => /Status +completed/u.test(sextant.rightmost()), "the restore done in the detail");
    expect(sextant.text()).toMatch(/\bcompleted +paused-1 → stage-1/u);
    expect(sextant.text()).toMatch(/Restores +none running/u);
  });
});
