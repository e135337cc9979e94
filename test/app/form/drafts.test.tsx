import { expect, it } from "vitest";
import { draftKeyOf } from "../../../src/app/form/draft-key.ts";
import { openSetup } from "../../../src/app/form/open.ts";
import { create, edit } from "../../../src/areas/alert-configurations/actions.ts";
import { update } from "../../../src/areas/auditing/form.ts";
import { REMOVED_REMEDY } from "../../../src/areas/model/effect.ts";
import type { GroupId } from "../../../src/contract/schema/ids.ts";
import { Answers } from "../../areas/answers.ts";
import { OTHER_PROJECT, PROJECT } from "../../state/console.ts";
import { type Desk, json, openDesk } from "../../ui/form/desk.ts";
import { CONFIG_ID, createSetup, editSetup, stored } from "../../ui/form/setups.ts";

/** A draft belongs to one form of one thing of one project, and to nothing else (docs/decisions/0009). */

const AUDITING = {
  auditAuthorizationSuccess: false,
  enabled: true,
  auditFilter: "{}",
  configurationType: "FILTER_JSON",
};

const auditing = (groupId: GroupId) => update(new Answers().context({ scope: { groupId } }));

/** Turns the last switch of the auditing form, and leaves it. */
async function begun(desk: Desk): Promise<void> {
  openSetup(desk.app, auditing(PROJECT));
  await desk.until("as of");
  while (desk.layer("form").focus !== "auditAuthorizationSuccess") await desk.press("down");
  await desk.press("right");
  await desk.press("escape");
}

const bodyOf = (desk: Desk) => desk.layer("form").state.body;

it("is not there in another project, and is in its own", async () => {
  const desk = await openDesk();
  desk.answer({ getAuditingConfiguration: json(AUDITING) });
  await begun(desk);
  openSetup(desk.app, auditing(OTHER_PROJECT));
  await desk.until(/checks +off/u);
  expect(desk.frame()).not.toContain("Draft restored");
  expect(bodyOf(desk)["auditAuthorizationSuccess"]).toBe(false);
  await desk.press("escape");
  openSetup(desk.app, auditing(PROJECT));
  await desk.until("Draft restored");
  expect(bodyOf(desk)["auditAuthorizationSuccess"]).toBe(true);
});

it("stays where an earlier version kept it without a project, and the form says so", async () => {
  const desk = await openDesk();
  desk.answer({ getAuditingConfiguration: json(AUDITING) });
  await begun(desk);
  const kept = desk.store.drafts.find(draftKeyOf(auditing(PROJECT)));
  if (kept === undefined) throw new Error("no draft");
  desk.store.drafts.save({ ...kept, id: "updateAuditingConfiguration" });
  await desk.store.drafts.discard(kept.id);
  openSetup(desk.app, auditing(PROJECT));
  const frame = await desk.until("Not restored");
  expect(frame.replaceAll(/\s+/gu, " ")).toContain("a draft of an earlier version that names no project");
  expect(bodyOf(desk)["auditAuthorizationSuccess"]).toBe(false);
  await desk.press("escape");
  expect(desk.store.drafts.find("updateAuditingConfiguration")).toBeDefined();
});

it("is taken over where an earlier version kept it under the id of the very thing", async () => {
  const desk = await openDesk();
  desk.answer({ getAlertConfiguration: json(stored()) });
  openSetup(desk.app, editSetup());
  await desk.until("as of");
  while (desk.layer("form").focus !== "severityOverride") await desk.press("down");
  await desk.press("right");
  await desk.press("escape");
  const kept = desk.store.drafts.find(draftKeyOf(editSetup()));
  if (kept === undefined) throw new Error("no draft");
  const former = `updateAlertConfiguration/${editSetup().targets[0]?.id}`;
  desk.store.drafts.save({ ...kept, id: former });
  await desk.store.drafts.discard(kept.id);
  openSetup(desk.app, editSetup());
  await desk.until("Draft restored");
  expect(desk.store.drafts.find(draftKeyOf(editSetup()))).toBeDefined();
  expect(desk.store.drafts.find(former)).toBeUndefined();
});

it("is there again though another one of the same form was kept first, once that is done with", async () => {
  const desk = await openDesk();
  openSetup(desk.app, createSetup({ variant: "new" }));
  await desk.until("New alert configuration");
  await desk.type("HOST_DOWN");
  await desk.press("tab");
  await desk.press("escape");
  openSetup(desk.app, createSetup());
  await desk.until("Draft restored");
  expect(bodyOf(desk)["eventTypeName"]).toBe("HOST_DOWN");
});

it("of a new thing that takes a deleted one's place is found by the key that makes new ones", () => {
  const context = new Answers().context({ scope: { groupId: PROJECT } });
  const remedy = edit(context, CONFIG_ID).remedies?.[REMOVED_REMEDY]?.(stored());
  if (remedy?.effect.kind !== "form") throw new Error("no form");
  expect(draftKeyOf(remedy.effect.setup)).toBe(draftKeyOf(create(context)));
});
