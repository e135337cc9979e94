import { describe, expect, it } from "vitest";
import { openSetup } from "../../../src/app/form/open.ts";
import { createPlan } from "../../../src/areas/alert-configurations/form.ts";
import type { FormSetup } from "../../../src/areas/model/effect.ts";
import { copyOf } from "../../../src/forms/open.ts";
import { type Desk, json, openDesk } from "../../ui/form/desk.ts";
import { createSetup, stored } from "../../ui/form/setups.ts";

/** A copy says what of its original it does not have, in its form and in its review. */

const copy = (): FormSetup =>
  createSetup({
    initial: copyOf(
      createPlan,
      stored({
        notifications: [
          { typeName: "EMAIL", emailAddress: "dba@acme.example", delayMin: 0, intervalMin: 60 },
          { typeName: "CARRIER_PIGEON", loft: "north tower" },
        ],
      }),
    ),
    variant: "copy/1",
  });

async function deskOf(dialect: "atlas" | "specification"): Promise<Desk> {
  const desk = await openDesk({ columns: 120, rows: 40, connection: { dialect } });
  desk.answer({ createAlertConfiguration: json(stored()) });
  openSetup(desk.app, copy());
  return desk;
}

describe("the copy of a configuration that is not known whole", () => {
  const NOTE = "Not copied, because unknown here: Notifications › CARRIER_PIGEON, fieldOfTomorrow.";

  it("says in its form and in its review what is left out", async () => {
    const desk = await deskOf("specification");
    await desk.until(NOTE);
    await desk.press("ctrl+s");
    await desk.until("Create alert configuration");
    expect(desk.layer("review").review?.warnings).toContain(NOTE);
    expect(desk.frame()).toContain(NOTE);
    await desk.press("enter");
    await desk.until("Created");
    expect(JSON.stringify(desk.sent("createAlertConfiguration"))).not.toMatch(/PIGEON|fieldOfTomorrow/u);
  });

  it("has all of it where the service may take it", async () => {
    const desk = await deskOf("atlas");
    await desk.until("fieldOfTomorrow");
    expect(desk.frame()).not.toContain("Not copied");
    await desk.press("ctrl+s");
    const frame = await desk.until("Create alert configuration");
    expect(frame).toMatch(/fieldOfTomorrow \(unknown field\)/u);
    await desk.press("enter");
    await desk.until("Created");
    expect(desk.sent("createAlertConfiguration")).toMatchObject([
      {
        fieldOfTomorrow: 7,
        notifications: [{ typeName: "EMAIL" }, { typeName: "CARRIER_PIGEON", loft: "north tower" }],
      },
    ]);
  });
});
