import { describe, expect, it } from "vitest";
import { edit } from "../../../src/app/form/layer.ts";
import { openSetup } from "../../../src/app/form/open.ts";
import { openWrite } from "../../../src/app/review/open.ts";
import { openUndo } from "../../../src/app/review/undo.ts";
import { update as updateAuditing } from "../../../src/areas/auditing/form.ts";
import { setupOf as schedule } from "../../../src/areas/backup-schedules/edit.ts";
import { type Before, NO_PREFLIGHT, type WritePlan } from "../../../src/areas/model/effect.ts";
import { isJson, isJsonObject, type JsonObject } from "../../../src/contract/json/json.ts";
import { setText, setValue } from "../../../src/forms/edit.ts";
import { addItem, removeItem } from "../../../src/forms/lists.ts";
import { Answers, id } from "../../areas/answers.ts";
import {
  DAILY,
  factsOf,
  answers as scheduleAnswers,
  scope,
  stored as storedSchedule,
} from "../../areas/schedule-samples.ts";
import { alertId, PROJECT } from "../../state/console.ts";
import { serviceError } from "../../state/fake-client.ts";
import { settle } from "../../state/fake-clock.ts";
import { type Desk, json, openDesk } from "../../ui/form/desk.ts";
import { CONFIG_ID, editSetup, notePlan, noteSetup, stored, togglePlan } from "../../ui/form/setups.ts";

/** Undo: of the last write, from what was read before it, through a review; or why there is none. */

/** A configuration that was turned off. `storedAfter` is what the service holds from then on. */
async function turnedOff(
  storedAfter: JsonObject = stored({ enabled: false }),
  preflight: WritePlan["preflight"] = async () => NO_PREFLIGHT,
): Promise<Desk> {
  const desk = await openDesk();
  let document = stored();
  const before: Before = {
    read: async () => new Map([[CONFIG_ID, document]]),
    action: (_targets, body) => ({ kind: "write", plan: togglePlan({ body: () => body, preflight }) }),
  };
  desk.answer({
    toggleAlertConfiguration: (call) => {
      json(stored({ enabled: false }))(call);
      document = storedAfter;
    },
  });
  openWrite(desk.app, togglePlan({ changes: [], before }));
  await desk.until("Enter  Turn off");
  await desk.press("enter");
  await settle();
  return desk;
}

/** A configuration of which the severity was changed by its form; the service holds `storedAfter` from then on. */
async function edited(storedAfter?: (sent: JsonObject) => JsonObject): Promise<Desk> {
  const desk = await openDesk({ columns: 120, rows: 40 });
  let document = stored();
  desk.answer({
    getAlertConfiguration: (call) => json(document)(call),
    updateAlertConfiguration: (call) => {
      document = stored({ severityOverride: "ERROR" });
      json(document)(call);
      if (storedAfter !== undefined) document = storedAfter(document);
    },
  });
  openSetup(desk.app, editSetup());
  await desk.until("as of");
  while (desk.layer("form").focus !== "severityOverride") await desk.press("down");
  await desk.press("right", "ctrl+s");
  await desk.until("Enter ");
  await desk.press("enter");
  await settle();
  return desk;
}

const auditingSetup = () => updateAuditing(new Answers().context({ scope: { groupId: PROJECT } }));

describe("undo", () => {
  it("says that there is nothing to undo before anything was written", async () => {
    const desk = await openDesk();
    openUndo(desk.app);
    expect(desk.said).toBe("Nothing to undo");
  });

  it("is offered of the last write alone: a notice of the one before is gone", async () => {
    const desk = await turnedOff();
    expect(desk.said).toContain("Press u to undo");
    desk.answer({ toggleAlertConfiguration: json(stored({ enabled: false })) });
    openWrite(desk.app, togglePlan({ changes: [] }));
    await desk.until("Enter  Turn off");
    await desk.press("enter");
    await settle();
    const { current, waiting } = desk.app.store.getState().notices;
    const said = [current, ...waiting].map((notice) => notice?.text);
    expect(said).toEqual(["Turned off: no primary."]);
  });

  it("puts a switch back to what was read before, and is undone itself", async () => {
    const desk = await turnedOff();
    expect(desk.said).toBe("Turned off: no primary. Press u to undo.");
    openUndo(desk.app);
    const frame = await desk.until("Enter  Undo");
    expect(frame).toContain("Undo: Turn off: no primary");
    await desk.press("enter");
    await settle();
    expect(desk.sent("toggleAlertConfiguration")).toEqual([{ enabled: false }, { enabled: true }]);
    openUndo(desk.app);
    await desk.until("Redo: Turn off: no primary");
    await desk.until("Redo?  y/N");
  });

  it("says so when somebody else has changed it since", async () => {
    const desk = await turnedOff(stored({ enabled: true }));
    openUndo(desk.app);
    await desk.until("Changed by somebody else since");
  });

  it("says why the service would refuse it, and sends nothing", async () => {
    const message = "the compliance policy forbids an earlier expiry";
    const desk = await turnedOff(undefined, async () => ({
      ...NO_PREFLIGHT,
      problems: [{ field: "retentionValue", message }],
    }));
    openUndo(desk.app);
    await desk.until(`Cannot be sent: ${message}.`);
    await desk.press("enter");
    await settle();
    expect(desk.sent("toggleAlertConfiguration")).toHaveLength(1);
  });

  it("puts an edited document back from what was read before it was sent", async () => {
    const desk = await edited();
    openUndo(desk.app);
    const frame = await desk.until("Enter  Undo");
    expect(frame).toContain("Undo: Edit alert config: no primary");
    expect(frame).toMatch(/Severity +ERROR .* CRITICAL/u);
    await desk.press("enter");
    await settle();
    const [, back] = desk.sent("updateAlertConfiguration");
    expect(back).toMatchObject({ severityOverride: "CRITICAL", fieldOfTomorrow: 7 });
  });

  it("asks for the secret of a notification that was removed: the service has thrown it away", async () => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    let document = stored();
    desk.answer({
      getAlertConfiguration: (call) => json(document)(call),
      updateAlertConfiguration: (call) => {
        const { body } = call.args;
        document = { ...document, ...(isJson(body) && isJsonObject(body) ? body : {}) };
        json(document)(call);
      },
    });
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    edit(desk.app, (state, { setup }) => removeItem(setup.plan, state, ["notifications", 1]));
    await desk.press("ctrl+s");
    await desk.until("Update alert configuration?");
    await desk.press("y", "enter");
    await settle();
    openUndo(desk.app);
    const frame = await desk.until("One field needs attention");
    expect(frame).toContain("Enter again");
    expect(frame).not.toMatch(/c77a|Leave empty/iu);
    await desk.type("0123456789abcdef0123456789abcdef");
    await desk.press("ctrl+s");
    await desk.until("Enter  Undo");
    await desk.press("enter");
    await settle();
    const [, back] = desk.sent("updateAlertConfiguration");
    expect(back).toMatchObject({ notifications: [{ typeName: "EMAIL" }, { typeName: "PAGER_DUTY", delayMin: 15 }] });
    expect(JSON.stringify(back)).not.toContain("65f0000000000000000000e2");
  });

  it("merges with what somebody else has changed since, and asks where both did", async () => {
    const others = await edited((sent) => ({ ...sent, enabled: false }));
    openUndo(others.app);
    await others.until("Somebody else changed other fields");
    await others.press("enter");
    await others.until("Severity  ERROR");
    await others.press("y", "enter");
    await settle();
    expect(others.sent("updateAlertConfiguration")[1]).toMatchObject({ severityOverride: "CRITICAL", enabled: false });

    const same = await edited((sent) => ({ ...sent, severityOverride: "WARNING" }));
    openUndo(same.app);
    await same.until("Choose a value for each field");
  });

  it.each<JsonObject>([{}, { auditFilter: "" }])(
    "is not offered of a first audit filter after %j: none takes it away",
    async (before) => {
      const desk = await openDesk({ columns: 120, rows: 40 });
      let document: JsonObject = {
        enabled: true,
        auditAuthorizationSuccess: false,
        configurationType: "NONE",
        ...before,
      };
      desk.answer({
        getAuditingConfiguration: (call) => json(document)(call),
        updateAuditingConfiguration: (call) => {
          const { body } = call.args;
          document = {
            ...document,
            ...(isJson(body) && isJsonObject(body) ? body : {}),
            configurationType: "FILTER_JSON",
          };
          json(document)(call);
        },
      });
      openSetup(desk.app, auditingSetup());
      await desk.until("as of");
      edit(desk.app, (state, { setup }, env) => setText(setup.plan, state, ["auditFilter"], "{}", env));
      await desk.press("ctrl+s");
      await desk.until("Update auditing?");
      await desk.press("y", "enter");
      await settle();
      expect(desk.said).toBe("Updated auditing.");
      openUndo(desk.app);
      expect(desk.said).toBe(
        "Cannot undo “Edit auditing”: Audit filter cannot be cleared: the stored filter stays; choose Everything, or turn auditing off",
      );
    },
  );

  it("is not offered of the first policy item of a schedule: the service takes no edit back to none", async () => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    const scheduled = (policyItems: readonly JsonObject[]): JsonObject =>
      storedSchedule({
        restoreWindowDays: null,
        copySettings: [],
        policies: [{ id: id(800), policyItems: [...policyItems] }],
      });
    let document = scheduled([]);
    desk.answer({
      getBackupSchedule: (call) => json(document)(call),
      updateBackupSchedule: (call) => {
        document = scheduled([DAILY]);
        json(document)(call);
      },
    });
    const setup = schedule(scheduleAnswers(document).context({ scope }), "prod-eu", await factsOf(document));
    openSetup(desk.app, { ...setup, preflight: async () => NO_PREFLIGHT });
    await desk.until("as of");
    edit(desk.app, (state, { setup: { plan } }) => addItem(plan, state, ["policies", 0, "policyItems"]));
    await desk.press("ctrl+s");
    await desk.until("Enter  Change the schedule");
    await desk.press("enter");
    await settle();
    expect(desk.sent("updateBackupSchedule")).toHaveLength(1);
    openUndo(desk.app);
    expect(desk.said).toBe(
      "Cannot undo “Edit schedule: prod-eu”: Policy items at least one is required: to remove all, delete all schedules",
    );
  });

  it("leaves what the service has added by itself", async () => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    let document: JsonObject = { enabled: false, auditAuthorizationSuccess: false };
    desk.answer({
      getAuditingConfiguration: (call) => json(document)(call),
      updateAuditingConfiguration: (call) => {
        const { body } = call.args;
        document = { ...document, ...(isJson(body) && isJsonObject(body) ? body : {}), auditFilter: "{}" };
        json(document)(call);
      },
    });
    openSetup(desk.app, auditingSetup());
    await desk.until("as of");
    edit(desk.app, (state, { setup }) => setValue(setup.plan, state, ["enabled"], true));
    await desk.press("ctrl+s");
    await desk.until("Update auditing?");
    await desk.press("y", "enter");
    await settle();
    openUndo(desk.app);
    await desk.until("Undo?");
    await desk.press("y", "enter");
    await settle();
    expect(desk.sent("updateAuditingConfiguration")).toEqual([{ enabled: true }, { enabled: false }]);
  });

  it("is of the last write alone: what cannot be undone says why, and nothing older is offered", async () => {
    const desk = await turnedOff();
    openWrite(desk.app, togglePlan({ title: "Cut over" }));
    await desk.until("Enter  Turn off");
    await desk.press("enter");
    await settle();
    expect(desk.said).toBe("Requested cut-over.");
    openUndo(desk.app);
    expect(desk.said).toContain("Cannot undo “Cut over”: the service cannot undo it");
  });

  it("keeps the write before when the service refused the last one", async () => {
    const desk = await turnedOff();
    desk.answer({
      toggleAlertConfiguration: (call) =>
        call.fail(serviceError("toggleAlertConfiguration", { kind: "refused", status: 400 })),
    });
    openWrite(desk.app, togglePlan({ title: "Turn off once more", changes: [] }));
    await desk.until("Enter  Turn off");
    await desk.press("enter");
    await settle();
    await desk.press("escape");
    openUndo(desk.app);
    await desk.until("Undo: Turn off: no primary");
  });
});

describe("a review over several things", () => {
  it("shows the old value of each, and undo puts each back", async () => {
    const desk = await openDesk({ columns: 120, rows: 40 });
    const notes = new Map<string, string>([[alertId(1), "known, disk is on its way"]]);
    const before: Before = {
      read: async (_ask, targets) =>
        new Map(targets.map(({ id }) => [id, { acknowledgementComment: notes.get(id) ?? null }])),
      becomes: (was, body) => (body["unacknowledgeAlert"] === true ? {} : { ...was, ...body }),
      undo: (was) => (Object.keys(was).length === 0 ? { unacknowledgeAlert: true } : was),
      action: (targets, body) =>
        body["unacknowledgeAlert"] === true
          ? {
              kind: "write",
              plan: togglePlan({
                targets,
                preflight: async () => ({ warnings: ["Notifications resume."], facts: [] }),
              }),
            }
          : {
              kind: "form",
              setup: noteSetup(1, {
                plan: { ...notePlan, warnings: () => ["Kept quiet."], riskOf: () => "disruptive" },
              }),
            },
    };
    desk.answer({
      acknowledgeAlert: (call) => {
        notes.set(String(call.args.params?.["alertId"]), "mine");
        call.answer({ id: "a", groupId: PROJECT });
      },
    });
    const setup = noteSetup(2, { before, initial: { acknowledgementComment: "mine" } });
    openSetup(desk.app, setup);
    await desk.press("ctrl+s");
    const frame = await desk.until("Enter ");
    expect(frame).toMatch(/alert 1.*known, disk is on its way.*mine/u);
    expect(frame).toMatch(/Note +\+ mine/u);
    expect(frame).not.toMatch(/alert 2.*mine/u);
    await desk.press("enter");
    await settle();
    // The results offer it, and lead to it.
    expect(desk.said).toBe("u undoes the completed changes.");
    await desk.press("u");
    const undo = await desk.until("Undo?  y/N");
    expect(desk.app.store.getState().layers.some(({ kind }) => kind === "result")).toBe(false);
    expect(undo).toMatch(/alert 1.*mine.*known, disk is on its way/u);
    expect(undo).toContain("alert 1: Kept quiet.");
    expect(undo).toContain("alert 2: Notifications resume.");
    await desk.press("y", "enter");
    await settle();
    expect(desk.sent("acknowledgeAlert").slice(2)).toEqual([
      { acknowledgementComment: "known, disk is on its way" },
      { unacknowledgeAlert: true },
    ]);
  });
});
