import { describe, expect, it } from "vitest";
import { DELAY_EDITOR, sendEditedDelay } from "./configuring.ts";
import { goWell, goWrong, lookUntil, said } from "./look-again.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** "None" is said of what was read only, a time is the one that is possible, and an undo is of the last write. */

/** All that tells of clusters: their own lists, and the alerts, which name some of them. */
const CLUSTERS = ["listClusters", "listFlexClusters", "listClustersOfAllProjects", "listAlerts"] as const;

const AREAS = [
  [
    "backup-schedules",
    /\b0 schedules|No cluster of this project/u,
    /▌Schedules +(?:5 schedules · )?! 1 without policy items/u,
  ],
  ["restore-jobs", /No restore is known|none running/u, /▌Restores +1 running · 1 to download/u],
  ["export-buckets", /nobody/u, /acme-legal-hold .*none/u],
] as const;

describe.concurrent.each(SIZES)("a first list of clusters that fails at $cols x $rows, $dialect", (setting) => {
  it.each(AREAS)("is not said to be empty in %s, and is asked again", async (place, none, well) => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    await goWrong(world, { scenario: "server-error", on: [...CLUSTERS], times: 1000 });
    const sextant = stage.console([place]);
    await sextant.waitFor(() => /not (?:read|loaded)/iu.test(said(sextant)), { what: "that something was not read" });
    await sextant.waitFor(() => /the service failed/u.test(said(sextant)), { what: "why it was not" });
    const before = said(sextant);
    expect(before).not.toMatch(none);
    // Of the alerts nothing is known either: no number stands at their area.
    expect(sextant.row(/^[ ›] Alerts +\d/u)).toBeUndefined();
    await goWell(world);
    await lookUntil(sextant, () => well.test(sextant.text()), String(well));
    await sextant.waitUntilAbsent(/not (?:read|loaded)/u);
    expect(await world.writes()).toEqual([]);
  });
});

const HOUR = 3600;

/** A time of day as one types it, and the day that a sentence gives it. */
const clockOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 16);
const dayOf = (seconds: number, now: number): string =>
  Math.floor(seconds / (24 * HOUR)) === Math.floor(now / (24 * HOUR)) ? "today" : "yesterday";

describe.concurrent.each(SIZES)("a restore to a point in time at $cols x $rows, $dialect", (setting) => {
  it("takes a bare time as the last one, and sends that", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const now = Math.floor(Date.parse(String((await world.control("GET", "/clock"))["now"])) / 1000);
    const sextant = await stage.at("restore-jobs", /Restores +1 running · 1 to download/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected restore" });
    await sextant.do("action.new", "▌Cluster to restore from");
    await sextant.takeFound("prod-eu ", /› Restore type /u, "prod-eu");
    await sextant.do("form.step-on", /Restore type +← restore a point in time/u);
    await sextant.field("Point in time");
    const minute = now - (now % 60);
    // Two hours ago, and what is to come in two hours: of that, the one of the day before.
    for (const wanted of [minute - 2 * HOUR, minute + 2 * HOUR - 24 * HOUR]) {
      await sextant.replace(clockOf(wanted));
      await sextant.waitForSaid(new RegExp(`as of ${dayOf(wanted, now)} ${clockOf(wanted)} UTC`, "u"));
    }
    await sextant.field("Target cluster");
    await sextant.do("form.suggest", "▌Target cluster");
    await sextant.takeFound("prod-eu-side ", /Target cluster +\[?prod-eu-side/u, "prod-eu-side");
    await sextant.review();
    await sextant.typeName("prod-eu-side");
    await sextant.doSaying("review.send", /Status running/u);
    expect((await world.writesDone()).map(({ body }) => body)).toMatchObject([
      { deliveryType: "pointInTime", pointInTimeUTCSeconds: minute + 2 * HOUR - 24 * HOUR },
    ]);
  });
});

/** Answers the question of a review with yes, and sends it. */
async function yes(sextant: Sextant, brings: RegExp): Promise<void> {
  await sextant.waitFor(/\? +y\/N/u);
  await sextant.yes();
  await sextant.do("review.send", brings);
}

describe.concurrent.each(SIZES)("undo at $cols x $rows, $dialect", (setting) => {
  it("is of the last write and says which; where that has no way back it says so, and offers no other", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const env = { EDITOR: DELAY_EDITOR };
    const sextant = await stage.at("alert-configurations", /Alert configs +12 on/u, env);
    await sextant.select("credit card");
    await sextant.act("Turn off", "▌Review");
    await yes(sextant, /Active +off/u);
    await sextant.back(/Alert configs +11 on/u);

    await sextant.select("connections used", "list.up");
    await sendEditedDelay(sextant);

    await sextant.do("undo", /▌Review +Undo: Edit alert config: connec/u);
    await sextant.waitFor(/7 min +→ +0 min/u);
    await sextant.waitFor(/Enter +Undo/u);
    await sextant.doSaying("review.send", /after 0 min/u);

    await sextant.back(/Alert configs +11 on/u);
    await sextant.select("no primary");
    await sextant.do("action.delete", "▌Review");
    await yes(sextant, /Alert configs +10 on/u);
    sextant.press("undo");
    await sextant.waitFor(() => /Cannot undo “.*no primary.*”: deleted data is not saved/u.test(said(sextant)), {
      what: "why the last one cannot be undone",
    });
    expect(sextant.row("▌Review")).toBeUndefined();
    const done = await world.writesDone();
    expect(done.map(({ operation }) => operation)).toEqual([
      "toggleAlertConfiguration",
      "updateAlertConfiguration",
      "updateAlertConfiguration",
      "deleteAlertConfiguration",
    ]);
    // What was turned off before is still off.
    const off = (await world.configurations()).filter(({ enabled }) => enabled === false);
    expect(off.map(({ eventTypeName }) => eventTypeName)).toContain("CREDIT_CARD_ABOUT_TO_EXPIRE");
  });
});
