import { describe, expect, it } from "vitest";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** Where the keys are, how one comes there, and what stands there then. */
const PLACES = {
  list: { go: async () => undefined, stands: "List" },
  detail: {
    go: async (sextant: Sextant) => sextant.do("list.open", /Id +[0-9a-f]{24}/u),
    stands: "Detail",
  },
  sidebar: {
    go: async (sextant: Sextant) => sextant.do("pane.left", (rows) => rows.every((row) => !row.includes("▌"))),
    stands: "Areas",
  },
} as const;

describe.each(SIZES)("looking around at $cols x $rows, $dialect", (setting) => {
  it.each(Object.entries(PLACES))("helps, goes and filters from the %s", async (_name, { go, stands }) => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    await go(sextant);

    await sextant.do("help.open", /▌Keys/u);
    // What the keys do right here comes first.
    expect(
      sextant
        .pane()
        .find((row) => ["List", "Detail", "Areas", "Everywhere"].includes(row.trim()))
        ?.trim(),
    ).toBe(stands);
    sextant.press("help.close");
    await sextant.waitGone(/▌Keys/u);

    await sextant.do("list.filter", "/ text");
    sextant.type("disk");
    await sextant.waitFor(/\/disk \d+ of \d+/u);
    await sextant.do("filter.undo", "snapshot late");
    await sextant.waitGone("/disk");

    await sextant.do("palette.open", "Go or do");
    sextant.type("go alert conf");
    await sextant.waitFor(/› Go to Alert configs/u);
    await sextant.do("palette.choose", /Alert configs +\d+ on/u);
  });

  it("begins on the first row of the whole list, with nothing marked as changed", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    expect(sextant.selected()?.text).toMatch(/^ *CRIT +\dm +no primary/u);
    expect(sextant.text()).not.toContain("•");
  });

  it("follows an alert to the configuration that raised it, and from there to the alerts that it raised", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const [oldest] = await world.alerts("OPEN");
    const sextant = await stage.alerts();
    await sextant.select("read tickets");
    await sextant.do("list.open", String(oldest?.["id"]));
    await sextant.mark(/Config +read tickets < 30 ›/u, "detail.down");
    await sextant.do("detail.follow", String(oldest?.["alertConfigId"]));
    await sextant.waitFor(/1 open alert/u);
    await sextant.mark(/read tickets 25/u, "detail.down");
    await sextant.do("detail.follow", String(oldest?.["id"]));
    expect(sextant.text()).toContain("Config");
    expect(await world.writes()).toEqual([]);
  });

  it("follows an alert to another one that the same configuration raised", async () => {
    await using stage = await Stage.set(setting, { quiet: false });
    const { world } = stage;
    const pair = async () => {
      const alerts = await world.alerts("OPEN");
      const found = alerts.map((one) => alerts.filter(({ alertConfigId }) => alertConfigId === one["alertConfigId"]));
      return found.find((siblings) => siblings.length === 2);
    };
    for (let found = await pair(); found === undefined; found = await pair()) await world.step(60);
    const [first, second] = ((await pair()) ?? []).map(({ id }) => String(id));
    // The command line may name one thing: the keys are there at once.
    const sextant = stage.console([`alerts/${first}`]);
    await sextant.waitFor("1 other alert of this configuration");
    await sextant.mark(/^ *\d+[smhd] .*›/u, "detail.down");
    await sextant.do("detail.follow", String(second));
    await sextant.waitFor("1 other alert of this configuration");
  });

  it("goes to the configuration from the menu of actions too", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    await sextant.select("snapshot late");
    await sextant.act("Go to the configuration that raised it", /Event +CPS_SNAPSHOT_BEHIND/u);
    await sextant.waitForSaid(/Tell 1 e-mail backup@acme\.example/u);
    // The list stands where one has gone.
    await sextant.back(/Alert configs +\d+ on/u);
    expect(sextant.selected()?.text).toContain("snapshot late");
  });
});
