import { describe, expect, test } from "vitest";
import type { DialectId } from "../../src/contract/wire/dialect.ts";
import { removeUnknown } from "../../src/forms/edit.ts";
import { editorText, readEditorText } from "../../src/forms/editor/editor.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { acknowledge, editAlertConfiguration, env, read, received } from "./plan-of.ts";

/** Fields that somebody adds in `$EDITOR` and that the contract does not know. */

const replacing: FormState = openForm(editAlertConfiguration, { mode: "replace", received: received() });
const merging: FormState = openForm(acknowledge, {
  mode: "merge",
  received: read('{"id":"a","status":"OPEN","acknowledgementComment":"seen","fieldOfTomorrow":7}'),
});
const FORMS: readonly (readonly [string, FormPlan, FormState])[] = [
  ["replacing", editAlertConfiguration, replacing],
  ["merging", acknowledge, merging],
];

function added(plan: FormPlan, state: FormState, dialect: DialectId) {
  const here = { ...env, dialect };
  const result = readEditorText(
    plan,
    state,
    editorText(plan, state).replace(/\n\}\n$/u, '\n  "brandNew": 5,\n}\n'),
    here,
  );
  if (!result.ok) throw new Error(result.text);
  return { here, ...result };
}

const review = (plan: FormPlan, state: FormState, here: typeof env) =>
  reviewOf(plan, state, { asOf: null, request: { method: "PATCH", path: "/" }, env: here });

describe.each(FORMS)("a field that is added in the editor, in a %s form", (_name, plan, state) => {
  test("is sent as it stands where the service has more than the contract, and the review says that it is not known", () => {
    const { state: next, problems, here } = added(plan, state, "atlas");
    expect([problems, problemsOf(plan, next, here)]).toEqual([[], []]);
    expect(bodyOf(plan, next)).toMatchObject({ brandNew: 5 });
    const { changes, nothing } = review(plan, next, here);
    expect(nothing).toBe(false);
    expect(changes.map(({ label, to }) => [label, to])).toEqual([["brandNew (unknown field)", "5"]]);
  });

  test("is refused at its line otherwise; the form shows it, and it can be taken out", () => {
    const { state: next, problems, here } = added(plan, state, "specification");
    const line = editorText(plan, next)
      .split("\n")
      .findIndex((one) => one.includes("brandNew"));
    expect(problems).toEqual([{ line: line + 1, message: "brandNew: unknown field" }]);
    const row = rowsOf(plan, next, here).find((one) => one.row === "carried" && one.label === "brandNew");
    expect(row).toMatchObject({ state: "added", error: "unknown field" });
    const less = removeUnknown(plan, next, ["brandNew"]);
    expect(problemsOf(plan, less, here)).toEqual([]);
    expect(bodyOf(plan, less)).toEqual(bodyOf(plan, state));
  });
});

test("what was received and is not known goes back as it came, and a change of it can be put back", () => {
  const odd = openForm(editAlertConfiguration, { mode: "replace", received: { ...received(), ofTomorrow: 7 } });
  const text = editorText(editAlertConfiguration, odd).replace('"ofTomorrow": 7', '"ofTomorrow": 8');
  const result = readEditorText(editAlertConfiguration, odd, text, env);
  if (!result.ok) throw new Error(result.text);
  const row = (state: FormState) =>
    rowsOf(editAlertConfiguration, state, env).find((one) => one.row === "carried" && one.label === "ofTomorrow");
  expect(row(odd)).toMatchObject({ state: "same", error: null });
  expect(row(result.state)).toMatchObject({ state: "changed", error: "unknown field" });
  expect(row(removeUnknown(editAlertConfiguration, result.state, ["ofTomorrow"]))).toMatchObject({ state: "same" });
});

test("a merging form sends nothing of what it does not know unless it was written here", () => {
  expect(bodyOf(acknowledge, merging)).not.toHaveProperty("fieldOfTomorrow");
  expect(editorText(acknowledge, merging)).not.toContain("fieldOfTomorrow");
});

test("a value that is none of the known ones is said to be sent as typed", () => {
  const state = openForm(editAlertConfiguration, {
    mode: "replace",
    received: { ...received(), eventTypeName: "OF_TOMORROW" },
  });
  const noteAt = (form: FormState) => {
    const row = rowsOf(editAlertConfiguration, form, env).find((one) => one.path.join(".") === "eventTypeName");
    return row?.row === "field" ? row.field.note : undefined;
  };
  expect(noteAt(state)).toMatch(/OF_TOMORROW is an unknown value/u);
  expect(noteAt(replacing)).toBeNull();
});
