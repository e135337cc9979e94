import { describe, expect, test } from "vitest";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import { openForm } from "../../src/forms/open.ts";
import { bodyAt } from "../../src/forms/paths.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { env } from "./plan-of.ts";
import { schedule, storedSchedule } from "./schedule-plan.ts";

/** Fields that belong together: those that are sent with each other, and values that come with a choice. */

const plan: FormPlan = {
  ...schedule,
  together: [["referenceHourOfDay", "export"]],
  fields: [
    {
      path: "policies[].policyItems[].frequencyType",
      brings: (value) => ({ frequencyInterval: value === "weekly" ? 7 : 1 }),
    },
  ],
};
const open = () => openForm(plan, { mode: "merge", received: storedSchedule() });
const ITEM = ["policies", 0, "policyItems", 1] as const;

describe("fields of a merging write that go together", () => {
  test("are all sent as soon as one of them was changed", () => {
    const state = setText(plan, open(), ["referenceHourOfDay"], "3", env);
    expect(bodyOf(plan, state)).toEqual({
      referenceHourOfDay: 3,
      export: { exportBucketId: "b1", frequencyType: "daily" },
    });
  });

  test("stay away while none of them was changed, and where one of them is not set", () => {
    expect(bodyOf(plan, setValue(plan, open(), ["updateSnapshots"], true))).toEqual({ updateSnapshots: true });
    const { export: _export, ...rest } = storedSchedule();
    const state = setText(plan, openForm(plan, { mode: "merge", received: rest }), ["referenceHourOfDay"], "3", env);
    expect(bodyOf(plan, state)).toEqual({ referenceHourOfDay: 3 });
  });
});

describe("what a choice brings to the fields beside it", () => {
  const intervalIn = (state: ReturnType<typeof open>) => bodyAt(state.body, [...ITEM, "frequencyInterval"]);

  test("comes with another value, and takes the place of what was typed there", () => {
    const typed = setText(plan, open(), [...ITEM, "frequencyInterval"], "what", env);
    const chosen = setText(plan, typed, [...ITEM, "frequencyType"], "weekly", env);
    expect(intervalIn(chosen)).toBe(7);
    expect(Object.keys(chosen.texts).some((key) => key.endsWith("frequencyInterval"))).toBe(false);
  });

  test("does not come again with the same value: what was changed since stays", () => {
    const chosen = setText(plan, open(), [...ITEM, "frequencyType"], "weekly", env);
    const changed = setText(plan, chosen, [...ITEM, "frequencyInterval"], "6", env);
    const again = setText(plan, changed, [...ITEM, "frequencyType"], "weekly", env);
    expect(intervalIn(again)).toBe(6);
  });
});
