import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
import { enterSecret } from "../../src/forms/edit.ts";
import { editorText, readEditorText, withBody } from "../../src/forms/editor/editor.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { removeItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { env, editAlertConfiguration as plan, received } from "./plan-of.ts";
import { schedule, storedSchedule } from "./schedule-plan.ts";

/**
 * An item that has no stored counterpart goes as a new one: without an identity (`domain.md` 12.3), and its secret is asked for
 * (`domain.md` 3.3). So whoever changes a whole body: undo, the editor, a file of settings.
 */

const SERVICE_KEY = "Notification 2 › Service key";

const wire = (body: BodyObject): JsonObject => {
  const json = encodeBody(body, revealSecret);
  return isJsonObject(json) ? json : {};
};
const itemsIn = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
const open = (document = received()): FormState => openForm(plan, { mode: "replace", received: document });
const notifications = (document: JsonObject): readonly JsonObject[] => itemsIn(document["notifications"]);
const sentIds = (state: FormState): readonly unknown[] =>
  notifications(wire(bodyOf(plan, state))).map(({ notifierId }) => notifierId);
const review = (of: FormPlan, state: FormState) =>
  reviewOf(of, state, { asOf: null, request: { method: "PUT", path: "/" }, env });
const complaints = (of: FormPlan, state: FormState) =>
  problemsOf(of, state, env).map(({ label, message }) => `${label}: ${message}`);

/** The state after a text was edited. */
function taken(of: FormPlan, state: FormState, edit: (text: string) => string) {
  const result = readEditorText(of, state, edit(editorText(of, state)), env);
  if (!result.ok) throw new Error(result.text);
  return result;
}

/** The text of one item, from its opening brace to the comma behind it. */
function textOfItem(text: string, words: string, indent: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.includes(words));
  const first = lines.findLastIndex((line, index) => index < at && line === `${indent}{`);
  const last = lines.findIndex((line, index) => index > at && line === `${indent}},`);
  return lines.slice(first, last + 1).join("\n");
}

const twice = (words: string, indent: string) => (text: string) => {
  const item = textOfItem(text, words, indent);
  return text.replace(item, `${item}\n${item}`);
};

describe("an item that the service no longer has", () => {
  /** The configuration before its paging notification was removed, put back over what is stored since. */
  const putBack = (): FormState => {
    const before = received();
    const after = {
      ...before,
      notifications: notifications(before).filter(({ typeName }) => typeName !== "PAGER_DUTY"),
    };
    return withBody(plan, open(after), open(before).body);
  };

  test("goes back without its identity, and its secret is asked for", () => {
    expect(sentIds(putBack())).toEqual([
      "65f0000000000000000000a1",
      undefined,
      "65f0000000000000000000a3",
      "65f0000000000000000000a4",
    ]);
    expect(complaints(plan, putBack())).toEqual([`${SERVICE_KEY}: Enter again; secrets are not saved`]);
  });

  test("is said to keep no secret, neither in its field nor in the review", () => {
    const row = rowsOf(plan, putBack(), env).find(({ key }) => /^notifications#\d+\.serviceKey$/u.test(key));
    expect(row).toMatchObject({ field: { secret: { kept: null, again: true } } });
    expect(review(plan, putBack()).keptSecrets.join()).not.toContain("c77a");
    expect(review(plan, putBack()).changes).toMatchObject([{ kind: "added", label: "Notification 2" }]);
  });

  test("of a kind that nobody knows, with a secret in it, keeps the form from being sent", () => {
    const before = received();
    const after = { ...before, notifications: notifications(before).slice(0, 3) };
    const back = withBody(plan, open(after), open(before).body);
    expect(sentIds(back).at(-1)).toBeUndefined();
    expect(complaints(plan, back).join()).toContain("Contains a masked secret that cannot be entered here");
  });

  test("is an item without id in a list inside of a list", () => {
    const items = (from: JsonObject) => itemsIn(itemsIn(from["policies"])[0]?.["policyItems"]);
    const before = storedSchedule();
    const after = { ...before, policies: [{ id: "p1", links: [], policyItems: items(before).slice(1) }] };
    const opened = openForm(schedule, { mode: "merge", received: after });
    const body = openForm(schedule, { mode: "merge", received: before }).body;
    const sent = wire(bodyOf(schedule, withBody(schedule, opened, body)));
    expect(items(sent).map(({ id, frequencyType }) => [id, frequencyType])).toEqual([
      [undefined, "hourly"],
      ["i2", "daily"],
      ["i3", "weekly"],
    ]);
  });
});

describe("an item that is the same by its content, with an identity that the service has replaced", () => {
  test("goes with the identity that it has now", () => {
    const now = {
      ...received(),
      notifications: notifications(received()).map((item) => ({
        ...item,
        notifierId: `${String(item["notifierId"])}f`,
      })),
    };
    const state = withBody(plan, open(now), open().body);
    expect(sentIds(state)).toEqual(notifications(now).map(({ notifierId }) => notifierId));
    expect(problemsOf(plan, state, env)).toEqual([]);
  });
});

describe("an item that was copied in the editor", () => {
  test("is a new one: its secret is asked for by line, and the first one keeps its own", () => {
    const { state, problems } = taken(plan, open(), twice("PAGER_DUTY", "    "));
    expect(sentIds(state).filter((id) => id === "65f0000000000000000000a2")).toHaveLength(1);
    expect(problems).toMatchObject([{ message: "Notification 3 › Service key: Enter again; secrets are not saved" }]);
    expect(review(plan, state).keptSecrets.filter((text) => text.includes("c77a"))).toHaveLength(1);
  });

  test("gets no second identity in a list inside of a list either", () => {
    const opened = openForm(schedule, { mode: "merge", received: storedSchedule() });
    const { state, problems } = taken(schedule, opened, twice('"daily"', "        "));
    const sent = itemsIn(itemsIn(wire(bodyOf(schedule, state))["policies"])[0]?.["policyItems"]);
    expect(sent.map(({ id }) => id)).toEqual(["i1", "i2", undefined, "i3"]);
    expect(problems).toEqual([]);
  });

  test("lends its stored secret to no other field", () => {
    const { state } = taken(plan, open(), (text) =>
      text.replace("<secret 1: as stored, ends 9f21>", "<secret 2: as stored, ends c77a>"),
    );
    expect(review(plan, state).keptSecrets[0]).toBe(
      "Notification 1 › API token …9f21: stored secret unchanged, not sent",
    );
  });
});

describe("a stored secret that was taken out in the editor", () => {
  const WEBHOOK = {
    typeName: "WEBHOOK",
    webhookUrl: "https://hooks.example.com/****a1b2",
    webhookSecret: "******",
    notifierId: "65f0000000000000000000a5",
  };
  const withWebhook = (): FormState => open({ ...received(), notifications: [WEBHOOK] });
  const without = (name: string) => (text: string) => text.replace(new RegExp(`^ *"${name}":.*\n`, "mu"), "");

  test("stays where the service would keep it, is no change, and it is said how to be rid of it", () => {
    const { state, problems } = taken(plan, withWebhook(), without("webhookSecret"));
    expect(problems).toEqual([]);
    expect(state.notice).toBe(
      "Kept as stored: Notification 1 › Webhook secret (cannot be removed: delete Notification 1 and add a new one)",
    );
    const { changes, keptSecrets } = review(plan, state);
    expect(changes).toEqual([]);
    expect(keptSecrets).toContain("Notification 1 › Webhook secret: stored secret unchanged, not sent");
  });

  test("is gone with the identity of its item, which then is a new one", () => {
    const { state } = taken(plan, withWebhook(), (text) => without("notifierId")(without("webhookSecret")(text)));
    const { notifierId, webhookSecret } = itemsIn(wire(bodyOf(plan, state))["notifications"])[0] ?? {};
    expect([notifierId, webhookSecret]).toEqual([undefined, undefined]);
    expect(review(plan, state).keptSecrets).toEqual([]);
  });

  test("stays where an earlier body without it is put back", () => {
    const { webhookSecret: _added, ...before } = WEBHOOK;
    const back = withBody(plan, withWebhook(), { ...withWebhook().body, notifications: [before] });
    expect(review(plan, back).changes).toEqual([]);
  });

  test("is still asked for where a draft has lost the new one", () => {
    const entered = enterSecret(plan, withWebhook(), ["notifications", 0, "webhookSecret"], "s3cret");
    const json = parseJson(writeJson(draftOf(entered)));
    const restored = json.ok ? restoreDraft(plan, json.value) : null;
    if (restored === null) throw new Error("no draft");
    const { state } = taken(plan, restored, (text) => text);
    expect(complaints(plan, state)).toEqual(complaints(plan, restored));
    expect(complaints(plan, state)).toHaveLength(1);
  });
});

test("an identity that was changed by hand in the editor is carried along as it is stored", () => {
  const { state } = taken(plan, open(), (text) =>
    text.replace('"notifierId": "65f0000000000000000000a2"', '"notifierId": "65f0000000000000000000aa"'),
  );
  expect(sentIds(state)[1]).toBe("65f0000000000000000000a2");
  expect(problemsOf(plan, state, env)).toEqual([]);
});

test("an item that was removed in the form and written back in the editor is the stored one again", () => {
  const before = editorText(plan, open());
  const email = textOfItem(before, '"EMAIL"', "    ");
  const removed = removeItem(plan, open(), ["notifications", 2]);
  const slack = textOfItem(editorText(plan, removed), '"SLACK"', "    ");
  const { state } = taken(plan, removed, (text) => text.replace(slack, `${slack}\n${email}`));
  expect(sentIds(state)).toContain("65f0000000000000000000a3");
  expect(review(plan, state).changes.map(({ kind }) => kind)).not.toContain("added");
});

test("whatever a body is put together from, each identity that is sent is a stored one and is sent once", () => {
  const stored = notifications(received());
  const known = stored.map(({ notifierId }) => notifierId);
  const strange = stored.map((item, index) => ({
    ...item,
    notifierId: `65f0000000000000000000f${index}`,
    delayMin: 77,
  }));
  const anyItems = fc.array(fc.constantFrom(...stored, ...strange), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(anyItems, (items) => {
      const state = withBody(plan, open(), { ...open().body, notifications: items });
      const ids = sentIds(state).filter((id) => id !== undefined);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(known).toContain(id);
      expect(writeJson(wire(bodyOf(plan, state)))).not.toContain("**");
      // A stored secret is kept by at most one item, and every item without one asks for it or cannot be sent.
      const masked = notifications({ notifications: items }).filter((item) => writeJson(item).includes("**")).length;
      expect(review(plan, state).keptSecrets.length + problemsOf(plan, state, env).length).toBeGreaterThanOrEqual(
        masked,
      );
    }),
    { numRuns: 200 },
  );
});
