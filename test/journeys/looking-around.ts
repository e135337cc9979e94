import { expect, it } from "vitest";
import type { Setting, Sextant } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** Narrows the list to the rows that say a text, and undoes it. */
async function filters(sextant: Sextant): Promise<void> {
  await sextant.do("list.filter", "/ text");
  sextant.type("disk");
  await sextant.waitFor(/\/disk \d+ of \d+/u);
  await sextant.do("filter.undo", "snapshot late");
  await sextant.waitUntilAbsent("/disk");
}

/** Narrows the areas to those with a name, and closes them again. */
async function findsAnArea(sextant: Sextant): Promise<void> {
  await sextant.do("sidebar.find", /▌Go to +from Alerts/u);
  sextant.type("alert conf");
  await sextant.waitFor(/› Go to Alert configs/u);
  await sextant.waitUntilAbsent("Go to Auditing");
  await sextant.do("palette.close", "snapshot late");
  await sextant.waitUntilAbsent("▌Go to");
}

/** Where the keys are, how one comes there, what stands there then, and what its filter is of. */
const PLACES = {
  list: { go: async () => undefined, stands: "List", filters },
  detail: {
    go: async (sextant: Sextant) => sextant.do("list.open", /Id +[0-9a-f]{24}/u),
    stands: "Detail",
    filters,
  },
  sidebar: {
    go: async (sextant: Sextant) => sextant.do("pane.left", (rows) => rows.every((row) => !row.includes("▌"))),
    stands: "Areas",
    filters: findsAnArea,
  },
} as const;

/** Finds its way from where the keys are. */
export function findingOnesWay(setting: Setting, places: readonly (keyof typeof PLACES)[]): void {
  it.each(places)("helps, goes and filters from the %s", async (name) => {
    const place = PLACES[name];
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    await place.go(sextant);

    await sextant.do("help.open", /▌Keys/u);
    // What the keys do right here comes first.
    expect(
      sextant
        .pane()
        .find((row) => ["List", "Detail", "Areas", "Everywhere"].includes(row.trim()))
        ?.trim(),
    ).toBe(place.stands);
    sextant.press("help.close");
    await sextant.waitUntilAbsent(/▌Keys/u);

    await place.filters(sextant);

    await sextant.do("palette.open", "Commands");
    sextant.type("go alert conf");
    await sextant.waitFor(/› Go to Alert configs/u);
    await sextant.do("palette.choose", /Alert configs +\d+ on/u);
  });
}

/** Looks at the alerts and at what raised them. */
export function lookingAround(setting: Setting): void {
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
    await sextant.do("list.open", /Status +OPEN, acknowledged/u);
    await sextant.mark(/Config +read tickets < 30 ›/u, "detail.down");
    await sextant.do("detail.follow", String(oldest?.["alertConfigId"]));
    await sextant.waitFor(/1 open alert/u);
    await sextant.mark(/read tickets 25/u, "detail.down");
    await sextant.do("detail.follow", /Status +OPEN, acknowledged/u);
    expect(sextant.text()).toContain("Config");
    expect(await world.writes()).toEqual([]);
  });
}

/** Goes on from an alert in the other ways that there are. */
export function goingOn(setting: Setting): void {
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
    await sextant.act("Show the configuration of this alert", /Event type +CPS_SNAPSHOT_BEHIND/u);
    await sextant.waitForSaid(/Notification 1 e-mail backup@acme\.example/u);
    // Esc leads back to the alert that one came from.
    await sextant.back(/▌Alerts +6 open/u);
    expect(sextant.selected()?.text).toContain("snapshot late");
  });
}
