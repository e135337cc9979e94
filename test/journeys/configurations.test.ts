import { describe, expect, it } from "vitest";
import { changesTheDelay, editDelay, withDelay, withoutUpdated } from "./configuring.ts";
import { SETTINGS } from "./sextant.ts";
import { Stage } from "./stage.ts";

const WEBHOOK = "https://h.example.com/a1f4";

describe.each(SETTINGS)("alert configurations at $cols x $rows, $dialect", (setting) => {
  it("makes one that tells by e-mail and by a webhook, and lands on it", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await world.configurations();
    const sextant = await stage.configurations();
    await sextant.do("action.new", "▌New alert configuration");
    await sextant.field("Event");
    await sextant.pick("form.suggest", "Event", "host down");
    await sextant.waitFor("▌New alert configuration: host down");

    await sextant.select("+ Add notification", "form.next");
    await sextant.do("form.add", "Notification 1");
    await sextant.field("E-mail");
    sextant.type("oncall@example.com");
    await sextant.waitFor("oncall@example.com");

    await sextant.select("+ Add notification", "form.next");
    await sextant.do("form.add", "Notification 2");
    await sextant.field("Channel");
    await sextant.pick("form.choices", "Channel", "Webhook");
    await sextant.field("Webhook URL");
    // It is a secret: whoever has it can raise alarms.
    await sextant.typeHidden(WEBHOOK);

    await sextant.review();
    await sextant.waitFor(/Enter +Create alert configuration/u);
    await sextant.do("review.send", /Event type +HOST_DOWN/u);
    const id = /Id +([0-9a-f]{24})/u.exec(sextant.text())?.[1] ?? "";
    expect(before.some((one) => one["id"] === id)).toBe(false);
    expect(sextant.rightmost()).toContain("Notification 1 e-mail oncall@example.com, after 0 min");
    expect(await world.configuration(id)).toMatchObject({
      eventTypeName: "HOST_DOWN",
      enabled: true,
      notifications: [
        { typeName: "EMAIL", emailAddress: "oncall@example.com", delayMin: 0, intervalMin: 60 },
        { typeName: "WEBHOOK", webhookUrl: expect.stringMatching(/\*.*a1f4$/u), delayMin: 0, intervalMin: 60 },
      ],
    });
    expect(await world.configurations()).toHaveLength(before.length + 1);
    await sextant.back(/Alert configs +13 on/u);
  });

  it("changes the delay of disk > 80 % and nothing else, though its key is told to nobody", async () => {
    await changesTheDelay(setting, {
      name: "disk > 80 %",
      part: '"#db-oncall"',
      index: 1,
      notified: /Notification 2 PagerDuty …c77a, after 15 min/u,
    });
  });

  it("turns one off and, by undo, on again; several at a time; and changes only that switch", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await world.configurations();
    const sextant = await stage.configurations();
    await sextant.select("credit card");
    await sextant.act("Turn off", "▌Review");
    await sextant.waitFor(/Turn off\? +y\/N/u);
    await sextant.do("review.send", /press y to confirm/u);
    expect(await world.writes()).toEqual([]);
    await sextant.yes("Turn off");
    await sextant.do("review.send", /Active +off/u);

    await sextant.do("undo", /▌Review.*Undo: /u);
    await sextant.waitFor(/Enter +Undo/u);
    await sextant.do("review.send", /Active +on/u);
    await sextant.back(/Alert configs +12 on · 2 off/u);

    await sextant.select("credit card", "list.up");
    await sextant.do("list.mark", "1 selected");
    await sextant.select("too many elections");
    await sextant.do("list.mark", "2 selected");
    await sextant.act("Turn off", "▌Review");
    await sextant.waitFor(/Turn off\? +y\/N/u);
    await sextant.yes("Turn off");
    await sextant.do("review.send", /2 of 2 done/u);
    await sextant.do("result.close", /Alert configs +10 on · 4 off/u);
    expect(sextant.text()).not.toContain("selected");

    expect((await world.writesDone()).map(({ body }) => body)).toEqual([
      { enabled: false },
      { enabled: true },
      { enabled: false },
      { enabled: false },
    ]);
    const turnedOff = ["CREDIT_CARD_ABOUT_TO_EXPIRE", "TOO_MANY_ELECTIONS"];
    expect((await world.configurations()).map(withoutUpdated)).toEqual(
      before.map((one) =>
        withoutUpdated(turnedOff.includes(String(one["eventTypeName"])) ? { ...one, enabled: false } : one),
      ),
    );
  });

  it("deletes only after a yes: Enter alone deletes nothing", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await world.configurations();
    const sextant = await stage.configurations();
    await sextant.select("no primary");
    await sextant.do("action.delete", "▌Review");
    await sextant.waitFor(/Delete alert configuration\? +y\/N/u);
    expect(sextant.text()).toContain("1 open alert will be cancelled");
    await sextant.do("review.send", /press y to confirm/u);
    await sextant.do("review.back", /Alert configs +12 on/u);
    expect(await world.writes()).toEqual([]);
    expect(await world.configurations()).toEqual(before);

    await sextant.do("action.delete", "▌Review");
    await sextant.waitFor(/Delete alert configuration\? +y\/N/u);
    await sextant.yes("Delete alert configuration");
    await sextant.do("review.send", /Alert configs +11 on · 2 off/u);
    expect(sextant.pane().filter((row) => /^.{3}(on|off) +no primary/u.test(row))).toEqual([]);
    expect(await world.configurations()).toEqual(before.filter(({ eventTypeName }) => eventTypeName !== "NO_PRIMARY"));
  });

  it("shows three versions where somebody else changed the same meanwhile, and sends what was chosen", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = (await world.configurations()).find(({ notifications }) =>
      JSON.stringify(notifications).includes("dba@acme.example"),
    );
    const id = String(before?.["id"]);
    const sextant = await stage.configurations();
    await sextant.select("connections used");
    await editDelay(sextant, "Notification 1", "5");

    // The same delay, and something else besides.
    await world.change(id, (stored) => ({ ...withDelay(stored, 0, 60), severityOverride: "ERROR" }));
    await sextant.do("form.review", /Somebody else changed this since you opened it/u);
    for (const version of [/as opened +0 min/u, /current +60 min/u, /yours +5 min/u]) {
      expect(sextant.text()).toMatch(version);
    }
    await sextant.do("review.take-over", /choose a value for one more field first/u);
    await sextant.do("review.mine", /✓ 5 min/u);
    await sextant.do("review.take-over", /Enter +Update alert configuration/u);
    expect(sextant.text()).toMatch(/60 min +→ +5 min/u);
    expect(await world.configuration(id)).toMatchObject({
      severityOverride: "ERROR",
      notifications: [{ delayMin: 60 }],
    });
    await sextant.doSaying("review.send", /Notification 1 e-mail dba@acme\.example, after 5 min/u);
    expect(withoutUpdated(await world.configuration(id))).toEqual(
      withoutUpdated({ ...withDelay(before ?? {}, 0, 5), severityOverride: "ERROR" }),
    );
  });
});
