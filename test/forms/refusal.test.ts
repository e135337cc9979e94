import { describe, expect, test } from "vitest";
import { setText } from "../../src/forms/edit.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { refuse } from "../../src/forms/refusal.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { env, editAlertConfiguration as plan, received } from "./plan-of.ts";

const open = () => openForm(plan, { mode: "replace", received: received() });

describe("a refused write", () => {
  test.each([
    ["notifications[1].delayMin", "notifications#4.delayMin"],
    ["notifications.1.delayMin", "notifications#4.delayMin"],
    ["notifications[].delayMin", "notifications#3.delayMin"],
    ["delayMin", "notifications#3.delayMin"],
    ["serviceKey", "notifications#4.serviceKey"],
    ["notifications[1].notifierId", "notifications#4"],
    ["metricThreshold", "metricThreshold"],
    ["matchers[9].value", "matchers"],
  ])("that names %s takes the keys to %s", (field, key) => {
    const state = refuse(plan, open(), [{ field, message: "out of range" }], null);
    expect(state.focus).toBe(key);
    expect(state.refusal).toBeNull();
    const row = rowsOf(plan, state, env).find((found) => found.key === key);
    expect(row?.row === "field" ? row.field.error : row !== undefined && "error" in row && row.error).toBe(
      "out of range",
    );
  });

  test("keeps every field, and says at the top what it cannot place", () => {
    const typed = setText(plan, open(), ["notifications", 1, "delayMin"], "7", env);
    const state = refuse(plan, typed, [{ field: "orgQuota", message: "is used up" }], "The service refused it");
    expect(state.refusal).toBe("The service refused it; orgQuota: is used up");
    expect(state.focus).toBeNull();
    expect(state.body).toEqual(typed.body);
  });

  test("goes to the first of several in the order of the form, and clears with the edit of each", () => {
    const state = refuse(
      plan,
      open(),
      [
        { field: "notifications[1].delayMin", message: "a" },
        { field: "severityOverride", message: "b" },
      ],
      null,
    );
    expect(state.focus).toBe("severityOverride");
    const edited = setText(plan, state, ["severityOverride"], "CRITICAL", env);
    expect(edited.refused).toEqual([{ key: "notifications#4.delayMin", message: "a" }]);
  });

  test("does not keep the form from being sent again", () => {
    expect(problemsOf(plan, refuse(plan, open(), [{ field: "delayMin", message: "a" }], "b"), env)).toEqual([]);
  });

  test("prints nothing that could act on the terminal", () => {
    const state = refuse(plan, open(), [{ field: "delayMin", message: "\u001b[2Jgone" }], "\u202egnp");
    expect(state.refused[0]?.message).toBe("·[2Jgone");
    expect(state.refusal).toBe("·gnp");
  });
});
