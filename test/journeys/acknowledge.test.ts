import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startEmbedded } from "../../src/service/embedded.ts";
import { isWhole } from "../extent.ts";
import { GoBetween } from "./go-between.ts";
import { Home } from "./home.ts";
import { BOTH, SETTINGS, Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { World } from "./world.ts";

const MINUTE = 60_000;
const NOTE = "Looking, CHG-1142: is it / was it?";

/** Silences the selected alert, or the marked ones, until `+2h` with a note, as far as the review. */
async function fillIn(sextant: Sextant, title: RegExp): Promise<void> {
  await sextant.act("Acknowledge…", title);
  await sextant.field("Acknowledge until");
  sextant.type("+2h");
  await sextant.waitFor(/\+2h.*UTC/u);
  await sextant.field("Note");
  // Help, palette and filter have letters that are typed here.
  sextant.type(NOTE);
  await sextant.waitFor(NOTE);
  await sextant.waitFor(`${NOTE.length}/200`);
  await sextant.review();
  // What is there now is asked first.
  await sextant.waitFor(/Enter +Acknowledge/u);
}

describe.each(SIZES)("the first start at $cols x $rows", ({ cols, rows }) => {
  it("shows sample alerts at once, and one is opened, silenced until +2h with a note, and held by the service", async () => {
    using home = new Home();
    await using sextant = new Sextant({ args: ["dist/main.js"], cols, rows, env: home.env });
    // The overview is what a first start shows, the worst alerts in it.
    await sextant.waitFor(/▌Overview +2 crit/iu);
    await sextant.waitFor(/CRIT .*no primary/u);
    await sextant.do("palette.open", "▌Commands");
    sextant.type("alerts");
    await sextant.waitFor(/› Go to Alerts /u);
    await sextant.do("palette.choose", /▌Alerts +6 open · 2 acknowledged/u);
    await sextant.select("no primary");
    await sextant.do("list.open", /Acknowledged +no/u);
    const id = /Id +([0-9a-f]{24})/u.exec(sextant.text())?.[1] ?? "";

    await fillIn(sextant, /▌Acknowledge no primary/u);
    await sextant.doSaying("review.send", /Acknowledged for (1h 5\dm|2h) more/u);
    expect(sextant.rightmost()).toContain(`Note ${NOTE}`);
    await sextant.back(/Alerts +5 open · 3 acknowledged/u);
    const shown = sextant.pane();
    const silenced = shown.slice(shown.findIndex((row) => row.trim().startsWith("acknowledged"))).join("\n");
    expect(silenced).toContain("no primary");
    if (cols >= 120) expect(silenced).toMatch(/no primary.*ack ends in (1h 5\dm|2h)/u);

    const embedded = await startEmbedded({ dataDir: join(home.directory, "data", "sextant", "service") });
    expect(embedded.joined).toBe(true);
    await using world = new World(embedded, null);
    const stored = await world.alert(id);
    expect(stored["acknowledgementComment"]).toBe(NOTE);
    const left = Date.parse(String(stored["acknowledgedUntil"])) - Date.now();
    expect(left).toBeGreaterThan(115 * MINUTE);
    expect(left).toBeLessThanOrEqual(120 * MINUTE);
    expect((await world.writesDone()).map(({ method }) => method)).toEqual(["PATCH"]);
    // A second console joins the service of the first, and what was done outlives both.
    await using beside = new Sextant({ args: ["dist/main.js", "alerts"], cols, rows, env: home.env });
    await beside.waitFor(/Alerts +5 open · 3 acknowledged/u);
    for (const each of [beside, sextant]) {
      each.press("quit");
      expect(await each.exit()).toEqual({ code: 0, signal: 0 });
    }
    await using again = new Sextant({ args: ["dist/main.js", "alerts"], cols, rows, env: home.env });
    await again.waitFor(/Alerts +5 open · 3 acknowledged/u);
  });
});

describe.each(SIZES)("until when, at $cols x $rows, $dialect", (setting) => {
  it("takes a time of the day as people say it, in a terminal as small as 60 x 15", async () => {
    await using stage = await Stage.set({ ...setting, cols: 60, rows: 15 });
    const { world } = stage;
    const sextant = await stage.alerts();
    await sextant.select("no primary");
    await sextant.act("Acknowledge…", "▌Acknowledge no primary");
    const now = new Date(String((await world.control("GET", "/clock"))["now"]));
    // Within a day at every time of the day: a longer silence is asked about twice.
    const until = new Date(now.getTime() + 3 * 3_600_000);
    const hour = `${String(until.getUTCHours()).padStart(2, "0")}:00`;
    const isToday = until.getUTCDate() === now.getUTCDate();
    sextant.type(`${isToday ? "today" : "tomorrow"} ${hour}`);
    await sextant.waitFor(new RegExp(`${hour}.*(?:UTC|local)`, "u"));
    await sextant.review({ offers: "Acknowledge" });
    await sextant.do("review.send", /Acknowledged +for/u);
    until.setUTCMinutes(0, 0, 0);
    const [written] = await world.writesDone();
    expect(written?.body).toEqual({ acknowledgedUntil: until.toISOString().replace(".000Z", "Z") });
  });

  it("asks twice for ever, and says that notifications stop", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.alerts();
    await sextant.select("index build");
    await sextant.act("Acknowledge…", "▌Acknowledge index build");
    await sextant.pick("form.suggest", "Acknowledge until", "forever");
    await sextant.review({ asks: "" });
    expect(sextant.rightmost()).toMatch(/! No notifications for \d+ years/u);
    await sextant.do("review.send", /press y to confirm/u);
    expect(await world.writes()).toEqual([]);
    await sextant.yes();
    await sextant.doSaying("review.send", /Acknowledged for \d+y more/u);
  });

  it("refuses a time in the past with words, and sends nothing", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    await sextant.select("index build");
    await sextant.act("Acknowledge…", "▌Acknowledge index build");
    sextant.type("2020-01-01 08:00");
    await sextant.waitFor("2020-01-01 08:00");
    await sextant.doSaying("form.review", /enter a future time/u);
    expect(await stage.world.writes()).toEqual([]);
  });
});

// What is done most is done with both also in a sample.
describe.each(isWhole ? SETTINGS : BOTH)("acknowledging at $cols x $rows, $dialect", (setting) => {
  it("silences an alert until +2h with a note that is counted as typed, and resumes its messages", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.alerts();
    await sextant.select("snapshot late");
    await fillIn(sextant, /▌Acknowledge snapshot late/u);
    // The keys are told here too, and nothing is lost by looking at them.
    await sextant.do("review.back", `${NOTE.length}/200`);
    await sextant.do("form.help", "▌Keys");
    await sextant.do("help.close", `${NOTE.length}/200`);
    await sextant.review({ offers: "Acknowledge" });
    // Nothing has been sent while it was looked at.
    expect(await world.writes()).toEqual([]);
    await sextant.doSaying("review.send", /Acknowledged for (1h 5\dm|2h) more/u);
    const [written] = await world.writesDone();
    const id = /alerts\/([0-9a-f]{24})$/u.exec(written?.target ?? "")?.[1] ?? "";
    expect(await world.alert(id)).toMatchObject({ status: "OPEN", acknowledgementComment: NOTE });

    await sextant.act("Unacknowledge", /▌Review +Unacknowledge snapshot/u);
    await sextant.waitFor(/Enter +Unacknowledge/u);
    await sextant.do("review.send", /Acknowledged +no/u);
    expect(Object.keys(await world.alert(id)).filter((name) => name.startsWith("acknowledge"))).toEqual([]);
    expect((await world.writesDone()).map(({ body }) => body)).toEqual([
      { acknowledgedUntil: expect.stringMatching(/Z$/u), acknowledgementComment: NOTE },
      { unacknowledgeAlert: true },
    ]);
    await sextant.back(/Alerts +6 open · 2 acknowledged/u);
  });

  it("silences several with a result for each, and again those that were refused", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    await using between = await GoBetween.before(world.ready.baseUrl);
    const sextant = stage.console(["alerts"], { SEXTANT_BASE_URL: between.url });
    await sextant.waitFor(/Alerts +6 open/u);
    const wanted = ["disk", "replication", "index build"];
    for (const name of wanted) {
      await sextant.select(new RegExp(`(CRIT|ERR|INFO).*${name}`, "u"));
      await sextant.do("list.mark", `${wanted.indexOf(name) + 1} selected`);
    }
    const open = await world.alerts("OPEN");
    const second = open.find(({ eventTypeName }) => eventTypeName === "REPLICATION_OPLOG_WINDOW_RUNNING_OUT");
    between.refuse({
      method: "PATCH",
      path: `/alerts/${String(second?.["id"])}`,
      status: 404,
      errorCode: "ALERT_NOT_FOUND",
      detail: "The alert is not there.",
      times: 1,
    });

    await fillIn(sextant, /▌Acknowledge 3 alerts/u);
    await sextant.do("review.send", /2 of 3 done, 1 refused/u);
    expect(sextant.rightmost()).toMatch(
      /✗ replication window.* refused .*refused by the service\. The alert is not there\./u,
    );
    expect(await world.writesDone()).toHaveLength(2);

    await sextant.waitFor("retry failed");
    await sextant.do("result.again", /3 of 3 done/u);
    await sextant.do("result.close", /Alerts +3 open · 5 acknowledged/u);
    const done = await world.writesDone();
    expect(new Set(done.map(({ target }) => target)).size).toBe(3);
    expect(done).toHaveLength(3);
    const silenced = (await world.alerts("OPEN")).filter(
      ({ acknowledgementComment }) => acknowledgementComment === NOTE,
    );
    expect(silenced).toHaveLength(3);
  });

  it("says what a key may not do, and that the rest was not sent", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const key = await world.key(["Project Read Only"]);
    const sextant = stage.console(["alerts"], world.env(key));
    await sextant.waitFor(/Alerts +6 open/u);
    await sextant.select("disk");
    await sextant.do("list.mark", "1 selected");
    await sextant.do("list.mark", "2 selected");
    await fillIn(sextant, /▌Acknowledge 2 alerts/u);
    await sextant.do("review.send", /0 of 2 done, 1 refused, 1 not sent/u);
    expect(sextant.text()).toMatch(/Project Owner/u);
    expect(await world.writesDone()).toEqual([]);
  });
});
