import { describe, expect, it } from "vitest";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

describe.each(SIZES)("going over to another project at $cols x $rows, $dialect", (setting) => {
  it("lists the projects by name, finds one by typing, and goes there", { timeout: 120_000 }, async () => {
    await using stage = await Stage.set(setting);
    const sextant = stage.console(["alerts"]);
    await sextant.waitFor(/Alerts +\d/u);
    // The projects are asked for before the name of their organisation.
    await sextant.waitFor(/Acme › Payments/u);
    await sextant.do("project", /▌Projects of profile/u);
    await sextant.waitFor(/› Payments +current/u);
    const names = sextant
      .pane()
      .flatMap((line) => /^\D*(Legacy-Target|Payments|Staging) {2,}(?:current|\d+ cluster)/u.exec(line)?.[1] ?? []);
    expect(names).toEqual(["Legacy-Target", "Payments", "Staging"]);
    sextant.type("leg");
    await sextant.waitFor(/› Legacy-Target/u);
    await sextant.do("picker.take", /Acme › Legacy-Target/u);
  });
});
