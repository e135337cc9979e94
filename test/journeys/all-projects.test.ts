import { describe, expect, it } from "vitest";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** Alerts of all projects: one of another project is acknowledged there, by a review that names the project. */

describe.each(SIZES)("all projects at $cols x $rows, $dialect", (setting) => {
  it("an alert of another project is opened among all, acknowledged there, and all are come back to", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.alerts();
    const header = (): string => sextant.screen()[0] ?? "";
    const badge = (): string =>
      sextant
        .screen()
        .map((row) => row.slice(0, 19))
        .find((row) => row.slice(2).startsWith("Alerts")) ?? "";

    await sextant.do("all-projects", /PROJECT/u);
    await sextant.waitFor(() => header().includes("Acme › all projects"), { what: "all projects in the header" });
    await sextant.waitFor(() => /all 8$/u.test(badge().trimEnd()), { what: "the count of all projects" });
    await sextant.waitFor(/▌Alerts +3 projects · 8 open/u);

    await sextant.select(/Staging +no primary/u);
    await sextant.do("list.open", /Project +Staging/u);
    // The project that one stands in is still the other one.
    expect(header()).toContain("Acme › all projects");
    await sextant.act("Acknowledge…", /▌Acknowledge no primary/u);
    await sextant.field("Acknowledge until");
    sextant.type("+2h");
    await sextant.waitFor(/\+2h.*UTC/u);
    await sextant.review();
    await sextant.waitFor(/Enter +Acknowledge/u);
    expect(sextant.text()).toMatch(/Project +Staging/u);
    const staging = world.project("Staging");

    await sextant.doSaying("review.send", /Acknowledged for (1h 5\dm|2h) more/u);
    const writes = await world.writesDone();
    expect(writes.map(({ operation }) => operation)).toEqual(["acknowledgeAlert"]);
    expect(writes[0]?.target).toContain(`/groups/${staging}/`);

    await sextant.back(/PROJECT/u);
    await sextant.waitFor(() => /all 7$/u.test(badge().trimEnd()), { what: "one alert less" });
    await sextant.do("all-projects", (rows) => rows.some((row) => row.includes("Acme › Payments")));
    await sextant.waitFor(() => / 6$/u.test(badge().trimEnd()) && !badge().includes("all"), {
      what: "the count of the one project",
    });
  });
});
