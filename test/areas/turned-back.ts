import { beforeAll, expect, it } from "vitest";
import { sameJson } from "../../src/contract/json/json.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { bodyAt, patternOf } from "../../src/forms/paths.ts";
import type { FieldRow } from "../../src/forms/row-types.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { env } from "../forms/plan-of.ts";
import { bodiesFor, formOn } from "./form-coverage.ts";
import type { WalkedForm } from "./walk.ts";
import { walkEverywhere } from "./walk-everywhere.ts";

/** Values that are parked while a field is not shown come back as they were (`FormState.parked`), whatever a plan fills in. */

let forms: readonly WalkedForm[] = [];

beforeAll(async () => {
  const all = (await walkEverywhere()).flatMap((walked) => walked.forms);
  forms = [...new Map(all.map((form) => [form.setup.plan.operation.id, form])).values()];
}, 600_000);

const BODIES = 20;
const OTHERS = 3;

const fieldsIn = (plan: FormPlan, state: FormState): readonly FieldRow[] =>
  rowsOf(plan, state, env).flatMap((row) => (row.row === "field" ? [row] : []));

/** The form with another answer to a field and then the former one again; nothing for a field that a person does not choose in. */
function turnedBack(plan: FormPlan, state: FormState, { path, field }: FieldRow): readonly FormState[] {
  const value = bodyAt(state.body, path);
  if (typeof value === "boolean") return [setValue(plan, setValue(plan, state, path, !value), path, value)];
  const { brings } = plan.fields.find((one) => one.path === patternOf(path)) ?? {};
  // What another choice brings to the fields beside it stays there.
  if (brings !== undefined || !field.choices.some((choice) => choice.value === value)) return [];
  return field.choices
    .filter((choice) => choice.value !== value)
    .slice(0, OTHERS)
    .map((choice) => setText(plan, setText(plan, state, path, choice.value, env), path, String(value), env));
}

it("a choice that is taken back leaves every field as it was", () => {
  const lost: string[] = [];
  for (const { setup, stored, area } of forms) {
    const { plan } = setup;
    for (const body of bodiesFor({ setup, stored, area }, BODIES)) {
      const state = formOn(setup, body);
      const fields = fieldsIn(plan, state);
      for (const row of fields) {
        const others = fields.filter((other) => other !== row && bodyAt(state.body, other.path) !== undefined);
        for (const after of turnedBack(plan, state, row)) {
          for (const { path } of others) {
            if (!sameJson(bodyAt(state.body, path), bodyAt(after.body, path)))
              lost.push(`${plan.operation.id}: ${patternOf(row.path)} → ${patternOf(path)}`);
          }
        }
      }
    }
  }
  expect([...new Set(lost)]).toEqual([]);
});
