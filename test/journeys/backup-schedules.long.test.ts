import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

const params = (world: World, name: string) => ({ groupId: world.main, clusterName: ClusterName.parse(name) });

/** A schedule as another client reads it. */
const schedule = async (world: World, name = "prod-eu"): Promise<JsonObject> =>
  objectOf((await world.client.call("getBackupSchedule", { params: params(world, name) })).raw);

/** The rules of a schedule, with their ids. */
const rules = async (world: World, name = "prod-eu"): Promise<readonly JsonObject[]> =>
  listOf(objectOf(listOf(await schedule(world, name), "policies")[0]), "policyItems");

const snapshots = async (world: World): Promise<readonly JsonObject[]> =>
  listOf(
    objectOf((await world.client.call("listReplicaSetBackups", { params: params(world, "prod-eu") })).raw),
    "results",
  );

/** A console that shows the schedules, with that of one cluster selected. */
async function opened(stage: Stage, cluster = "prod-eu", env: Readonly<Record<string, string>> = {}): Promise<Sextant> {
  const sextant = stage.console(["backup-schedules"], env);
  await sextant.waitFor(/▌Schedules +(?:\d|!)/u);
  await sextant.select(new RegExp(`^ *${cluster} `, "u"));
  return sextant;
}

/** A console with the form of a cluster's schedule. */
async function editing(stage: Stage, cluster = "prod-eu", env: Readonly<Record<string, string>> = {}) {
  const sextant = await opened(stage, cluster, env);
  await sextant.do("action.edit", `▌Edit schedule: ${cluster}`);
  await sextant.waitFor(/Daily start/u);
  return sextant;
}

/** Opens a rule and puts a number into how long it keeps. */
async function keep(sextant: Sextant, rule: string, value: string): Promise<void> {
  await sextant.field(rule);
  await sextant.openItem("Frequency");
  await sextant.field("Retention");
  await sextant.replace(value);
  await sextant.waitFor(new RegExp(`\\[${value} ?\\]`, "u"));
}

describe.each(SIZES)("schedules at $cols x $rows, $dialect", (setting) => {
  it("are read with what comes next; keeping one rule longer sends all rules with their ids, and nothing else", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await rules(world);
    const sextant = await opened(stage);
    await sextant.do("list.open", /last day of the month +12 months/u);
    await sextant.waitForSaid(/31 h gap.*Scheduled snapshots, next 14 days/u);
    await sextant.do("action.edit", "▌Edit schedule: prod-eu");
    await keep(sextant, "Last day of the month", "36");
    await sextant.waitFor(/→ 36 mo/u);
    // Yearly ones would go before monthly ones: the rule says so, and has the keys.
    await sextant.do("form.review", /enter at least \d+ days, the retention of more/u);
    await sextant.on(/Retention +\[1 ?\]/u);
    await sextant.replace("3");
    await sextant.waitFor(/\[3 ?\]/u);
    await sextant.review({ offers: "Change the schedule of prod-eu" });
    expect(sextant.rightmost()).toMatch(/Retention 12 months → 36 months/u);
    await sextant.doSaying("review.send", /last day of the month +36 months/u);
    const longer = new Map([
      ["monthly", 36],
      ["yearly", 3],
    ]);
    const wanted = before.map((rule) => {
      const value = longer.get(String(rule["frequencyType"]));
      return value === undefined ? rule : { ...rule, retentionValue: value };
    });
    expect(await rules(world)).toEqual(wanted);
    const [done] = await world.writesDone();
    expect(done?.body).toEqual({ policies: [{ id: expect.any(String), policyItems: wanted }] });
  });

  it("say which snapshots a shorter retention ends at once, and end them only after the name was typed", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await snapshots(world);
    const sextant = await editing(stage);
    await keep(sextant, "Every 6 hours", "2");
    // The window rests upon the hourly ones: it has to shrink with them.
    await sextant.do("form.review", /requires an hourly policy item with at least this/u);
    expect(await world.writes()).toEqual([]);
    await sextant.field("Point-in-time window");
    sextant.press("text.erase-line");
    await sextant.waitFor(/window +•? *\[ *\]/u);
    sextant.type("2");
    await sextant.waitFor(/\[2 ?\]/u);
    await sextant.field("Update existing snapshots");
    await sextant.do("form.step-on", /snapshots\? +• ← yes/u);
    await sextant.waitFor(/! Deleted now: \d+ hourly snapshots/u);
    await sextant.review();
    await sextant.waitForSaid(/type prod-eu exactly to/u);
    const expiring = /(\d+) hourly snapshots of .*? expire now/u.exec(sextant.rightmost())?.[1];
    expect(sextant.rightmost()).toMatch(/shrinks from 7 to 2 days/u);
    sextant.press("review.send");
    await sextant.waitFor(/type the name|prod-eu first|exactly/u);
    expect(await world.writes()).toEqual([]);
    await sextant.typeName("prod-eu");
    await sextant.doSaying("review.send", /every 6 hours +2 days/u);
    const after = await snapshots(world);
    expect(before.length - after.length).toBe(Number(expiring));
    const [done] = await world.writesDone();
    expect(Object.keys(objectOf(done?.body)).toSorted()).toEqual(["policies", "restoreWindowDays", "updateSnapshots"]);
    // What is there is counted anew.
    await sextant.waitForSaid(
      new RegExp(`Current +${after.filter(({ status }) => status === "completed").length} `, "u"),
    );
  });

  it("take a new rule with what is usual for it, and lose one with its snapshots kept", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await rules(world);
    const sextant = await editing(stage);
    await sextant.field("1 December");
    await sextant.do("form.remove", /removed: (?:yearly, )?1 December/u);
    await sextant.field("\\+ Add policy item", "form.previous");
    await sextant.do("form.add", /Frequency +(?:← )?Every year/u);
    sextant.press("form.step-back");
    await sextant.waitFor(/Frequency +(?:← )?Every month/u);
    sextant.press("form.step-back");
    await sextant.waitFor(/Frequency +(?:← )?Every week/u);
    await sextant.field("Interval");
    await sextant.do("form.step-on", /Interval +(?:← )?Sundays/u);
    await sextant.do("form.review", /Change it|Change the schedule of prod-eu\?/u);
    expect(sextant.rightmost()).toMatch(/1 December: no new snapshots; 1 existing snapshot stays/u);
    await sextant.yes();
    await sextant.doSaying("review.send", /Sundays +4 weeks/u);
    const after = await rules(world);
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
    expect(after.slice(4)).toEqual([
      {
        id: expect.any(String),
        frequencyType: "weekly",
        frequencyInterval: 7,
        retentionUnit: "weeks",
        retentionValue: 4,
      },
    ]);
  });

  it("switch the export off alone, move the start as a whole, and delete copies of a region that gets no more", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const { referenceHourOfDay, referenceMinuteOfHour } = await schedule(world, "analytics");
    const sextant = await editing(stage, "analytics");
    // The sample's start goes by the time of day, and nothing comes after the last hour.
    await sextant.do(referenceHourOfDay === 23 ? "form.step-back" : "form.step-on", /Daily start +• ←/u);
    await sextant.field("Automatic export");
    await sextant.do("form.step-on", /Automatic export +• ← off →/u);
    await sextant.field("Copy to eu-west-1");
    await sextant.do("form.remove", /no new copies to eu-west-1/u);
    await sextant.field("Delete old copies");
    await sextant.do("form.add", /Delete copies in eu-west-1/u);
    await sextant.review();
    await sextant.waitForSaid(/All snapshot copies in eu-west-1 are deleted permanently/u);
    await sextant.typeName("analytics");
    await sextant.doSaying("review.send", /Next snapshot +in/u);
    const [done] = await world.writesDone();
    const body = objectOf(done?.body);
    expect(Object.keys(body).toSorted()).toEqual([
      "autoExportEnabled",
      "copySettings",
      "deleteCopiedBackups",
      "referenceHourOfDay",
      "referenceMinuteOfHour",
    ]);
    expect(body).toMatchObject({ autoExportEnabled: false, referenceMinuteOfHour });
    expect(listOf(body, "deleteCopiedBackups")).toMatchObject([{ regionName: "EU_WEST_1", cloudProvider: "AWS" }]);
    expect(listOf(await schedule(world, "analytics"), "copySettings").map(({ regionName }) => regionName)).toEqual([
      "US_EAST_1",
    ]);
  });

  it("are held to the compliance policy before anything is sent, and by the service where all rules shall go", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const env = { SEXTANT_PROJECT_ID: world.project("Staging") };
    const sextant = await editing(stage, "stage-1", env);
    await keep(sextant, "Every day", "14");
    await sextant.do("form.review", /compliance policy requires daily/u);
    expect(await world.writes()).toEqual([]);
    await sextant.do("form.leave", /▌Schedules/u);
    await sextant.do("action.delete", "▌Review");
    await sextant.waitForSaid(/has a compliance policy: the service will refuse this/u);
    await sextant.typeName("stage-1");
    await sextant.doSaying("review.send", /refused by the service/u);
    expect(await world.writesDone()).toEqual([]);
  });

  it("end as a whole only after the name was typed, having said what stays and what becomes impossible", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await snapshots(world);
    const sextant = await opened(stage);
    await sextant.do("action.delete", "▌Review");
    await sextant.waitForSaid(/Point-in-time restore is disabled now/u);
    expect(sextant.rightmost()).toMatch(/No new snapshots of prod-eu are taken/u);
    expect(sextant.rightmost()).toMatch(/Existing snapshots expire: latest in/u);
    await sextant.typeName("prod-eu");
    await sextant.doSaying("review.send", /never: no policy item/u);
    expect(await rules(world)).toEqual([]);
    expect(await snapshots(world)).toHaveLength(before.length);
  });

  it("say what a person with fewer rights may not do, and keep what was filled in", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await editing(stage, "prod-eu", world.env(await world.key(["Project Read Only"])));
    await keep(sextant, "1 December", "3");
    await sextant.review({ offers: "Change the schedule of prod-eu" });
    await sextant.doSaying("review.send", /requires .*Project Owner/iu);
    expect(sextant.rightmost()).toMatch(/1 December +• retention 3 years/u);
    expect((await rules(world)).at(-1)).toMatchObject({ frequencyType: "yearly", retentionValue: 1 });
  });
});
