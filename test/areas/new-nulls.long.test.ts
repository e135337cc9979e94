import { beforeAll, expect, it } from "vitest";
import {
  encodeBody,
  isJsonObject,
  type Json,
  type Path,
  pathText,
  revealSecret,
  valueAt,
} from "../../src/contract/json/json.ts";
import { setText } from "../../src/forms/edit.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { openForm } from "../../src/forms/open.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { env } from "../forms/plan-of.ts";
import { bodiesFor, openOn, withOneChanged } from "./form-coverage.ts";
import type { WalkedForm } from "./walk.ts";
import { walkEverywhere } from "./walk-everywhere.ts";

/** No write holds a null that the service did not tell: the public description of a request knows none. */

let forms: readonly WalkedForm[] = [];

beforeAll(async () => {
  forms = (await walkEverywhere()).flatMap((walked) => walked.forms);
}, 600_000);

function nullsIn(value: Json | undefined, path: Path = []): readonly Path[] {
  if (value === null) return [path];
  if (Array.isArray(value)) return value.flatMap((item: Json, at) => nullsIn(item, [...path, at]));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, item]) => nullsIn(item, [...path, name])) : [];
}

/** A form with each of its texts, numbers and lists emptied alone. */
const withOneEmptied = (plan: FormPlan, state: FormState): readonly FormState[] =>
  rowsOf(plan, state, env).flatMap((row) =>
    row.row === "field" && row.field.text !== "" ? [setText(plan, state, row.path, "", env)] : [],
  );

/** A form as it opens, and with each of its fields changed or emptied. */
const statesOf = (plan: FormPlan, state: FormState): readonly FormState[] => [
  state,
  ...withOneChanged(plan, state),
  ...withOneEmptied(plan, state),
];

const newNulls = ({ setup: { plan } }: WalkedForm, state: FormState, stored: Json | null): readonly string[] =>
  nullsIn(encodeBody(bodyOf(plan, state), revealSecret))
    .filter((path) => valueAt(stored, path) !== null)
    .map((path) => `${plan.operation.id} ${pathText(path)}`);

it("an update sends no null that was not stored, whatever one field is changed to", () => {
  const edits = forms.flatMap((form) => (form.stored === null ? [] : [{ form, stored: form.stored }]));
  expect(new Set(edits.map(({ form }) => form.setup.plan.operation.id)).size).toBeGreaterThan(8);
  let count = 0;
  for (const { form, stored } of edits) {
    for (const state of statesOf(form.setup.plan, openOn(form.setup.plan, stored))) {
      expect(newNulls(form, state, stored)).toEqual([]);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(500);
});

it("a new thing is sent without any null that nobody wrote", () => {
  const creates = forms.filter(({ setup }) => setup.base === undefined);
  expect(new Set(creates.map(({ setup }) => setup.plan.operation.id)).size).toBeGreaterThan(8);
  for (const form of creates) {
    const { plan, initial } = form.setup;
    const begun = openForm(plan, { mode: "create", ...(initial === undefined ? {} : { initial }) });
    const filled = bodiesFor(form, 2).map((body) => openForm(plan, { mode: "create", initial: body }));
    for (const opened of [begun, ...filled]) {
      // Free JSON may hold what a person wrote into it.
      const written = encodeBody(opened.body, revealSecret);
      for (const state of statesOf(plan, opened)) expect(newNulls(form, state, written)).toEqual([]);
    }
  }
});
