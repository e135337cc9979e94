import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type JsonObject,
  parseJson,
  revealSecret,
  writeJson,
} from "../../src/contract/json/json.ts";
import { draftOf, restoreDraft } from "../../src/forms/draft.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import { editorText, readEditorText } from "../../src/forms/editor/editor.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { addItem, moveItem, removeItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { withValue } from "../../src/forms/paths.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { conflictOf, rebase } from "../../src/forms/review/conflict.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { env } from "./plan-of.ts";
import { afterAll, edits } from "./random-edits.ts";
import { schedule as plan, storedSchedule } from "./schedule-plan.ts";

const open = (): FormState => openForm(plan, { mode: "merge", received: storedSchedule() });
const wire = (body: BodyObject): JsonObject => {
  const json = encodeBody(body, revealSecret);
  return isJsonObject(json) ? json : {};
};
const ITEMS = ["policies", 0, "policyItems"] as const;
const items = [
  { id: "i1", frequencyType: "hourly", frequencyInterval: 6, retentionValue: 60, tier: "fast" },
  { id: "i2", frequencyType: "daily", frequencyInterval: 1, retentionValue: 7 },
  { id: "i3", frequencyType: "weekly", frequencyInterval: 6, retentionValue: 28, alsoOn: [{ day: 2 }, { day: 3 }] },
];
const changes = (state: FormState): readonly string[] =>
  reviewOf(plan, state, {
    asOf: null,
    request: { method: "PATCH", path: "/schedule" },
    env,
  }).changes.map(({ kind, label, from, to }) => `${kind} ${label}: ${from ?? "–"} → ${to ?? "–"}`);

describe("a list inside of a list, in a merging write", () => {
  test("nothing is sent when nothing was changed", () => {
    expect(bodyOf(plan, open())).toEqual({});
    expect(problemsOf(plan, open(), env)).toEqual([]);
  });

  test("one changed item sends all of them, with their ids and what this program does not know of them", () => {
    const state = setText(plan, open(), [...ITEMS, 2, "retentionValue"], "84", env);
    expect(wire(bodyOf(plan, state))).toEqual({
      policies: [{ id: "p1", policyItems: [items[0], items[1], { ...items[2], retentionValue: 84 }] }],
    });
    expect(changes(state)).toEqual(["changed Policy › Keep 3 › Keep for: 28 days → 84 days"]);
    expect(problemsOf(plan, state, env)).toEqual([]);
  });

  test("what is removed, added and moved is said, at any depth", () => {
    const removed = removeItem(plan, open(), [...ITEMS, 0]);
    expect(changes(removed)).toEqual(["removed Policy › Keep 1: hourly 60 · On Saturday · Keep for 60 days → –"]);
    const deep = removeItem(plan, removed, [...ITEMS, 1, "alsoOn", 0]);
    expect(changes(deep)[0]).toMatch(/^removed Policy › Keep 3 › Also on 1: 2/u);
    expect(wire(bodyOf(plan, deep))).toEqual({
      policies: [{ id: "p1", policyItems: [items[1], { ...items[2], alsoOn: [{ day: 3 }] }] }],
    });
    const added = addItem(plan, open(), [...ITEMS, 2, "alsoOn"]);
    expect(added.focus).toBe("policies#1.policyItems#4.alsoOn#7.day");
  });

  test("a rule that the stored document breaks is no problem until the item is changed", () => {
    const other = setText(plan, open(), [...ITEMS, 1, "retentionValue"], "8", env);
    expect(problemsOf(plan, other, env)).toEqual([]);
    const moved = moveItem(plan, other, [...ITEMS, 0], 1);
    expect(problemsOf(plan, moved, env)).toEqual([]);
    expect(problemsOf(plan, setText(plan, open(), [...ITEMS, 0, "retentionValue"], "61", env), env)).toMatchObject([
      { key: "policies#1.policyItems#2.retentionValue", label: "Policy › Keep 1 › Keep for" },
    ]);
  });

  test("values of a set of numbers are picked by their words", () => {
    const row = rowsOf(plan, open(), env).find((found) => found.key === "policies#1.policyItems#4.frequencyInterval");
    expect(row).toMatchObject({ field: { kind: "choice", shown: "Saturday", open: false } });
    const state = setText(plan, open(), [...ITEMS, 2, "frequencyInterval"], "sunday", env);
    expect(wire(bodyOf(plan, state))).toMatchObject({
      policies: [{ policyItems: [{}, {}, { frequencyInterval: 7 }] }],
    });
  });

  test("an explicit zero, an emptied list and a group are sent as they are", () => {
    expect(bodyOf(plan, setText(plan, open(), ["referenceHourOfDay"], "0", env))).toEqual({});
    const five = setText(plan, open(), ["referenceHourOfDay"], "5", env);
    expect(bodyOf(plan, five)).toEqual({ referenceHourOfDay: 5 });
    expect(bodyOf(plan, setText(plan, five, ["referenceHourOfDay"], "0", env))).toEqual({});
    expect(bodyOf(plan, setText(plan, open(), ["export", "frequencyType"], "weekly", env))).toEqual({
      export: { exportBucketId: "b1", frequencyType: "weekly" },
    });
    const none = setValue(plan, setValue(plan, open(), ["frequencies"], ["daily"]), ["updateSnapshots"], false);
    expect(bodyOf(plan, none)).toEqual({ frequencies: ["daily"], updateSnapshots: false });
    expect(bodyOf(plan, removeItem(plan, open(), ["policies", 0]))).toEqual({ policies: [] });
  });

  test("what somebody else changed in another item is merged in", () => {
    const current = wire(withValue(storedSchedule(), [...ITEMS, 1, "retentionValue"], 14));
    const state = moveItem(plan, setText(plan, open(), [...ITEMS, 2, "retentionValue"], "84", env), [...ITEMS, 2], -1);
    expect(conflictOf(plan, state, current, env)?.fields).toMatchObject([
      { label: "Policy › Keep 3 › Keep for", opened: "7 days", service: "14 days", both: false },
    ]);
    expect(wire(bodyOf(plan, rebase(plan, state, current)))).toEqual({
      policies: [
        { id: "p1", policyItems: [items[0], { ...items[2], retentionValue: 84 }, { ...items[1], retentionValue: 14 }] },
      ],
    });
  });
});

describe("after any edits", () => {
  const after = fc.property(edits, (list) => {
    const state = afterAll(plan, open(), list);
    const keys = rowsOf(plan, state, env).map((row) => row.key);
    expect(new Set(keys).size).toBe(keys.length);
    const parsed = parseJson(writeJson(draftOf(state)));
    const back = parsed.ok ? restoreDraft(plan, parsed.value) : null;
    expect(back === null ? null : rowsOf(plan, back, env).map((row) => row.key)).toEqual(keys);
    const edited = readEditorText(plan, state, editorText(plan, state), env);
    expect(edited.ok && wire(bodyOf(plan, edited.state))).toEqual(wire(bodyOf(plan, state)));
    expect(edited.ok && rowsOf(plan, edited.state, env).map((row) => row.key)).toEqual(keys);
    expect(conflictOf(plan, state, storedSchedule(), env)).toBeNull();
    expect(rowsOf(plan, rebase(plan, state, storedSchedule()), env).map((row) => row.key)).toEqual(keys);
  });

  test("keys, drafts, the editor and the merge hold", () => {
    fc.assert(after, { numRuns: 150 });
  });
});
