import { expect, it } from "vitest";
import { draftKeyOf } from "../../../src/app/form/draft-key.ts";
import { openSetup } from "../../../src/app/form/open.ts";
import { createPlan } from "../../../src/areas/alert-configurations/form.ts";
import { createAnew, REMOVED_REMEDY } from "../../../src/areas/model/effect.ts";
import { newBodyFrom } from "../../../src/forms/open.ts";
import { serviceError } from "../../state/fake-client.ts";
import { type Desk, json, openDesk } from "../../ui/form/desk.ts";
import { createSetup, editSetup, stored, togglePlan } from "../../ui/form/setups.ts";

/** What is offered where a form cannot be sent: it takes the form's place, and what was filled in is kept. */

const refused = (status: number) =>
  serviceError("getAlertConfiguration", { kind: "refused", status, code: "ALERT_CONFIG_NOT_FOUND" });

const withRemedy = () =>
  editSetup({
    remedies: {
      [REMOVED_REMEDY]: (body) =>
        createAnew("Create a new one from this draft", createSetup({ initial: newBodyFrom(createPlan, body) })),
    },
  });

/** An edit whose severity was taken away. */
async function edited(desk: Desk, setup = withRemedy()): Promise<void> {
  desk.answer({ getAlertConfiguration: json(stored()) });
  openSetup(desk.app, setup);
  await desk.until("as of");
  while (desk.layer("form").focus !== "severityOverride") await desk.press("down");
  await desk.press("right");
}

const deleted = (desk: Desk): void =>
  desk.answer({
    getAlertConfiguration: (call) => call.fail(refused(404)),
    updateAlertConfiguration: (call) => call.fail(refused(404)),
  });

it("says that what is edited was deleted meanwhile, and keeps what was filled in", async () => {
  const desk = await openDesk();
  await edited(desk, editSetup());
  deleted(desk);
  await desk.press("ctrl+s");
  expect(await desk.until("Deleted by somebody else in the meantime")).not.toContain("Create a new one");
  await desk.press("escape");
  expect(desk.layer("form").state.body["severityOverride"]).not.toBe("CRITICAL");
});

it("offers to make it anew from what is filled in, which is reviewed like any new thing", async () => {
  const desk = await openDesk();
  await edited(desk);
  deleted(desk);
  await desk.press("ctrl+s");
  await desk.until("Ctrl-G  Create a new one from this draft");
  await desk.press("ctrl+g");
  const form = desk.layer("form");
  expect(form.setup.plan.operation.id).toBe("createAlertConfiguration");
  expect(form.state.body).toMatchObject({ eventTypeName: "NO_PRIMARY", matchers: [{ value: "prod-eu" }] });
  expect(form.state.body["severityOverride"]).not.toBe("CRITICAL");
  // Identities of the old one are of no use, and a stored secret is not known here.
  expect(JSON.stringify(form.state.body)).not.toMatch(/notifierId|c77a/u);
  await desk.press("ctrl+s");
  await desk.until("needs attention before this can be sent");
});

it("loses nothing where it is left again: both drafts are kept", async () => {
  const desk = await openDesk();
  await edited(desk);
  deleted(desk);
  await desk.press("ctrl+s");
  await desk.until("Create a new one from this draft");
  await desk.press("ctrl+g");
  await desk.press("escape");
  expect(desk.said).toContain("Draft saved");
  expect(desk.store.drafts.find(draftKeyOf(createSetup()))?.content["body"]).toMatchObject({
    eventTypeName: "NO_PRIMARY",
  });
  expect(desk.store.drafts.find(draftKeyOf(editSetup()))).toBeDefined();
});

it("leaves the draft of another new thing alone", async () => {
  const desk = await openDesk();
  openSetup(desk.app, createSetup());
  await desk.until("New alert configuration");
  await desk.type("HOST_DOWN");
  await desk.press("tab");
  await desk.press("escape");
  await edited(desk);
  deleted(desk);
  await desk.press("ctrl+s");
  await desk.until("Create a new one from this draft");
  await desk.press("ctrl+g");
  await desk.press("escape");
  expect(desk.store.drafts.find(draftKeyOf(createSetup()))?.content["body"]).toMatchObject({
    eventTypeName: "HOST_DOWN",
  });
  expect(desk.store.drafts.find(draftKeyOf(createSetup({ variant: "new" })))?.content["body"]).toMatchObject({
    eventTypeName: "NO_PRIMARY",
  });
});

it("is offered too where it was deleted between the review and its sending", async () => {
  const desk = await openDesk();
  await edited(desk);
  await desk.press("ctrl+s");
  await desk.until("Update alert configuration");
  deleted(desk);
  await desk.press("y");
  await desk.press("enter");
  await desk.until("Create a new one from this draft");
  await desk.press("ctrl+g");
  expect(desk.layer("form").setup.plan.operation.id).toBe("createAlertConfiguration");
});

it("goes back to the form where something else is not there", async () => {
  const desk = await openDesk();
  await edited(desk);
  await desk.press("ctrl+s");
  await desk.until("Update alert configuration");
  desk.answer({ getAlertConfiguration: json(stored()), updateAlertConfiguration: (call) => call.fail(refused(404)) });
  await desk.press("y");
  await desk.press("enter");
  await desk.until("Severity");
  expect(desk.top?.kind).toBe("form");
  expect(desk.frame()).not.toContain("Deleted by somebody else");
});

it("offers what helps against a rule that the form breaks, under a key of its own", async () => {
  const desk = await openDesk();
  const off = { title: "Turn it off instead", effect: { kind: "write" as const, plan: togglePlan() } };
  await edited(desk, editSetup({ remedies: { "email-or-sms": () => off, required: () => off } }));
  while (desk.layer("form").focus !== "eventTypeName") await desk.press("up");
  await desk.press("ctrl+u");
  await desk.press("ctrl+g");
  expect(desk.top?.kind).toBe("form");
  await desk.press("ctrl+s");
  await desk.until("Ctrl-G: Turn it off");
  await desk.press("ctrl+g");
  await desk.until("Nothing is raised by it any more.");
  expect(desk.top?.kind).toBe("review");
  expect(desk.store.drafts.find(draftKeyOf(editSetup()))).toBeDefined();
  await desk.press("escape");
  expect(desk.top).toBeUndefined();
});
