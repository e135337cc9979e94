import { describe, expect, it } from "vitest";
import { Home } from "./home.ts";
import { said } from "./look-again.ts";
import { Sextant, SIZES } from "./sextant.ts";

/** The service lists no migrations, and nobody has started those of the sample: they are known all the same. */

describe.each(SIZES)("the console on its own service at $cols x $rows", ({ cols, rows }) => {
  it("shows the migrations of the sample on the overview of all projects, and leads to them", async () => {
    using home = new Home();
    await using sextant = new Sextant({ args: ["dist/main.js", "overview"], cols, rows, env: home.env });
    await sextant.waitFor(/Overview +2 crit/iu);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected row" });
    await sextant.do("all-projects", /KIND +TIME +PROJECT/u);
    await sextant.waitFor(() => /migration \d+[dhm] Lega\S* \S+ ready/u.test(said(sextant)), {
      what: "a migration",
    });
    await sextant.select(/^ *migration .*ready/u);
    await sextant.do("list.open", /· ready/u);
    await sextant.waitForSaid(/Migration expires in 4 days/u);
    await sextant.do("pane.left", /▌Live migration/u);
    await sextant.waitFor(() => /expired/u.test(said(sextant)) && /failed/u.test(said(sextant)), {
      what: "how others ended",
    });
    expect(sextant.screen()[0]).toContain("Legacy-Target");
  });
});
