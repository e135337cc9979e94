import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  revealSecret,
  writeJson,
} from "../../src/contract/json/json.ts";
import { draftOf, restoreDraft } from "../../src/forms/draft.ts";
import { editorText, readEditorText } from "../../src/forms/editor/editor.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { isKeyWithin, keyOf, pathOf } from "../../src/forms/keys.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { conflictOf, rebase } from "../../src/forms/review/conflict.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { acknowledge, createAlertConfiguration, editAlertConfiguration, env, received, toggle } from "./plan-of.ts";
import { afterAll, edits, HIDDEN } from "./random-edits.ts";

/** Rules that hold for any form after any edits ; a short run and a long one share them. */

const input = (plan: FormPlan) => ({
  current: received(),
  asOf: env.now,
  request: { method: plan.operation.method, path: "/x" },
  env,
});

const PLANS = { create: createAlertConfiguration, edit: editAlertConfiguration, toggle, acknowledge } as const;

/** A rule for a form after any edits. Its counterexamples are the name of the form and the edits. */
const forms = (rule: (plan: FormPlan, state: FormState) => void) =>
  fc.property(fc.constantFrom("create", "edit", "toggle", "acknowledge"), edits, (which, list) => {
    const plan = PLANS[which];
    const mode = which === "create" ? which : which === "edit" ? "replace" : "merge";
    const opened = openForm(plan, mode === "create" ? { mode } : { mode, received: received() });
    rule(plan, afterAll(plan, opened, list));
  });

const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;

/** Every key is the key of one row, and leads back to its place. */
const keysAreUnique = forms((plan, state) => {
  const rows = rowsOf(plan, state, env, { showAll: true });
  const keys = rows.map((row) => row.key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const row of rows) {
    if (row.row === "add" || row.row === "carried") continue;
    expect(keyOf(state, row.path)).toBe(row.key);
    expect(pathOf(state, row.key)).toEqual(row.path);
    expect(row.parent === null || keys.includes(row.parent)).toBe(true);
  }
  for (const problem of problemsOf(plan, state, env))
    expect(problem.key === null || keys.includes(problem.key)).toBe(true);
  if (state.focus !== null) expect(keys).toContain(state.focus);
});

/** No secret stands in anything already shown, printed or written to disk; none that is stored is sent as its mask. */
const secretsStay = forms((plan, state) => {
  const review = reviewOf(plan, state, input(plan));
  const shown = [rowsOf(plan, state, env), review, draftOf(state), state].map(
    (value) => JSON.stringify(value) + inspect(value, { depth: 20 }),
  );
  for (const text of [...shown, editorText(plan, state)]) expect(text).not.toContain(HIDDEN);
  expect(writeJson(encodeBody(bodyOf(plan, state), revealSecret))).not.toContain("**");
  expect(review.request.text).not.toMatch(UNSAFE);
  for (const change of review.changes)
    expect(`${change.label}${change.from ?? ""}${change.to ?? ""}`).not.toMatch(UNSAFE);
});

/** A draft on disk is the form, but for its secrets, which have to be entered again. */
const draftsHold = forms((plan, state) => {
  const parsed = parseJson(writeJson(draftOf(state)));
  const back = parsed.ok ? restoreDraft(plan, parsed.value) : null;
  if (back === null) throw new Error("the draft was not taken");
  const shapes = (given: FormState) =>
    rowsOf(plan, given, env).map((row) => [
      row.key,
      row.row === "field" && row.field.kind !== "secret" ? row.field.text : null,
    ]);
  expect(shapes(back)).toEqual(shapes(state));
  for (const row of rowsOf(plan, state, env)) {
    if (row.row !== "field" || row.field.secret?.entered !== true) continue;
    const again = rowsOf(plan, back, env).find((found) => found.key === row.key);
    expect(again).toMatchObject({ field: { secret: { entered: false, again: true } } });
  }
  expect(draftOf(back)).toEqual(draftOf(state));
});

/** A form of something new that begins with other values: a draft keeps what was filled in, and takes these for all else. */
const draftsBeginAnew = fc.property(edits, (list) => {
  const plan = createAlertConfiguration;
  const begun = (initial: BodyObject): FormState => openForm(plan, { mode: "create", initial });
  const [before, now] = [
    { enabled: true, eventTypeName: "NO_PRIMARY", severityOverride: "INFO" },
    { enabled: false, eventTypeName: "NO_PRIMARY", severityOverride: "ERROR" },
  ];
  const state = afterAll(plan, begun(before), list);
  const back = restoreDraft(plan, draftOf(state), now);
  const isTouched = (name: string): boolean => [...state.touched].some((key) => isKeyWithin(key, name));
  for (const name of ["eventTypeName", "enabled", "severityOverride", "matchers", "notifications"]) {
    const expected = isTouched(name) ? draftOf(state).body : draftOf(begun(now)).body;
    expect(draftOf(back ?? begun({})).body[name]).toEqual(expected[name]);
  }
  expect(draftOf(restoreDraft(plan, draftOf(state), before) ?? begun({}))).toEqual(draftOf(state));
});

/** The editor's text read back unchanged is the same form. */
const editorHolds = forms((plan, state) => {
  const result = readEditorText(plan, state, editorText(plan, state), env);
  if (!result.ok) throw new Error(result.text);
  expect(encodeBody(bodyOf(plan, result.state), revealSecret)).toEqual(encodeBody(bodyOf(plan, state), revealSecret));
  expect(rowsOf(plan, result.state, env).map((row) => row.key)).toEqual(rowsOf(plan, state, env).map((row) => row.key));
  expect([...result.state.touched].sort()).toEqual([...state.touched].sort());
});

/** A document that did not change makes no conflict, and a form moved onto it is the same form. */
const noConflictWithItself = forms((plan, state) => {
  const current = received();
  expect(conflictOf(plan, state, { ...current, updated: "2030-01-01T00:00:00Z" }, env)).toBeNull();
  if (state.base === null) return;
  const moved = rebase(plan, state, current);
  expect(encodeBody(bodyOf(plan, moved), revealSecret)).toEqual(encodeBody(bodyOf(plan, state), revealSecret));
  expect(rowsOf(plan, moved, env).map((row) => row.key)).toEqual(rowsOf(plan, state, env).map((row) => row.key));
});

/** A document as the service hands it out after somebody else's edits: their new secrets come back as masks. */
const masked = (state: FormState): JsonObject => {
  const json = encodeBody(state.body, (secret) => `****${secret.reveal().slice(-4)}`);
  const { id, groupId, links } = received();
  return isJsonObject(json) ? { id: id ?? null, groupId: groupId ?? null, links: links ?? null, ...json } : {};
};

const wire = (body: BodyObject) => encodeBody(body, revealSecret);
const sorted = (value: Json): unknown =>
  Array.isArray(value)
    ? value.map(sorted).toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)))
    : isJsonObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([left], [right]) => left.localeCompare(right))
            .map(([name, item]) => [name, sorted(item)]),
        )
      : value;

/** Somebody else's edits merged into mine: nothing is left to choose, and who changed nothing gets the other's document. */
const mergesWithTheirs = fc.property(edits, edits, fc.boolean(), (mineEdits, theirEdits, isTheirs) => {
  const plan = editAlertConfiguration;
  const opened = openForm(plan, { mode: "replace", received: received() });
  const mine = afterAll(plan, opened, mineEdits);
  const current = masked(afterAll(plan, opened, theirEdits));
  const conflict = conflictOf(plan, mine, current, env);
  const choices = Object.fromEntries(
    (conflict?.fields ?? []).map((field) => [field.id, isTheirs ? "theirs" : "mine"] as const),
  );
  const merged = rebase(plan, mine, current, choices);
  expect(conflictOf(plan, merged, current, env)).toBeNull();
  const keys = rowsOf(plan, merged, env).map((row) => row.key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(writeJson(wire(bodyOf(plan, merged)))).not.toContain("**");

  const theirs = openForm(plan, { mode: "replace", received: current });
  expect(sorted(wire(bodyOf(plan, rebase(plan, opened, current))))).toEqual(sorted(wire(bodyOf(plan, theirs))));
  if (conflict === null) expect(sorted(wire(bodyOf(plan, merged)))).toEqual(sorted(wire(bodyOf(plan, mine))));
});

/** Holds every form to every rule, as often as is said. */
export function holdToRules(numRuns: number): void {
  const hold = (title: string, rule: Parameters<typeof fc.assert>[0]): void =>
    test(title, () => fc.assert(rule, { numRuns }));
  hold("every row has a key of its own, and nothing throws", keysAreUnique);
  hold("no secret is shown, printed, written or sent as a mask", secretsStay);
  hold("a draft is the form less its secrets", draftsHold);
  hold("a draft takes what was not filled in from the form as it begins now", draftsBeginAnew);
  hold("the editor's text is the form", editorHolds);
  hold("what the service did not change is no conflict", noConflictWithItself);
  hold("somebody else's edits are merged", mergesWithTheirs);
}
