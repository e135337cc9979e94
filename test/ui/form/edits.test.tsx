import { describe, expect, it } from "vitest";
import { openSetup } from "../../../src/app/form/open.ts";
import { type Desk, json, openDesk } from "./desk.ts";
import { createSetup, editSetup, stored } from "./setups.ts";

/** Forms that open with what was chosen before changed in them already (`FormSetup.edits`). */

async function open(): Promise<Desk> {
  const desk = await openDesk();
  desk.answer({ getAlertConfiguration: json(stored()) });
  return desk;
}

const bodyOf = (desk: Desk) => desk.layer("form").state.body;

describe("a form that opens with edits", () => {
  it("has them in the received document, and everything else as it came", async () => {
    const desk = await open();
    const edits = [
      { path: ["enabled"], value: false },
      { path: ["notifications", 0, "delayMin"], value: 10 },
    ];
    openSetup(desk.app, editSetup({ edits }));
    await desk.until("(was on)");
    const before = stored();
    expect(bodyOf(desk)).toMatchObject({
      enabled: false,
      eventTypeName: before["eventTypeName"],
      matchers: before["matchers"],
    });
    expect(bodyOf(desk)["notifications"]).toMatchObject([{ delayMin: 10, intervalMin: 60 }, { delayMin: 15 }]);
    await desk.press("ctrl+s");
    const frame = await desk.until("Open now");
    expect(frame).toMatch(/Active +on +→ +off/u);
  });

  it("keeps them as a draft when it is left at once, and puts them on top of a draft of earlier", async () => {
    const desk = await open();
    const delayed = [{ path: ["notifications", 0, "delayMin"], value: 10 }];
    openSetup(desk.app, editSetup({ edits: delayed }));
    await desk.until(/Notification 1 +•/u);
    await desk.press("escape");
    openSetup(desk.app, editSetup({ edits: [{ path: ["enabled"], value: false }] }));
    await desk.until("(was on)");
    expect(bodyOf(desk)).toMatchObject({ enabled: false, notifications: [{ delayMin: 10 }, { delayMin: 15 }] });
    await desk.press("escape");
    openSetup(desk.app, editSetup());
    expect(bodyOf(desk)).toMatchObject({ enabled: false, notifications: [{ delayMin: 10 }, { delayMin: 15 }] });
  });

  it("offers no draft of earlier where a new thing is made; without edits the draft is there", async () => {
    const desk = await open();
    openSetup(desk.app, createSetup());
    await desk.type("MINE");
    await desk.press("escape");
    openSetup(desk.app, createSetup());
    expect(bodyOf(desk)["eventTypeName"]).toBe("MINE");
    await desk.press("escape");
    openSetup(desk.app, createSetup({ edits: [], initial: { enabled: true, eventTypeName: "HOST_DOWN" } }));
    expect(bodyOf(desk)["eventTypeName"]).toBe("HOST_DOWN");
  });
});
