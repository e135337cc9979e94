import { expect, test } from "vitest";
import { type Json, parseJson, writeJson } from "../../src/contract/json/json.ts";
import { draftOf, restoreDraft } from "../../src/forms/draft.ts";
import { enterSecret, keepSecret, setText } from "../../src/forms/edit.ts";
import { editorText, readEditorText } from "../../src/forms/editor/editor.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { moveItem } from "../../src/forms/lists.ts";
import { isDirty, openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { createAlertConfiguration, env, editAlertConfiguration as plan, read, received } from "./plan-of.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const open = (): FormState => openForm(plan, { mode: "replace", received: received() });

const json = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
};

function again(state: FormState): FormState {
  const text = writeJson(draftOf(state));
  expect(text).not.toContain(SECRET);
  const back = restoreDraft(plan, json(text));
  if (back === null) throw new Error("the draft was not taken");
  return back;
}

test("a draft brings back edits, half-typed texts, moved items and numbers beyond 2^53", () => {
  const typed = setText(
    plan,
    setText(plan, open(), ["severityOverride"], "INFO", env),
    ["notifications", 0, "delayMin"],
    "soo",
    env,
  );
  const state = moveItem(plan, typed, ["notifications", 0], 1);
  const back = again(state);
  expect(bodyOf(plan, back)).toEqual(bodyOf(plan, state));
  expect(problemsOf(plan, back, env)).toEqual(problemsOf(plan, state, env));
  expect(isDirty(plan, back)).toBe(true);
  expect(writeJson(bodyOf(plan, back))).toContain("9007199254740993");
});

test("a secret that was entered enter it again, or the stored one kept, before the form can be sent", () => {
  const path = ["notifications", 1, "serviceKey"];
  const back = again(enterSecret(plan, open(), path, SECRET));
  expect(problemsOf(plan, back, env)).toEqual([
    {
      key: "notifications#4.serviceKey",
      path,
      label: "Notification 2 › Service key",
      message: expect.stringContaining("Enter again"),
    },
  ]);
  expect(problemsOf(plan, enterSecret(plan, back, path, SECRET), env)).toEqual([]);
  const kept = keepSecret(plan, back, path);
  expect(problemsOf(plan, kept, env)).toEqual([]);
  expect(bodyOf(plan, kept)).toEqual(bodyOf(plan, open()));
});

test("the editor does not make a form forget which secrets have to be entered again", () => {
  const back = again(enterSecret(plan, open(), ["notifications", 1, "serviceKey"], SECRET));
  const result = readEditorText(plan, back, editorText(plan, back), env);
  expect(result.ok && problemsOf(plan, result.state, env).map((problem) => problem.key)).toEqual([
    "notifications#4.serviceKey",
  ]);
  const filled = editorText(plan, back).replace('// "serviceKey": "…"', `"serviceKey": "${SECRET}"`);
  const entered = readEditorText(plan, back, filled, env);
  expect(entered.ok && problemsOf(plan, entered.state, env)).toEqual([]);
});

test("a secret that the service told in clear is not written either", () => {
  const restored = read(writeJson(received()).replace("************9f21", SECRET));
  const state = openForm(plan, { mode: "replace", received: restored });
  expect(again(state).lost).toEqual(new Set(["notifications#3.apiToken"]));
});

test.each([
  ["another form", (draft: object) => ({ ...draft, planId: "other" })],
  ["another version", (draft: object) => ({ ...draft, version: 2 })],
  ["a body that is none", (draft: object) => ({ ...draft, body: [] })],
  ["a base that does not fit the mode", (draft: object) => ({ ...draft, base: null })],
  ["tags that are none", (draft: object) => ({ ...draft, items: { notifications: [{ key: -1, from: null }] } })],
  ["nothing", () => null],
])("%s is no draft of this form", (_case, change) => {
  const draft = writeJson(change(draftOf(open())));
  expect(restoreDraft(plan, json(draft))).toBeNull();
});

test("a draft of something new comes back as such", () => {
  const state = setText(
    createAlertConfiguration,
    openForm(createAlertConfiguration, { mode: "create" }),
    ["eventTypeName"],
    "NO_P",
    env,
  );
  const back = restoreDraft(createAlertConfiguration, json(writeJson(draftOf(state))));
  expect(back).toEqual(state);
});

test("what was taken out in the editor stays out, whatever a new thing begins with", () => {
  const initial = read(writeJson({ ...received(), id: null }));
  const state = openForm(createAlertConfiguration, { mode: "create", initial });
  const lessMatchers = editorText(createAlertConfiguration, state).replace(
    /"matchers": \[[^\]]*\],?/u,
    '"matchers": [],',
  );
  const edited = readEditorText(createAlertConfiguration, state, lessMatchers, env);
  if (!edited.ok) throw new Error(edited.text);
  expect(edited.state.body["matchers"]).toEqual([]);
  const back = restoreDraft(createAlertConfiguration, draftOf(edited.state), initial);
  expect(back?.body["matchers"]).toEqual([]);
});
