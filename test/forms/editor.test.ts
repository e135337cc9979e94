import { describe, expect, test } from "vitest";
import { encodeBody, revealSecret } from "../../src/contract/json/json.ts";
import { enterSecret } from "../../src/forms/edit.ts";
import { editorText, readEditorText } from "../../src/forms/editor/editor.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { openForm } from "../../src/forms/open.ts";
import { bodyAt } from "../../src/forms/paths.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import {
  acknowledge,
  createAlertConfiguration,
  env,
  editAlertConfiguration as plan,
  read,
  received,
} from "./plan-of.ts";

const open = (): FormState => openForm(plan, { mode: "replace", received: received() });
const text = (): string => editorText(plan, open());

/** The state after a text was edited; throws where it was not taken. */
function taken(state: FormState, edit: (text: string) => string) {
  const result = readEditorText(plan, state, edit(editorText(plan, state)), env);
  if (!result.ok) throw new Error(result.text);
  return result;
}

const lineWith = (where: string, words: string): number =>
  where.split("\n").findIndex((line) => line.includes(words)) + 1;

describe("the text", () => {
  test("has the words of the form beside the values, and what is not set as an example", () => {
    const lines = text().split("\n");
    expect(lines[0]).toBe("// Edit alert config");
    expect(lines).toContain("      // Delay (min): How long the problem must last before the first notification");
    expect(lines).toContain('      "delayMin": 15,');
    expect(lines).toContain('  // "severityOverride": "CRITICAL",');
    expect(lines).toContain('      "serviceKey": "<secret 2: as stored, ends c77a>",');
    expect(lines).toContain('  "storageLimit": 9007199254740993,');
  });

  test("of a merging form has only what it can send", () => {
    const state = openForm(acknowledge, {
      mode: "merge",
      received: read('{"id":"a","status":"OPEN","acknowledgementComment":"seen"}'),
    });
    expect(editorText(acknowledge, state)).not.toMatch(/"status"|"id"/u);
    expect(editorText(acknowledge, state)).toContain('"acknowledgementComment": "seen"');
  });

  test("writes what cannot be printed as an escape, and reads it back the same", () => {
    const odd = "a\u001b[2J\u202eb\u0000";
    const state = openForm(plan, { mode: "replace", received: { ...received(), futureField: odd } });
    expect(editorText(plan, state)).toContain(String.raw`"futureField": "a\u001b[2J\u202eb\u0000"`);
    expect(taken(state, (same) => same).state.body).toEqual(state.body);
  });
});

describe("read back", () => {
  test("an edit is an edit of the form", () => {
    const { state, problems } = taken(open(), (whole) => whole.replace('"delayMin": 15', '"delayMin": 0'));
    expect(problems).toEqual([]);
    expect(bodyAt(state.body, ["notifications", 1, "delayMin"])).toBe(0);
    expect(state.touched).toEqual(new Set(["notifications#4.delayMin"]));
  });

  test("a new secret replaces the stand-in; the others stay", () => {
    const { state } = taken(open(), (whole) =>
      whole.replace("<secret 2: as stored, ends c77a>", "0123456789abcdef0123456789abcdef"),
    );
    expect(encodeBody(bodyOf(plan, state), revealSecret)).toMatchObject({
      notifications: [{ typeName: "SLACK" }, { serviceKey: "0123456789abcdef0123456789abcdef" }, {}, {}],
    });
    expect(editorText(plan, state)).toContain('"<secret 2: as entered>"');
    expect(editorText(plan, state)).not.toContain("0123456789abcdef");
  });

  test("an entered secret goes with its item where the item goes", () => {
    const entered = enterSecret(plan, open(), ["notifications", 1, "serviceKey"], "0123456789abcdef0123456789abcdef");
    const { state } = taken(entered, (whole) => {
      const slack = /\n {4}\{\n(?:(?!\n {4}\}).)*SLACK.*?\n {4}\},/su.exec(whole)?.[0] ?? "none";
      return whole.replace(slack, "");
    });
    expect(encodeBody(bodyOf(plan, state), revealSecret)).toMatchObject({
      notifications: [{ typeName: "PAGER_DUTY", serviceKey: "0123456789abcdef0123456789abcdef" }, {}, {}],
    });
    expect(state.items["notifications"]?.map((tag) => tag.key)).toEqual([4, 5, 6]);
  });

  test("what is not acceptable is taken over, and named by line and label", () => {
    const edit = (whole: string): string =>
      whole.replace('"delayMin": 15', '"delayMin": -1').replace('"enabled": true', '"enabled": "sure"');
    const { problems, state } = taken(open(), edit);
    expect(problems).toEqual([
      { line: lineWith(edit(text()), '"sure"'), message: expect.stringMatching(/^Active: /u) },
      { line: lineWith(edit(text()), "-1,"), message: "Notification 2 › Delay: 0 or more" },
    ]);
    expect(state.left).toContain("enabled");
  });

  test.each([
    [
      "a missing comma",
      (whole: string) => whole.replace('"enabled": true,', '"enabled": true'),
      "comma",
      '"notifications": [',
    ],
    ["a missing bracket", (whole: string) => whole.replace(/\}\n$/u, ""), 'missing "}"', ""],
    ["a word", (whole: string) => whole.replace("true", "yes"), "yes is not a value", "yes"],
    ["a name twice", (whole: string) => whole.replace('"futureField"', '"enabled"'), "duplicate name", '"enabled": {'],
    ["an own __proto__", (whole: string) => whole.replace('"futureField"', '"__proto__"'), "__proto__", ""],
    [
      "a stand-in that stands for nothing",
      (whole: string) => whole.replace("<secret 2: as stored, ends c77a>", "<secret 9: as stored>"),
      "no secret",
      "<secret 9",
    ],
    [
      "a stand-in elsewhere",
      (whole: string) => whole.replace("#db-oncall", "<secret 2: as stored, ends c77a>"),
      "only allowed in a secret field",
      '"channelName"',
    ],
    ["a mask", (whole: string) => whole.replace("<secret 2: as stored, ends c77a>", "****c77a"), "mask", "****c77a"],
  ])("%s changes nothing, and the text comes back with the line", (_case, edit, message, where) => {
    const result = readEditorText(plan, open(), edit(text()), env);
    if (result.ok) throw new Error("it was taken");
    const [problem] = result.problems;
    expect(problem?.message).toContain(message);
    expect(result.text.split("\n")[0]).toBe(`//! line ${problem?.line ?? 0}: ${problem?.message ?? ""}`);
    if (where !== "") expect(result.text.split("\n")[(problem?.line ?? 0) - 1]).toContain(where);
    const again = readEditorText(plan, open(), result.text, env);
    expect(again).toEqual(result);
  });

  test("a field that stops to apply is cleared, and one that does not apply is not taken: it has no row to be mended at", () => {
    const result = readEditorText(
      plan,
      open(),
      text().replace(/"eventTypeName": "[^"]*"/u, '"eventTypeName": "NO_PRIMARY"'),
      env,
    );
    if (!result.ok) throw new Error("not read");
    expect(result.state.body["metricThreshold"]).toBeUndefined();
    expect(result.state.notice).toContain("Cleared: Metric threshold (NO_PRIMARY has no such limit)");
    expect(problemsOf(plan, result.state, env).map(({ label }) => label)).toEqual([
      "Condition 1 › Property",
      "Condition 2 › Property",
    ]);
    const written = editorText(plan, result.state).replace(
      '"enabled":',
      '"threshold": { "operator": "GREATER_THAN" }, "enabled":',
    );
    const again = readEditorText(plan, result.state, written, env);
    expect(again.ok && again.state.body["threshold"]).toBeUndefined();
    expect(again.ok && again.state.notice).toContain("Cleared: ");
  });

  test("a stored value that has no row stays as it was received, whether it was changed or taken away", () => {
    const stored = { ...received(), eventTypeName: "NO_PRIMARY" };
    const state = openForm(plan, { mode: "replace", received: stored });
    for (const edited of ['"threshold": 7', ""]) {
      const result = taken(state, (whole) => whole.replace(/"threshold": 0,?/u, edited));
      expect(bodyOf(plan, result.state)).toEqual(bodyOf(plan, state));
      expect(result.state.notice).toBe("Kept as stored: Metric threshold (NO_PRIMARY has no such limit)");
    }
  });

  test("a text without anything in it changes nothing", () => {
    for (const empty of ["", "\n\n", "// only a note\n"]) {
      expect(readEditorText(plan, open(), empty, env)).toEqual({ ok: true, state: open(), problems: [] });
    }
  });

  test("comments, trailing commas and new items are welcome", () => {
    const create = openForm(createAlertConfiguration, { mode: "create" });
    const result = readEditorText(
      createAlertConfiguration,
      create,
      '{ /* what */ "eventTypeName": "NO_PRIMARY", "enabled": true, // on\n "notifications": [{"typeName": "EMAIL", "emailAddress": "a@b.example",},], }',
      env,
    );
    if (!result.ok) throw new Error(result.text);
    expect(result.problems).toEqual([]);
    expect(bodyOf(createAlertConfiguration, result.state)).toEqual({
      eventTypeName: "NO_PRIMARY",
      enabled: true,
      notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }],
    });
  });
});

test("a group that is not set is shown with what it cannot do without", () => {
  const state = openForm(createAlertConfiguration, {
    mode: "create",
    initial: { eventTypeName: "TOO_MANY_ELECTIONS" },
  });
  expect(editorText(createAlertConfiguration, state)).toContain(
    '  // "threshold": { "operator": "GREATER_THAN", "threshold": 3 },',
  );
});
