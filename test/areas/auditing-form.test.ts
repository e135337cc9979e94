import { describe, expect, it } from "vitest";
import { detail } from "../../src/areas/auditing/detail.ts";
import { plan } from "../../src/areas/auditing/form.ts";
import { auditingKind } from "../../src/areas/auditing/settings-file.ts";
import { Auditing } from "../../src/contract/auditing.ts";
import { setText, setValue } from "../../src/forms/edit.ts";
import { editorText, readEditorText, withBody } from "../../src/forms/editor/editor.ts";
import { openForm } from "../../src/forms/open.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { changesTo } from "../../src/forms/settings-file/difference.ts";
import { Answers, GROUP, linesOf, NOW } from "./answers.ts";

/** Changing what is audited: what is said to cost, and when. */

const env = { now: NOW, timeZone: "UTC" };
const LOGINS = '{"atype":"authenticate"}';
const EVERYTHING = "{}";
const SLOW = "Auditing successful authorization checks can slow down every operation.";

type Settings = { enabled: boolean; auditAuthorizationSuccess: boolean; auditFilter: string };

function warningsOf(stored: Settings, change: Partial<Settings>): readonly string[] {
  const opened = openForm(plan, { mode: "merge", received: stored });
  const state = Object.entries(change).reduce((form, [name, value]) => setValue(plan, form, [name], value), opened);
  return reviewOf(plan, state, { asOf: NOW, request: { method: "PATCH", path: "/" }, env }).warnings;
}

describe("the filter", () => {
  const stored = { enabled: true, auditAuthorizationSuccess: false, auditFilter: '{"atype":"authenticate"}' };
  const opened = openForm(plan, { mode: "merge", received: stored });
  const review = (state: typeof opened) =>
    reviewOf(plan, state, { asOf: NOW, request: { method: "PATCH", path: "/" }, env });

  it("is not changed by other spaces and lines", () => {
    const spaced = '{\n  "atype" : "authenticate"\n}';
    expect(review(setText(plan, opened, ["auditFilter"], spaced, env)).nothing).toBe(true);
    expect(review(setValue(plan, opened, ["auditFilter"], spaced)).nothing).toBe(true);
  });

  it("is not changed by other spaces in an editor and in a file either", () => {
    const spaced = '{ "atype" : "authenticate" }';
    const read = readEditorText(plan, opened, JSON.stringify({ ...stored, auditFilter: spaced }), env);
    if (!read.ok) throw new Error(read.text);
    expect(review(read.state).nothing).toBe(true);
    expect(review(withBody(plan, opened, { ...stored, auditFilter: spaced })).nothing).toBe(true);
    const ofProject = { kind: auditingKind.file, cluster: null, id: "auditing", settings: stored };
    expect(changesTo(ofProject, { ...stored, auditFilter: spaced }, env)).toEqual([]);
    expect(changesTo(ofProject, { ...stored, auditFilter: EVERYTHING }, env)).toHaveLength(1);
  });

  it("may be written as the document that it is in an editor", () => {
    const shown = editorText(plan, opened);
    expect(shown).toContain('"auditFilter": {\n    "atype": "authenticate"\n  },');
    expect(readEditorText(plan, opened, shown, env)).toMatchObject({ ok: true, state: { body: opened.body } });
    expect(Math.max(...shown.split("\n").map(({ length }) => length))).toBeLessThan(120);
    const text = '{ "enabled": true, "auditFilter": { "atype": "authCheck" }, "auditAuthorizationSuccess": false }';
    const read = readEditorText(plan, opened, text, env);
    if (!read.ok) throw new Error(read.text);
    expect(review(read.state).body).toEqual({ auditFilter: '{"atype":"authCheck"}' });
  });

  it("that asks for authorization checks says that only failed ones are audited", () => {
    expect(warningsOf(stored, { auditFilter: '{"atype":"authCheck"}' })).toContainEqual(
      expect.stringMatching(/^Only failed authorization checks/u),
    );
    expect(warningsOf(stored, { auditFilter: "{}" }).join()).not.toMatch(/Only failed/u);
  });
});

it("the detail calls no authorization check audited that the filter leaves out", () => {
  const checksWith = (data: object): string | undefined => {
    const answers = new Answers().add("getAuditingConfiguration", { params: { groupId: GROUP } }, Auditing.parse(data));
    const model = detail(answers.context());
    if (model === null) throw new Error("nothing is shown");
    return linesOf(model).find((line) => line.includes("Authorization checks"));
  };
  expect(checksWith({ enabled: true, auditFilter: LOGINS, auditAuthorizationSuccess: false })).toMatch(/none/u);
  expect(checksWith({ enabled: true, auditFilter: LOGINS, auditAuthorizationSuccess: true })).toMatch(/none/u);
  expect(checksWith({ enabled: true, auditFilter: "{}", auditAuthorizationSuccess: false })).toMatch(/failed/u);
  expect(checksWith({ enabled: true, auditFilter: "{}", auditAuthorizationSuccess: true })).toMatch(/all/u);
});

describe("the cost of successful authorization checks", () => {
  const on = { enabled: true, auditAuthorizationSuccess: true, auditFilter: EVERYTHING };

  it.each<[string, Settings, Partial<Settings>]>([
    ["they are asked for", { ...on, auditAuthorizationSuccess: false }, { auditAuthorizationSuccess: true }],
    ["the filter begins to match them", { ...on, auditFilter: LOGINS }, { auditFilter: EVERYTHING }],
    ["auditing is turned on, and they were asked for before", { ...on, enabled: false }, { enabled: true }],
  ])("is said where %s", (_case, stored, change) => {
    expect(warningsOf(stored, change)).toContain(SLOW);
  });

  it.each<[string, Settings, Partial<Settings>]>([
    ["they are in the log already", on, { auditFilter: '{"atype":"authCheck"}' }],
    [
      "the filter matches none",
      { ...on, auditAuthorizationSuccess: false, auditFilter: LOGINS },
      { auditAuthorizationSuccess: true },
    ],
    ["nothing is audited", { ...on, enabled: false, auditFilter: LOGINS }, { auditFilter: EVERYTHING }],
  ])("is not said where %s", (_case, stored, change) => {
    expect(warningsOf(stored, change)).not.toContain(SLOW);
  });
});
