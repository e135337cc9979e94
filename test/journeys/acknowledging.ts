import { expect, it } from "vitest";
import { GoBetween } from "./go-between.ts";
import type { Setting, Sextant } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** What is done most: an alert is silenced, several are, and somebody may not. */

export const NOTE = "Looking, CHG-1142: is it / was it?";

/** Silences the selected alert, or the marked ones, until `+2h` with a note, as far as the review. */
export async function fillIn(sextant: Sextant, title: RegExp): Promise<void> {
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

export function acknowledging(setting: Setting): void {
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
}
