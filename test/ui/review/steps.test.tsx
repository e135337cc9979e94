import { describe, expect, it } from "vitest";
import { openWrite } from "../../../src/app/review/open.ts";
import type { WritePlan } from "../../../src/areas/model/effect.ts";
import type { RunbookChange } from "../../../src/state/runbooks.ts";
import { PROJECT } from "../../state/console.ts";
import { serviceError } from "../../state/fake-client.ts";
import { settle } from "../../state/fake-clock.ts";
import { type Desk, json, openDesk } from "../form/desk.ts";
import { CONFIG_ID, stored, togglePlan } from "../form/setups.ts";

/** Reviews that are steps of a runbook: the step is done when all of the write is, and only then. */

const RUN = "safe-change-prod-eu-1";
const OTHER_ID = "65f0000000000000000000c2";

const begin: RunbookChange = {
  does: "start",
  run: RUN,
  runbook: "safe-change",
  title: "prod-eu",
  groupId: PROJECT,
  values: {},
};

const step: Partial<WritePlan> = {
  marks: (answer) => ({
    does: "mark",
    run: RUN,
    step: "one",
    how: "sent",
    values: answer === null ? {} : { made: String(answer["id"]) },
  }),
  after: { area: "runbooks", ids: [RUN] },
  look: { area: "alert-configurations", ids: [] },
};

/** A desk with a runbook that was begun and the review of its step. */
async function reviewing(plan: Partial<WritePlan> = {}): Promise<Desk> {
  const desk = await openDesk();
  desk.store.runbooks.change(begin);
  openWrite(desk.app, togglePlan({ ...step, ...plan }));
  await desk.until("Review");
  await settle();
  return desk;
}

const run = (desk: Desk) => desk.store.getState().runbooks?.find(({ id }) => id === RUN);

const both: Partial<WritePlan> = {
  targets: [CONFIG_ID, OTHER_ID].map((id) => ({ id, name: id, params: { groupId: PROJECT, alertConfigId: id } })),
};

describe("a step of a runbook", () => {
  it("is marked with what its answer brings, and one is back on the runbook", async () => {
    const desk = await reviewing();
    desk.answer({ toggleAlertConfiguration: json(stored({ enabled: false })) });
    await desk.press("enter");
    await settle();
    expect(run(desk)).toMatchObject({ steps: { one: { how: "sent" } }, values: { made: CONFIG_ID } });
    expect(desk.store.getState().navigation.place).toEqual({ area: "runbooks", ids: [RUN] });
  });

  it("is not marked when its outcome is unknown: the current state is checked", async () => {
    const desk = await reviewing();
    desk.answer({
      toggleAlertConfiguration: (call) =>
        call.fail(serviceError("toggleAlertConfiguration", { kind: "unknown-result" })),
    });
    await desk.press("enter");
    await desk.until("the outcome is unknown");
    await desk.press("enter");
    expect(desk.store.getState().navigation.place).toEqual({ area: "alert-configurations", ids: [] });
    expect(run(desk)?.steps).toEqual({});
  });

  it("of several writes is marked only when those that failed went through as well", async () => {
    const desk = await reviewing(both);
    const refusal = serviceError("toggleAlertConfiguration", { kind: "refused", status: 409, code: "CONFLICT" });
    let calls = 0;
    desk.answer({
      toggleAlertConfiguration: (call) => {
        calls += 1;
        if (calls === 2) call.fail(refusal);
        else json(stored({ enabled: false }))(call);
      },
    });
    await desk.press("enter");
    await desk.until("1 of 2 done");
    expect(run(desk)?.steps).toEqual({});
    await desk.press("R");
    await desk.until("2 of 2 done");
    await settle();
    expect(run(desk)?.steps).toMatchObject({ one: { how: "sent" } });
    expect(calls).toBe(3);
    await desk.press("enter");
    expect(desk.store.getState().navigation.place).toEqual({ area: "runbooks", ids: [RUN] });
  });
});
