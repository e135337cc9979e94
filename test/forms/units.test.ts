import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { updatePlan } from "../../src/areas/alert-configurations/form.ts";
import { leaveField, setText } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { openForm } from "../../src/forms/open.ts";
import { bodyAt } from "../../src/forms/paths.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { env, editAlertConfiguration as plan, received } from "./plan-of.ts";

/** What people type around a value: blanks, and the unit that stands beside the field. */

const INTERVAL = ["notifications", 0, "intervalMin"];

const open = (): FormState => openForm(plan, { mode: "replace", received: received() });

/** The value and the error of a field after a text was typed into it. */
function typed(path: readonly (string | number)[], text: string): { value: unknown; error: string | null } {
  const state = leaveField(plan, setText(plan, open(), path, text, env), path);
  const row = rowsOf(plan, state, env).find((one) => one.row === "field" && one.path.join() === path.join());
  return { value: bodyAt(state.body, path), error: row?.row === "field" ? row.field.error : null };
}

describe("a number with its unit", () => {
  it.each([
    ["30", 30],
    [" 30 ", 30],
    ["30 min", 30],
    ["30min", 30],
    ["30 Minutes", 30],
    ["2 h", 120],
    ["0.5 h", 30],
    ["300 s", 5],
    ["1 day", 1440],
    ["1 440 min", 1440],
  ])("%j is understood in a field of minutes", (text, value) => {
    expect(typed(INTERVAL, text)).toEqual({ value, error: null });
  });

  it.each([
    ["30 GB", "enter a number in min, not in GB"],
    ["30 parsecs", "enter a number in min, not in parsecs"],
    ["half", "enter a number in min"],
    ["1,5 h", "enter a number in min; write 1.5 with a decimal point"],
  ])("%j is refused in words there", (text, error) => {
    expect(typed(INTERVAL, text)).toEqual({ value: bodyAt(open().body, INTERVAL), error });
  });

  it("has whatever blanks around it and stays the same", () => {
    const blanks = fc.string({ unit: fc.constantFrom(" ", "\t"), maxLength: 3 });
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 10_000 }), blanks, blanks, blanks, (count, before, between, after) => {
        expect(typed(INTERVAL, `${before}${count}${between}min${after}`).value).toBe(count);
      }),
      { seed: 44 },
    );
  });
});

describe("a number whose unit depends on the fields beside it", () => {
  const LIMIT = ["metricThreshold", "threshold"];
  const limited = (metricName: string, units: string, text: string) => {
    const document = {
      ...received(),
      metricThreshold: { metricName, operator: "GREATER_THAN", units, mode: "AVERAGE" },
    };
    const state = setText(updatePlan, openForm(updatePlan, { mode: "replace", received: document }), LIMIT, text, env);
    const row = rowsOf(updatePlan, state, env).find((one) => one.row === "field" && one.path.join() === LIMIT.join());
    return row?.row === "field" ? [row.field.unit, bodyAt(state.body, LIMIT), row.field.shown] : [];
  };

  it.each([
    ["DISK_PARTITION_SPACE_USED_DATA", "RAW", "80 %", ["%", 80, "80 %"]],
    ["DB_DATA_SIZE_TOTAL", "GIGABYTES", "10 GB", ["GB", 10, "10 GB"]],
    ["OPLOG_MASTER_TIME", "HOURS", "90 min", ["h", 1.5, "1.5 h"]],
    ["CONNECTIONS", "RAW", "500", [null, 500, "500"]],
  ])("%s in %s takes %j", (metricName, units, text, shown) => {
    expect(limited(metricName, units, text)).toEqual(shown);
  });
});

describe("a text", () => {
  it("has no blanks around it when it is sent, and keeps those inside", () => {
    const path = ["notifications", 0, "channelName"];
    expect(typed(path, "  #db oncall ").value).toBe("#db oncall");
  });
});
