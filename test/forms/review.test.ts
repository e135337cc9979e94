import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AcknowledgementBody } from "../../src/contract/alerts.ts";
import { type JsonObject, writeJson } from "../../src/contract/json/json.ts";
import { operations } from "../../src/contract/operations.ts";
import { body } from "../../src/contract/schema/body.ts";
import { enterSecret, setText, setValue } from "../../src/forms/edit.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { setKind } from "../../src/forms/kinds.ts";
import { addItem, moveItem, removeItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { conflictOf } from "../../src/forms/review/conflict.ts";
import { type Review, reviewOf } from "../../src/forms/review/review.ts";
import {
  acknowledge,
  createAlertConfiguration,
  env,
  editAlertConfiguration as plan,
  planOf,
  read,
  received,
} from "./plan-of.ts";

const open = (): FormState => openForm(plan, { mode: "replace", received: received() });
const review = (state: FormState, by: FormPlan = plan): Review =>
  reviewOf(by, state, { asOf: env.now, request: { method: by.operation.method, path: "/groups/1/x" }, env });
const changeLines = (state: FormState, by: FormPlan = plan): readonly string[] =>
  review(state, by).changes.map(({ label, from, to, kind }) => `${kind} ${label}: ${from ?? "–"} → ${to ?? "–"}`);

describe("fields beside the body", () => {
  const beside: FormPlan = {
    ...planOf({
      ...operations.acknowledgeAlert,
      update: "replace",
      body: body(
        AcknowledgementBody.shape.extend({ overwrite: z.boolean().optional(), again: z.string().optional() }),
        AcknowledgementBody.rules,
      ),
    }),
    extraFields: { query: ["overwrite"], unsent: ["again"] },
  };
  const stored: JsonObject = { overwrite: false };
  const opened = (): FormState => openForm(beside, { mode: "replace", received: stored });
  const seen = (state: FormState): Review => review(state, beside);

  test("are sent as query parameters, or not at all", () => {
    let state = setText(beside, opened(), ["acknowledgementComment"], "night shift", env);
    state = setText(beside, state, ["again"], "sure", env);
    const sent = seen(state);
    expect(sent.body).toEqual({ acknowledgementComment: "night shift" });
    expect(sent.query).toEqual({ overwrite: false });
    expect(sent.request.path).toBe("/groups/1/x?overwrite=false");
    expect(sent.request.json).toEqual({ acknowledgementComment: "night shift" });
    expect(sent.changes.map(({ label }) => label)).toEqual(["Note"]);
  });

  test("count as a change where they change what is done", () => {
    const sent = seen(setValue(beside, opened(), ["overwrite"], true));
    expect([sent.query, sent.nothing, sent.request.path]).toEqual([
      { overwrite: true },
      false,
      "/groups/1/x?overwrite=true",
    ]);
    expect(seen(setText(beside, opened(), ["again"], "sure", env)).nothing).toBe(true);
  });
});

describe("the changes of a replacing write", () => {
  test("are told by field, in words, and the rest is counted", () => {
    const state = setText(plan, open(), ["notifications", 1, "delayMin"], "0", env);
    const seen = review(state);
    expect(changeLines(state)).toEqual(["changed Notification 2 › Delay: 15 min → 0 min"]);
    expect(seen).toMatchObject({
      title: "Edit alert config",
      button: "Change it",
      risk: "reversible",

      problems: [],
      nothing: false,
    });
    expect(seen.untouched.text).toBe("everything else is unchanged (30 fields, 5 unknown)");
    expect(seen.keptSecrets).toEqual([
      "Notification 1 › API token …9f21: stored secret unchanged, not sent",
      "Notification 2 › Service key …c77a: stored secret unchanged, not sent",
      "Notification 4 › whistle …4242: stored secret unchanged, not sent",
    ]);
  });

  test("say what is removed, added and moved", () => {
    expect(changeLines(removeItem(plan, open(), ["matchers", 0]))).toEqual([
      "removed Condition 1: HOSTNAME EQUALS a → –",
    ]);
    expect(changeLines(addItem(plan, open(), ["notifications"]))).toEqual([
      "added Notification 5: – → EMAIL after 5 min · Repeat every 60 min",
    ]);
    expect(changeLines(moveItem(plan, open(), ["notifications", 0], 1))).toEqual([
      "moved Notification 2: place 1 → place 2",
    ]);
    const both = setText(
      plan,
      moveItem(plan, open(), ["notifications", 3], -1),
      ["notifications", 3, "delayMin"],
      "1",
      env,
    );
    expect(changeLines(both)).toEqual([
      "moved Notification 4: place 3 → place 4",
      "changed Notification 4 › Delay: 0 min → 1 min",
    ]);
  });

  test("tell a changed kind field by field, and a new secret without it", () => {
    expect(changeLines(setKind(plan, open(), ["notifications", 2, "typeName"], "SMS"))).toEqual([
      "changed Notification 3 › Channel: E-mail → Text message",
      "removed Notification 3 › E-mail: dba@example.com → –",
    ]);
    const state = enterSecret(plan, open(), ["notifications", 1, "serviceKey"], "0123456789abcdef0123456789abcdef");
    expect(changeLines(state)).toEqual(["changed Notification 2 › Service key: stored (ends c77a) → entered"]);
    expect(review(state).request.text).toContain('"serviceKey": "$NOTIFICATIONS_1_SERVICE_KEY"');
    expect(JSON.stringify(review(state))).not.toContain("0123456789abcdef");
  });

  test("are none when nothing was changed", () => {
    expect(review(open())).toMatchObject({ nothing: true, changes: [] });
  });

  test("tell long texts and free-form values by line", () => {
    const long = { ...received(), futureField: { text: "x".repeat(100) } };
    const state = openForm(plan, { mode: "replace", received: long });
    const [change] = review({ ...state, body: { ...state.body, futureField: { text: "y".repeat(100) } } }).changes;
    expect(change?.from?.endsWith("…")).toBe(true);
    expect(change?.lines?.map((line) => line.kind)).toEqual(["same", "removed", "added", "same"]);
  });
});

test("a conflict is what the service changed meanwhile and is not in the form", () => {
  const current = { ...received(), enabled: false, severityOverride: "INFO" };
  const conflict = conflictOf(plan, setValue(plan, open(), ["enabled"], false), current, env);
  expect(conflict?.fields.map(({ label, service, both }) => [label, service, both])).toEqual([
    ["Severity", "INFO", false],
  ]);
});

test("a merging write says that the rest is not sent", () => {
  const alert = read('{"id":"a","acknowledgementComment":"seen"}');
  const state = setText(
    acknowledge,
    openForm(acknowledge, { mode: "merge", received: alert }),
    ["acknowledgedUntil"],
    "+2h",
    env,
  );
  const seen = review(state, acknowledge);
  expect(seen.untouched.text).toBe("nothing else is sent: other fields are unchanged (1 field)");
  expect(seen.changes).toEqual([
    {
      label: "Acknowledge until",
      from: null,
      to: "today 17:06:12 local",
      kind: "added",
    },
  ]);
  expect(seen.request.json).toEqual({ acknowledgedUntil: "2025-11-21T16:06:12Z" });
});

test("something new is told field by field, and what is missing keeps it from being sent", () => {
  const first = addItem(createAlertConfiguration, openForm(createAlertConfiguration, { mode: "create" }), [
    "notifications",
  ]);
  const state = setText(createAlertConfiguration, first, ["eventTypeName"], "NO_PRIMARY", env);
  const seen = review(state, createAlertConfiguration);
  expect(seen).toMatchObject({ button: "Create it", untouched: { text: null }, nothing: false });
  expect(changeLines(state, createAlertConfiguration)).toEqual([
    "added Event: – → NO_PRIMARY",
    "added Notification 1: – → EMAIL after 5 min · Repeat every 60 min",
  ]);
  expect(seen.problems.map(({ label, message }) => `${label}: ${message}`)).toEqual([
    "Notification 1 › E-mail: required",
  ]);
  expect(seen.body).toMatchObject({ enabled: false });
});

test("a time that has passed while the form was open is named, and no summary is made of it", () => {
  const until: FormPlan = {
    ...acknowledge,
    fields: [
      {
        path: "acknowledgedUntil",
        check: (value, { now }) => (Date.parse(String(value)) <= now ? "enter a future time" : null),
      },
    ],
    sentence: ({ body: { acknowledgedUntil } }) => `No notifications until ${String(acknowledgedUntil)}.`,
  };
  const opened = openForm(until, { mode: "create" });
  const state = setText(until, opened, ["acknowledgedUntil"], "+2h", env);
  const seen = (now: number): Review =>
    reviewOf(until, state, { asOf: now, request: { method: "PATCH", path: "/x" }, env: { ...env, now } });
  expect(seen(env.now).sentence).toMatch(/^No notifications until 2025-11-21T16:06/u);
  const late = seen(env.now + 3 * 3_600_000);
  expect(late.problems).toHaveLength(1);
  expect(late.sentence).toBe("A summary appears here when Acknowledge until is valid.");
});

test("the risk is the operation's, or graver where the plan says so", () => {
  const graver: FormPlan = {
    ...plan,
    riskOf: () => "destructive",
    confirm: () => "prod-eu",
    warnings: () => ["\u001b[2Jall is lost"],
  };
  expect(review(open(), graver)).toMatchObject({
    risk: "destructive",
    confirm: "prod-eu",
    warnings: ["·[2Jall is lost"],
  });
  expect(review(open(), { ...plan, riskOf: () => "none" }).risk).toBe("reversible");
});

test("numbers keep their digits in the request already shown", () => {
  expect(review(open()).request.text).toContain('"storageLimit": 9007199254740993');
  expect(writeJson(review(open()).request.json)).toContain('"storageLimit":9007199254740993');
});
