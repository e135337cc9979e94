import { describe, expect, it } from "vitest";
import { draftKeyOf } from "../../../src/app/form/draft-key.ts";
import { openSetup } from "../../../src/app/form/open.ts";
import { setPreferences } from "../../../src/app/preferences/apply.ts";
import { openWrite } from "../../../src/app/review/open.ts";
import { updatePlan } from "../../../src/areas/alert-configurations/form.ts";
import type { FormSetup, WritePlan } from "../../../src/areas/model/effect.ts";
import type { JsonObject } from "../../../src/contract/json/json.ts";
import { OTHER_PROJECT, PROJECT } from "../../state/console.ts";
import { serviceError } from "../../state/fake-client.ts";
import { settle } from "../../state/fake-clock.ts";
import { type Desk, type DeskOptions, json, openDesk } from "../form/desk.ts";
import { CONFIG_ID, editSetup, noteSetup, stored, togglePlan } from "../form/setups.ts";

/** Reviews: nothing leaves without one, each risk asks for what it has to, and nothing that was filled in is lost. */

const WRITES = ["POST", "PUT", "PATCH", "DELETE"];

const writes = (desk: Desk) => desk.client.made.filter(({ operation }) => WRITES.includes(operation.method));

async function reviewing(plan: Partial<WritePlan> = {}, options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk(options);
  openWrite(desk.app, togglePlan(plan));
  await desk.until("Review");
  await settle();
  return desk;
}

/** A desk with a change filled in and its review open. */
async function changed(
  setup: Partial<FormSetup> = {},
  document: JsonObject = stored(),
  options: DeskOptions = {},
): Promise<Desk> {
  const desk = await openDesk(options);
  desk.answer({ getAlertConfiguration: json(document) });
  openSetup(desk.app, editSetup(setup));
  await desk.until("as of");
  while (desk.layer("form").focus !== "severityOverride") await desk.press("down");
  await desk.press("right", "ctrl+s");
  return desk;
}

describe("a reversible write", () => {
  it("shows what will be sent, and sends it with Enter", async () => {
    const desk = await reviewing();
    const frame = await desk.until("Enter  Turn off");
    expect(frame).toContain("PATCH /api/service/v2/groups/65f0…0001/alertConfigs/65f0…00c1");
    expect(frame).toContain('{ "enabled": false }');
    expect(frame).toContain("on  →  off");
    expect(writes(desk)).toHaveLength(0);
    await desk.press("enter");
    expect(desk.sent("toggleAlertConfiguration")).toEqual([{ enabled: false }]);
  });

  it("is not sent by an Enter that came together with other keys, as pasted text does", async () => {
    const desk = await reviewing();
    for (const pasted of ["mms\r", "\r\r", "a\r", " \n"]) await desk.send(pasted);
    expect(writes(desk)).toHaveLength(0);
    expect(desk.said).toContain("Enter ignored: it arrived together with other keys");
    await desk.press("enter");
    expect(writes(desk)).toHaveLength(1);
  });

  it("is left with Escape, and nothing is sent", async () => {
    const desk = await reviewing();
    await desk.press("escape");
    expect(desk.top).toBeUndefined();
    expect(writes(desk)).toHaveLength(0);
  });

  it("keeps what was said of the thing in a question before only when it is sent", async () => {
    const about = { destination: "prod-eu" };
    const id = "65f0aa01bb02cc03dd04ee05";
    const confirms = {
      ...({ kind: "migration", name: "? → prod-eu", id, project: PROJECT } as const),
      ...{ source: "entered here", about },
    };
    const known = (desk: Desk) => [...desk.store.getState().names.values()].filter((one) => one.id === id);
    const desk = await reviewing({ confirms });
    await desk.press("escape");
    expect(known(desk)).toEqual([]);
    openWrite(desk.app, togglePlan({ confirms }));
    await desk.until("Enter  Turn off");
    await desk.press("enter");
    expect(known(desk)).toMatchObject([{ about }]);
  });

  it("says that the same one was sent before and never answered", async () => {
    const operation = "deleteAlertConfiguration";
    const plan = { operation, risk: "reversible", body: () => null } as const;
    const desk = await reviewing(plan);
    desk.answer({ [operation]: (call) => call.fail(serviceError(operation, { kind: "unknown-result" })) });
    await desk.until("Turn off?  y/N");
    await desk.press("y", "enter");
    await desk.until("the outcome is unknown");
    await desk.press("escape");
    openWrite(desk.app, togglePlan(plan));
    await desk.until(/! Delete alert configuration: sent 14:06.*, outcome unknown/u);
  });

  it("says that of a new thing only for the same one", async () => {
    const operation = "createBackupRestoreJob";
    const to = (targetClusterName: string) =>
      ({
        operation,
        risk: "reversible",
        targets: [{ id: "prod-eu", params: { groupId: PROJECT, clusterName: "prod-eu" }, name: "prod-eu" }],
        body: () => ({ deliveryType: "automated", snapshotId: CONFIG_ID, targetGroupId: PROJECT, targetClusterName }),
      }) as const;
    const desk = await reviewing(to("staging"));
    desk.answer({ [operation]: (call) => call.fail(serviceError(operation, { kind: "unknown-result" })) });
    await desk.press("y", "enter");
    await desk.until("the outcome is unknown");
    await desk.press("escape");
    openWrite(desk.app, togglePlan(to("dev")));
    expect(await desk.until('"targetClusterName": "dev"')).not.toContain("outcome unknown");
    await desk.press("escape");
    openWrite(desk.app, togglePlan(to("staging")));
    expect(await desk.until('"targetClusterName": "staging"')).toMatch(/! .*: sent 14:06.*, outcome unknown/u);
  });

  it("is sent once, however often Enter is pressed", async () => {
    const desk = await reviewing();
    await desk.press("enter", "enter", "enter");
    expect(writes(desk)).toHaveLength(1);
    await desk.until("Sending");
    await desk.press("escape");
    expect(desk.top?.kind).toBe("review");
  });

  it("lands where it can be seen, and says so", async () => {
    const desk = await reviewing();
    desk.answer({ toggleAlertConfiguration: json(stored({ enabled: false })) });
    await desk.press("enter");
    await settle();
    expect(desk.top).toBeUndefined();
    expect(desk.store.getState().navigation.place).toEqual({ area: "alert-configurations", ids: [CONFIG_ID] });
    expect(desk.said).toBe("Turned off: no primary.");
  });

  it("waits for the facts: Enter does nothing before they are there", async () => {
    const { promise, resolve } = Promise.withResolvers<{ warnings: string[]; facts: [] }>();
    const desk = await reviewing({ preflight: () => promise });
    await desk.until("Loading the current state");
    await desk.press("enter", "enter");
    expect(writes(desk)).toHaveLength(0);
    resolve({ warnings: ["6 open alerts of it will be cancelled."], facts: [] });
    await desk.until("! 6 open alerts of it will be cancelled.");
    expect(writes(desk)).toHaveLength(0);
  });

  it("asks for a yes when the facts did not come", async () => {
    const desk = await reviewing({
      preflight: async () => {
        throw serviceError("listAlerts", { kind: "timed-out" });
      },
    });
    await desk.until("Checks could not be loaded");
    await desk.press("enter");
    expect(writes(desk)).toHaveLength(0);
    await desk.press("y", "enter");
    expect(writes(desk)).toHaveLength(1);
  });

  it("is copied as a command, with the request as it would be sent", async () => {
    const desk = await reviewing();
    await desk.press("y");
    expect(desk.copied).toEqual(["curl toggleAlertConfiguration"]);
    expect(desk.curls[0]).toMatchObject({ params: { alertConfigId: CONFIG_ID }, body: { enabled: false } });
    expect(writes(desk)).toHaveLength(0);
  });
});

describe("a disruptive write", () => {
  it("is not sent by Enter: the answer is no until y is pressed", async () => {
    const desk = await reviewing({ risk: "disruptive" });
    await desk.until("Turn off?  y/N");
    await desk.press("enter", "enter", "enter");
    expect(writes(desk)).toHaveLength(0);
    expect(desk.said).toContain("press y to confirm");
    await desk.press("y");
    // It is not asked for any more.
    expect(await desk.until("Enter confirms")).not.toContain("press y to confirm");
    await desk.press("n", "enter");
    expect(writes(desk)).toHaveLength(0);
    await desk.press("y", "y");
    expect(writes(desk)).toHaveLength(0);
    await desk.press("enter");
    expect(writes(desk)).toHaveLength(1);
  });

  it("shows the answer whole, in a line of its own below a button that is too long for both", async () => {
    const button = "Acknowledge connections used > 90 % on analytics · shard-01-00";
    const desk = await reviewing({ risk: "disruptive", button }, { columns: 66 });
    const ofQuestion = (frame: string) =>
      frame
        .split("\n")
        .map((line) => line.trim())
        .slice(-3, -1);
    expect(ofQuestion(await desk.until("y/N"))).toEqual([`${button}?`, "y/N   no   (y, then Enter)"]);
    await desk.press("y");
    expect(ofQuestion(await desk.until("Enter confirms"))).toEqual([`${button}?`, "yes   Enter confirms"]);
  });

  it("leaves y to the answer and copies with another key", async () => {
    const desk = await reviewing({ risk: "disruptive" });
    await desk.press("y");
    expect(desk.copied).toEqual([]);
    await desk.press("c");
    expect(desk.copied).toHaveLength(1);
  });

  it("keeps the risk of the table where an area says less", async () => {
    const desk = await reviewing({ operation: "deleteAlertConfiguration", body: () => null, risk: "reversible" });
    await desk.press("enter");
    expect(writes(desk)).toHaveLength(0);
    await desk.until("y/N");
  });
});

describe("safer ways than a write", () => {
  const way = (title: string) => ({
    title,
    effect: { kind: "page", page: { title: `Page: ${title}`, lines: [["said"]], copies: [] } } as const,
  });
  const offering = (...titles: readonly string[]) =>
    reviewing({
      risk: "destructive",
      confirmName: "prod-eu",
      preflight: async () => ({ warnings: [], facts: [], safer: titles.map(way) }),
    });

  it("stand above the question, and open in place of the review, also while a name is typed", async () => {
    const desk = await offering("Restore to side instead");
    await desk.until("Ctrl-G  Restore to side instead");
    await desk.type("prod");
    await desk.press("ctrl+g");
    await desk.until("Page: Restore to side instead");
    expect(writes(desk)).toHaveLength(0);
    await desk.press("escape");
    expect(desk.top).toBeUndefined();
  });

  it("are said with the keys that a person chose", async () => {
    const desk = await offering("Restore to side instead");
    setPreferences(desk.app, { keys: { "review.remedy": ["f5"], "review.send": ["f6"] } });
    await desk.type("p");
    await desk.until("F5  Restore to side instead");
    await desk.until("type prod-eu exactly to confirm, then F6");
    await desk.press("f5");
    await desk.until("Page: Restore to side instead");
  });

  it("are chosen from a list where there are several", async () => {
    const desk = await offering("Restore to side instead", "Take a snapshot first");
    await desk.until("Ctrl-G  Restore to side instead · Take a snapshot first");
    await desk.press("ctrl+g");
    expect(desk.layer("menu").items.map(({ title }) => title)).toEqual([
      "Restore to side instead",
      "Take a snapshot first",
    ]);
    await desk.press("down", "enter");
    await desk.until("Page: Take a snapshot first");
  });
});

describe("a destructive write", () => {
  it("goes only after the name was typed to the letter", async () => {
    const desk = await reviewing({ risk: "destructive", confirmName: "prod-eu" });
    await desk.until("type prod-eu exactly to confirm");
    await desk.press("enter", "y", "enter");
    expect(writes(desk)).toHaveLength(0);
    await desk.press("backspace");
    await desk.type("prod-e");
    await desk.press("enter");
    expect(desk.said).toContain("type prod-eu exactly");
    expect(writes(desk)).toHaveLength(0);
    await desk.type("u");
    await desk.until("> prod-eu");
    await desk.press("enter");
    expect(writes(desk)).toHaveLength(1);
  });

  it("takes no letter as a command while the name is typed, and copies with Alt", async () => {
    const desk = await reviewing({ risk: "irreversible", confirmName: "cvy?" });
    await desk.type("cvy?");
    expect(desk.copied).toEqual([]);
    expect(desk.layer("review").typed).toBe("cvy?");
    await desk.press("alt+c");
    expect(desk.copied).toHaveLength(1);
    await desk.press("alt+v");
    expect(desk.layer("review").whole).toBe(true);
  });

  it("is not passed by a held key", async () => {
    const desk = await reviewing({ risk: "destructive", confirmName: "a" });
    for (let time = 0; time < 50; time += 1) await desk.press("enter");
    for (let time = 0; time < 50; time += 1) await desk.press("a");
    await desk.press("enter");
    expect(writes(desk)).toHaveLength(0);
  });

  it("is not decided without the facts", async () => {
    const desk = await reviewing({
      risk: "destructive",
      preflight: async () => {
        throw serviceError("listAlerts", { kind: "timed-out" });
      },
    });
    await desk.until("try again");
    await desk.type("no primary");
    await desk.press("enter");
    expect(desk.layer("review").stage).toBe("failed");
    expect(writes(desk)).toHaveLength(0);
  });
});

describe("a review that stood for a while", () => {
  const facts = (warnings: readonly string[], tone: "good" | "bad", confirm: string) => ({
    warnings,
    facts: [{ label: "Lag", value: "read just now", mark: { text: "✓", tone } }],
    confirm,
  });

  /** A review whose facts are these in turn, with its name typed after it stood for 40 hours. */
  async function answeredLate(...found: readonly ReturnType<typeof facts>[]): Promise<Desk> {
    let turn = 0;
    const desk = await reviewing({
      risk: "destructive",
      preflight: async () => found[Math.min(turn++, found.length - 1)] ?? facts([], "good", "prod-eu"),
    });
    await desk.until("type prod-eu exactly to confirm");
    await desk.clock.advance(40 * 3_600_000);
    await desk.type("prod-eu");
    await desk.press("enter");
    await settle();
    return desk;
  }

  it("is sent where its facts are as they were, and only their ages are others", async () => {
    const desk = await answeredLate(
      facts(["Read 3s ago."], "good", "prod-eu"),
      facts(["Read 9s ago."], "good", "prod-eu"),
    );
    expect(writes(desk)).toHaveLength(1);
  });

  it.each([
    ["asks for another answer", facts([], "good", "prod-eu anyway")],
    ["warns of something else", facts(["A restore of prod-eu is in progress."], "good", "prod-eu")],
    ["has a fact that speaks against it", facts([], "bad", "prod-eu")],
  ])("is shown again and not sent where it %s now", async (_what, now) => {
    const desk = await answeredLate(facts([], "good", "prod-eu"), now);
    expect(writes(desk)).toHaveLength(0);
    await desk.until("has changed");
    expect(desk.layer("review")).toMatchObject({ stage: "ready", typed: "" });
    await desk.type(now.confirm);
    await desk.press("enter");
    await settle();
    expect(writes(desk)).toHaveLength(1);
  });

  it("is not sent when it was left while it is read again", async () => {
    const again = Promise.withResolvers<ReturnType<typeof facts>>();
    let turn = 0;
    const desk = await reviewing({
      preflight: () => (turn++ === 0 ? Promise.resolve(facts([], "good", "x")) : again.promise),
    });
    await desk.clock.advance(31_000);
    await desk.press("enter", "escape");
    again.resolve(facts([], "good", "x"));
    await settle();
    expect(writes(desk)).toHaveLength(0);
  });
});

describe("a form", () => {
  it("does not come to a review while something is wrong, and says where", async () => {
    const desk = await openDesk();
    openSetup(desk.app, noteSetup(1));
    await desk.type("x".repeat(201));
    await desk.press("tab", "ctrl+s");
    await desk.until("One field needs attention");
    await desk.until("! at most 200 characters");
    expect(desk.top?.kind).toBe("form");
    expect(desk.layer("form").focus).toBe("acknowledgementComment");
  });

  it("shows the change, what stays and the facts, and sends everything that was stored", async () => {
    const desk = await changed();
    const frame = await desk.until("Update alert configuration");
    expect(frame).toMatch(/Severity +CRITICAL +→ +ERROR/u);
    expect(frame).toMatch(/everything else is unchanged \(\d+ fields, 1 unknown\)/u);
    expect(frame).toContain("c77a: stored secret unchanged, not sent");
    expect(frame).toContain("Open now  6 alerts of it");
    expect(frame).toContain("as of 14:06:00");
    await desk.press("enter");
    const [body] = desk.sent("updateAlertConfiguration");
    expect(body).toMatchObject({ severityOverride: "ERROR", fieldOfTomorrow: 7, enabled: true });
    expect(JSON.stringify(body)).not.toContain("c77a");
    expect(JSON.stringify(body)).toContain("65f0000000000000000000e2");
  });

  it("shows the whole request on a key, in the spelling of the service", async () => {
    const desk = await changed(
      {},
      stored({ notifications: [{ typeName: "MONITORING", monitoringRegion: "EU", delayMin: 0, intervalMin: 60 }] }),
      { connection: { dialect: "atlas" } },
    );
    await desk.until("Update alert configuration");
    await desk.press("v");
    await desk.until('"datadogRegion": "EU"');
    expect(desk.frame()).toContain("/api/atlas/v2/");
    await desk.press("v");
    await desk.until("Severity");
  });

  it("is done with after it was sent: no form, no draft, and one lands on what was made", async () => {
    const desk = await changed();
    desk.answer({ getAlertConfiguration: json(stored()), updateAlertConfiguration: json(stored()) });
    await desk.until("Update alert configuration");
    await desk.press("enter");
    await settle();
    expect(desk.top).toBeUndefined();
    expect(desk.store.drafts.find(draftKeyOf(editSetup()))).toBeUndefined();
    expect(desk.store.getState().navigation.place.ids).toEqual([CONFIG_ID]);
  });

  it("goes only after a count was typed where the plan wants that, whatever the risk", async () => {
    const because = "63 machines, all billed, instead of 6.";
    const desk = await changed({ plan: { ...updatePlan, typeToConfirm: () => ({ text: "63", because }) } });
    const frame = await desk.until("type 63 exactly to confirm, then Enter.");
    expect(frame.replaceAll(/\s+/gu, " ")).toContain(because);
    await desk.press("enter", "6", "enter");
    expect(desk.sent("updateAlertConfiguration")).toHaveLength(0);
    await desk.press("3", "enter");
    expect(desk.sent("updateAlertConfiguration")).toHaveLength(1);
  });

  it("says that nothing was changed, and sends nothing", async () => {
    const desk = await openDesk();
    desk.answer({ getAlertConfiguration: json(stored()) });
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    await desk.press("ctrl+s");
    const frame = await desk.until("No changes: nothing to send");
    // There is no request to look at or to copy.
    expect(frame).not.toMatch(/full view|copy as curl/u);
    await desk.press("v");
    expect(desk.frame()).not.toContain("PUT ");
    await desk.press("enter");
    expect(writes(desk)).toHaveLength(0);
  });

  it("comes back with all that was filled in when the service refuses, at the field that it names", async () => {
    const desk = await changed();
    desk.answer({
      getAlertConfiguration: json(stored()),
      updateAlertConfiguration: (call) =>
        call.fail(
          serviceError("updateAlertConfiguration", {
            kind: "refused",
            status: 400,
            code: "INVALID_DELAY",
            detail: "The delay is too short for this event.",
            fields: [{ path: ["notifications", 1, "delayMin"], message: "too short for this event" }],
          }),
        ),
    });
    await desk.until("Update alert configuration");
    await desk.press("enter");
    await settle();
    expect(desk.top?.kind).toBe("form");
    expect(desk.layer("form").focus).toBe("notifications#3.delayMin");
    await desk.until("! too short for this event");
    await desk.until("refused by the service");
    expect(desk.layer("form").state.body["severityOverride"]).toBe("ERROR");
    expect(desk.store.drafts.find(draftKeyOf(editSetup()))).toBeDefined();
  });

  it("is not sent to another project than the one it was opened in", async () => {
    const desk = await changed();
    await desk.until("Update alert configuration");
    desk.store.session.switchProject(OTHER_PROJECT);
    await desk.press("enter");
    expect(writes(desk)).toHaveLength(0);
    await desk.until("the profile or the project changed");
  });

  it("says that a result is not known, never repeats it by itself, and looks what is there", async () => {
    const desk = await changed();
    desk.answer({
      getAlertConfiguration: json(stored()),
      updateAlertConfiguration: (call) =>
        call.fail(serviceError("updateAlertConfiguration", { kind: "unknown-result" })),
    });
    await desk.until("Update alert configuration");
    await desk.press("enter");
    await desk.until("the outcome is unknown");
    expect(writes(desk)).toHaveLength(1);
    await desk.press("enter");
    expect(writes(desk)).toHaveLength(1);
    expect(desk.top).toBeUndefined();
    expect(desk.store.getState().navigation.place.area).toBe("alert-configurations");
    expect(desk.store.drafts.find(draftKeyOf(editSetup()))).toBeDefined();
  });
});

describe("somebody else's change", () => {
  it("of another field is shown and taken over", async () => {
    const desk = await changed();
    await desk.press("escape");
    desk.answer({ getAlertConfiguration: json(stored({ enabled: false })) });
    await desk.press("ctrl+s");
    const merged = await desk.until("Somebody else changed other fields");
    expect(merged).not.toMatch(/use current|use yours|choose/u);
    await desk.until("merged");
    await desk.press("enter");
    await desk.until("Update alert configuration");
    await desk.press("y", "enter");
    expect(desk.sent("updateAlertConfiguration")).toMatchObject([{ enabled: false, severityOverride: "ERROR" }]);
  });

  it("that removed an entry is shown as a removal", async () => {
    const desk = await changed();
    await desk.press("escape");
    const { notifications } = stored();
    desk.answer({
      getAlertConfiguration: json(
        stored({ notifications: Array.isArray(notifications) ? notifications.slice(1) : [] }),
      ),
    });
    await desk.press("ctrl+s");
    const frame = await desk.until("Somebody else changed other fields");
    expect(frame).toMatch(/as opened +e-mail/u);
    expect(frame).toMatch(/current +✓ removed/u);
  });

  it("of the same field is shown in three versions, and goes on only when one was chosen", async () => {
    const desk = await changed();
    await desk.press("escape");
    desk.answer({ getAlertConfiguration: json(stored({ severityOverride: "INFO" })) });
    await desk.press("ctrl+s");
    const frame = await desk.until("Somebody else changed this");
    expect(frame).toMatch(/as opened +CRITICAL/u);
    expect(frame).toMatch(/current +INFO/u);
    expect(frame).toMatch(/yours +ERROR/u);
    expect(frame).toContain("› Severity  choose: ← current, → yours");
    expect(frame).toContain("Choose a value for 1 field, then Enter continues");
    await desk.press("enter");
    expect(desk.said).toContain("choose a value for one more field");
    expect(writes(desk)).toHaveLength(0);
    await desk.press("right", "enter");
    await desk.until(/Severity +INFO +→ +ERROR/u);
    await desk.press("enter");
    expect(desk.sent("updateAlertConfiguration")).toMatchObject([{ severityOverride: "ERROR" }]);
  });

  it("is noticed when a review was left open for a while", async () => {
    const desk = await changed();
    await desk.until("Update alert configuration");
    await desk.clock.advance(31_000);
    desk.answer({ getAlertConfiguration: json(stored({ severityOverride: "INFO" })) });
    await desk.press("enter");
    await desk.until("Somebody else changed this");
    expect(writes(desk)).toHaveLength(0);
  });

  it("is not imagined: an old review of what is still stored is sent", async () => {
    const desk = await changed();
    await desk.until("Update alert configuration");
    await desk.clock.advance(31_000);
    await desk.press("enter");
    expect(desk.client.callsOf("getAlertConfiguration")).toHaveLength(3);
    expect(writes(desk)).toHaveLength(1);
  });

  it("may be preferred to one's own", async () => {
    const desk = await changed();
    await desk.press("escape");
    desk.answer({ getAlertConfiguration: json(stored({ severityOverride: "INFO" })) });
    await desk.press("ctrl+s");
    await desk.until("Somebody else changed this");
    await desk.press("left", "enter");
    await desk.until("No changes: nothing to send");
    expect(desk.layer("form").state.body["severityOverride"]).toBe("INFO");
  });
});

describe("a group of writes", () => {
  async function sentToMany(desk: Desk): Promise<void> {
    openSetup(desk.app, noteSetup(3));
    await desk.type("known");
    await desk.press("ctrl+s");
    await desk.until("and 2 more, sent one after another");
    await desk.press("enter");
  }

  it("has a line for each, and sends the failed ones again on a key", async () => {
    const desk = await openDesk();
    const refuse = new Set(["alert 2"]);
    desk.answer({
      acknowledgeAlert: (call) => {
        const isRefused = call.args.params?.["alertId"] === noteSetup(3).targets[1]?.id && refuse.has("alert 2");
        if (isRefused) {
          call.fail(serviceError("acknowledgeAlert", { kind: "refused", status: 404, code: "ALERT_NOT_FOUND" }));
        } else call.answer({ id: "a", groupId: PROJECT });
      },
    });
    await sentToMany(desk);
    await desk.until("2 of 3 done, 1 refused");
    expect(desk.frame()).toMatch(/✓ alert 1 +done/u);
    expect(desk.frame()).toMatch(/✗ alert 2 +refused/u);
    expect(desk.store.drafts.find(draftKeyOf(noteSetup(2)))).toBeDefined();
    refuse.clear();
    await desk.press("R");
    await desk.until("3 of 3 done");
    expect(writes(desk)).toHaveLength(4);
    await desk.press("enter");
    expect(desk.top).toBeUndefined();
    expect(desk.store.drafts.find(draftKeyOf(noteSetup(2)))).toBeUndefined();
  });

  it("says a reason once that all have in common, with a count and the names", async () => {
    const desk = await openDesk();
    desk.answer({
      acknowledgeAlert: (call) =>
        call.args.params?.["alertId"] === noteSetup(3).targets[1]?.id
          ? call.answer({ id: "a", groupId: PROJECT })
          : call.fail(serviceError("acknowledgeAlert", { kind: "refused", status: 404, code: "ALERT_NOT_FOUND" })),
    });
    await sentToMany(desk);
    const frame = await desk.until("1 of 3 done, 2 refused");
    expect(frame).toMatch(/✗ 2 refused\W+alert 1, alert 3\b/u);
    expect(frame).toMatch(/✓ alert 2 +done/u);
    expect(frame.match(/ALERT_NOT_FOUND/gu)).toHaveLength(1);
  });

  it("is closed when all went well, with nothing kept", async () => {
    const desk = await openDesk();
    desk.answer({ acknowledgeAlert: json({ id: "a", groupId: PROJECT }) });
    await sentToMany(desk);
    await desk.until("3 of 3 done");
    await desk.press("enter");
    expect(desk.top).toBeUndefined();
    expect(desk.store.drafts.find(draftKeyOf(noteSetup(2)))).toBeUndefined();
  });

  it("cannot be closed while it is going on", async () => {
    const desk = await openDesk();
    await sentToMany(desk);
    await desk.until("continuing");
    await desk.press("escape");
    expect(desk.top?.kind).toBe("result");
  });
});

describe("in production", () => {
  it("says where it lands", async () => {
    const desk = await reviewing({}, { connection: { environment: "production", profile: "prod" } });
    await desk.until("Production: profile prod, project Payments");
    await desk.until(" PRODUCTION ");
  });

  it("opens no review in a read-only profile, and says why", async () => {
    const desk = await openDesk({ connection: { readOnly: { because: "it is production", unlockable: false } } });
    openWrite(desk.app, togglePlan());
    expect(desk.top).toBeUndefined();
    expect(desk.said).toContain("read-only (it is production) (Turn off: no primary)");
  });

  it("sends nothing once changes are locked again, says why, and stays", async () => {
    const readOnly = { because: "it is production", unlockable: true };
    const desk = await openDesk({ connection: { readOnly } });
    desk.app.store.session.unlock(60_000);
    openWrite(desk.app, togglePlan());
    await desk.until("Review");
    await settle();
    desk.app.store.session.lock();
    await desk.press("enter");
    expect(desk.said).toContain("production is locked; U unlocks (Turn off: no primary)");
    expect(desk.layer("review").stage).toBe("ready");
    expect(desk.client.callsOf("toggleAlertConfiguration")).toEqual([]);
  });
});
