import { expect, it } from "vitest";
import { openSetup } from "../../../src/app/form/open.ts";
import { updatePlan } from "../../../src/areas/alert-configurations/form.ts";
import type { FormPlan } from "../../../src/forms/form-plan.ts";
import { type Desk, json, openDesk } from "../../ui/form/desk.ts";
import { editSetup, stored } from "../../ui/form/setups.ts";

/** A review is made of what is so when it opens: the plan that a preflight made then takes the place of the one of the form. */

async function reviewWith(plan: FormPlan): Promise<Desk> {
  const desk = await openDesk();
  desk.answer({ getAlertConfiguration: json(stored()) });
  openSetup(desk.app, editSetup({ preflight: async () => ({ plan, warnings: [], facts: [] }) }));
  await desk.until("as of");
  while (desk.layer("form").focus !== "severityOverride") await desk.press("down");
  await desk.press("right");
  await desk.press("ctrl+s");
  return desk;
}

it("says what it does by the plan of now", async () => {
  const desk = await reviewWith({ ...updatePlan, sentence: () => "Pages Bea, who is on call now." });
  await desk.until("Pages Bea, who is on call now.");
});

it("goes back to the form where the plan of now finds a value wrong, and says so at its field", async () => {
  const check = (): string => "critical is off since a minute ago";
  const fields = updatePlan.fields.map((field) => (field.path === "severityOverride" ? { ...field, check } : field));
  const desk = await reviewWith({ ...updatePlan, fields });
  await desk.until("critical is off since a minute ago");
  expect(desk.layer("form").focus).toBe("severityOverride");
});
