import { describe, expect, it } from "vitest";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import type { Setting, Sextant } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** A time is read wrongly where the one beside it is of another zone: one session has one zone, and one name for it. */

const TIME_IN = { UTC: /\d UTC\b/u, local: /\d local\b/u } as const;

const SMALL: Setting = { cols: 80, rows: 24, dialect: "specification" };
const LARGE: Setting = { cols: 120, rows: 40, dialect: "atlas" };

describe.each([
  { machine: "UTC", name: "UTC", other: "local", setting: SMALL },
  { machine: "Europe/Berlin", name: "local", other: "UTC", setting: LARGE },
] as const)("on a machine whose zone is $machine", ({ machine, name, other, setting }) => {
  it("lists, details, forms, previews and reviews name times alike; T says what is left to choose", async () => {
    await using stage = await Stage.set(setting);
    const env = { TZ: machine };
    const own = TIME_IN[name];
    const isNamed = (sextant: Sextant) => async (what: string) => {
      await sextant.waitFor(own, { what: `a time in ${name}: ${what}` });
      expect(sextant.text()).not.toMatch(TIME_IN[other]);
    };

    const schedules = await stage.at("backup-schedules", /▌Schedules +(?:\d|!)/u, env);
    await schedules.select(/^ *analytics /u);
    const ofSchedules = isNamed(schedules);
    await ofSchedules("the list");
    await schedules.do("list.open", /last day of the month +12 months/u);
    await ofSchedules("the schedule");
    await schedules.do("action.edit", "▌Edit schedule: analytics");
    await schedules.waitFor(new RegExp(`Daily start.*\\d\\d:\\d\\d ${name}`, "u"));
    await schedules.waitFor(new RegExp(`Next snapshots: \\d+ until .* ${name}`, "u"));
    await ofSchedules("the form and its preview");
    // The day begins at an hour that the sample takes from the clock: behind the last one there is none.
    const params = { groupId: stage.world.main, clusterName: ClusterName.parse("analytics") };
    const { data } = await stage.world.client.call("getBackupSchedule", { params });
    schedules.press(data.referenceHourOfDay === 23 ? "form.step-back" : "form.step-on");
    await schedules.waitFor(/Daily start +• /u);
    await schedules.do("form.review", /▌Review/u);
    await schedules.waitFor(new RegExp(`Daily start +\\d\\d:\\d\\d ${name} +→ +\\d\\d:\\d\\d ${name}`, "u"));
    await ofSchedules("the review");

    const alerts = await stage.at("alerts", /Alerts +\d+ open/u, env);
    await alerts.select("no primary");
    await alerts.act("Acknowledge…", "▌Acknowledge no primary");
    alerts.type("+2h");
    await alerts.waitFor(new RegExp(`\\+2h.*\\d ${name}\\b`, "u"));
    await isNamed(alerts)("the form of an alert");
    await alerts.close();

    const snapshots = await stage.at("snapshots", /Snapshots +/u, env);
    await snapshots.waitFor(() => snapshots.selected() !== undefined, { what: "a snapshot" });
    const ofSnapshots = isNamed(snapshots);
    await ofSnapshots("snapshots");
    await snapshots.do("list.open", /Taken +/u);
    await ofSnapshots("a snapshot");
    await snapshots.do("zone", machine === "UTC" ? /local time is UTC/u : /Times are UTC/u);
    await snapshots.waitFor(TIME_IN.UTC);
    expect(snapshots.text()).not.toMatch(TIME_IN.local);
  });
});
