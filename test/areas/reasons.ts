import { beforeAll, expect, it } from "vitest";
import { fieldAt, isNeeded, shownAt } from "../../src/forms/fields.ts";
import type { FieldPlan, FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { pathsOf } from "../../src/forms/paths.ts";
import { bodiesFor, formOn, withOneChanged } from "./form-coverage.ts";
import type { WalkedForm } from "./walk.ts";
import { walkEverywhere } from "./walk-everywhere.ts";

/** Why a field is there, and why it is not: the second stands in the notice that says what was cleared. */

let forms: readonly WalkedForm[] = [];

beforeAll(async () => {
  const all = (await walkEverywhere()).flatMap((walked) => walked.forms);
  forms = [...new Map(all.map((form) => [form.setup.plan.operation.id, form])).values()];
}, 600_000);

const BODIES = 12;

type Reason = { readonly field: string; readonly shown: boolean; readonly because: string; readonly needed: boolean };

const reasonsOf = (plan: FormPlan, state: FormState, { path: pattern }: FieldPlan): readonly Reason[] =>
  pathsOf(state.body, pattern).flatMap((path) => {
    const field = fieldAt(plan, state, path);
    const { shown, because } = shownAt(plan, state, path);
    if (field === null || because === undefined) return [];
    return [{ field: `${plan.operation.id}: ${pattern}`, shown, because, needed: isNeeded(plan, state, field).needed }];
  });

/** All reasons of a form, over many bodies and with each of their fields changed. */
const reasonsIn = ({ setup, stored, area }: WalkedForm): readonly Reason[] => {
  const { plan } = setup;
  const conditional = plan.fields.filter(({ when }) => when !== undefined);
  if (conditional.length === 0) return [];
  return bodiesFor({ setup, stored, area }, BODIES).flatMap((body) => {
    const state = formOn(setup, body);
    return [state, ...withOneChanged(plan, state)].flatMap((one) =>
      conditional.flatMap((field) => reasonsOf(plan, one, field)),
    );
  });
};

it("a reason for showing a field is none for clearing it, and what is required is required", () => {
  const reasons = forms.flatMap(reasonsIn);
  const hidden = new Set(reasons.filter(({ shown }) => !shown).map(({ field, because }) => `${field}: ${because}`));
  const both = reasons.filter(({ shown, field, because }) => shown && hidden.has(`${field}: ${because}`));
  const optional = reasons.filter(({ shown, because, needed }) => shown && !needed && because.startsWith("required"));
  expect([...new Set([...both, ...optional].map(({ field, because }) => `${field}: ${because}`))]).toEqual([]);
  expect(hidden.size).toBeGreaterThan(10);
});
