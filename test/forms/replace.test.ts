import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type JsonObject,
  revealSecret,
  secretVariable,
  writeJson,
} from "../../src/contract/json/json.ts";
import { enterSecret, keepSecret, setText, setValue } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { setKind } from "../../src/forms/kinds.ts";
import { moveItem, removeItem } from "../../src/forms/lists.ts";
import { copyOf, isDirty, openForm, startOf } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import type { FieldRow } from "../../src/forms/row-types.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import {
  acknowledge,
  createAlertConfiguration,
  env,
  editAlertConfiguration as plan,
  read,
  received,
  toggle,
} from "./plan-of.ts";

/** What a replacing or merging write sends of a document that holds more than this program knows. */

const wire = (body: BodyObject): JsonObject => {
  const json = encodeBody(body, revealSecret);
  return isJsonObject(json) ? json : {};
};

const open = (document: JsonObject = received()): FormState => openForm(plan, { mode: "replace", received: document });

/** The received document as it has to go back when nothing was touched. */
const untouched = (): Record<string, unknown> => {
  const { id: _id, groupId: _group, created: _created, updated: _updated, links: _links, ...rest } = received();
  const notifications = Array.isArray(rest["notifications"]) ? rest["notifications"] : [];
  const [slack, pager, email, pigeon] = notifications;
  return {
    ...rest,
    notifications: [less(slack, "apiToken"), less(pager, "serviceKey"), email, less(pigeon, "whistle")],
  };
};

const less = (object: unknown, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(object)).filter(([key]) => key !== name));

const fieldAt = (state: FormState, key: string): FieldRow["field"] => {
  const row = rowsOf(plan, state, env, { showAll: true }).find((found) => found.key === key && found.row === "field");
  if (row?.row !== "field") throw new Error(`no field ${key}`);
  return row.field;
};

describe("a replacing write", () => {
  test("sends back everything as it came, less response-only fields and masks", () => {
    expect(wire(bodyOf(plan, open()))).toEqual(untouched());
    expect(problemsOf(plan, open(), env)).toEqual([]);
    expect(isDirty(plan, open())).toBe(false);
  });

  test("keeps numbers beyond 2^53 and explicit zeros digit for digit", () => {
    const text = writeJson(wire(bodyOf(plan, open())));
    expect(text).toContain('"storageLimit":9007199254740993');
    expect(text).toContain('"threshold":0');
    expect(text).toContain('"intervalMin":0');
  });

  test("with only a delay changed sends everything else equal", () => {
    const state = setText(plan, open(), ["notifications", 1, "delayMin"], "0", env);
    const expected = untouched();
    const notifications = Array.isArray(expected["notifications"]) ? expected["notifications"] : [];
    expect(wire(bodyOf(plan, state))).toEqual({
      ...expected,
      notifications: notifications.with(1, {
        typeName: "PAGER_DUTY",
        delayMin: 0,
        notifierId: "65f0000000000000000000a2",
      }),
    });
    expect(problemsOf(plan, state, env)).toEqual([]);
    expect(fieldAt(state, "notifications#4.delayMin")).toMatchObject({
      changed: true,
      was: "15 min",
      shown: "0 min",
      text: "0",
    });
  });

  test("validates what a person changed, not what the service holds", () => {
    const state = setText(plan, open(), ["notifications", 2, "intervalMin"], "4", env);
    expect(problemsOf(plan, state, env)).toEqual([
      {
        key: "notifications#5.intervalMin",
        path: ["notifications", 2, "intervalMin"],
        label: "Notification 3 › Repeat every",
        message: "at least 5",
      },
    ]);
    expect(problemsOf(plan, setText(plan, state, ["notifications", 2, "intervalMin"], "0", env), env)).toEqual([]);
  });

  test("sees a rule that a change elsewhere breaks", () => {
    const state = setText(plan, open(), ["eventTypeName"], "NO_PRIMARY", env);
    expect(state.notice).toContain("Metric threshold (NO_PRIMARY has no such limit)");
    expect(problemsOf(plan, state, env).map(({ key, message }) => [key, message])).toEqual([
      ["matchers#1.fieldName", "for this event: REPLICA_SET_NAME, SHARD_NAME, CLUSTER_NAME"],
      ["matchers#2.fieldName", "for this event: REPLICA_SET_NAME, SHARD_NAME, CLUSTER_NAME"],
    ]);
    expect(wire(bodyOf(plan, state))).not.toHaveProperty("metricThreshold");
    const back = setText(plan, state, ["eventTypeName"], "OUTSIDE_METRIC_THRESHOLD", env);
    expect(wire(bodyOf(plan, back))).toEqual(untouched());
  });

  test("keeps a value that did not apply when it was received, whatever else is edited", () => {
    const odd = { ...received(), eventTypeName: "NO_PRIMARY", matchers: [] };
    const state = setText(plan, open(odd), ["severityOverride"], "INFO", env);
    expect(rowsOf(plan, state, env).some((row) => row.key === "metricThreshold")).toBe(false);
    expect(wire(bodyOf(plan, state))).toMatchObject({ severityOverride: "INFO", metricThreshold: { threshold: 0 } });
    expect(state.notice).toBeNull();
  });

  test("always says whether it is active", () => {
    const { enabled: _enabled, ...document } = received();
    expect(wire(bodyOf(plan, open(document)))).toMatchObject({ enabled: false });
    expect(wire(bodyOf(plan, setValue(plan, open(document), ["enabled"], true)))).toMatchObject({ enabled: true });
  });
});

describe("stored secrets", () => {
  const key = "notifications#4.serviceKey";
  const path = ["notifications", 1, "serviceKey"];

  test("are shown by their last characters and kept", () => {
    expect(fieldAt(open(), key)).toMatchObject({
      text: "",
      shown: "stored (ends c77a)",
      secret: { kept: "c77a", entered: false, again: false },
    });
  });

  test("are replaced when a new one is entered, and come back when that is taken back", () => {
    const state = enterSecret(plan, open(), path, "0123456789abcdef0123456789abcdef");
    expect(fieldAt(state, key)).toMatchObject({
      shown: "entered",
      changed: true,
      secret: { kept: null, entered: true, again: false },
    });
    expect(wire(bodyOf(plan, state))).toMatchObject({
      notifications: [{}, { serviceKey: "0123456789abcdef0123456789abcdef" }, {}, {}],
    });
    expect(wire(bodyOf(plan, keepSecret(plan, state, path)))).toEqual(untouched());
    expect(wire(bodyOf(plan, enterSecret(plan, state, path, "")))).toEqual(untouched());
  });

  test("cannot be replaced by a mask", () => {
    const state = enterSecret(plan, open(), path, "****************************c77a");
    expect(problemsOf(plan, state, env)).toEqual([
      { key, path, label: "Notification 2 › Service key", message: expect.stringContaining("Masked value") },
    ]);
  });

  test("without a notifierId block the write until they are entered again", () => {
    const text = writeJson(received()).replace(',"notifierId":"65f0000000000000000000a2"', "");
    const state = open(read(text));
    expect(problemsOf(plan, state, env)[0]).toMatchObject({ key, message: expect.stringContaining("Enter again") });
    expect(fieldAt(state, key).secret).toEqual({ kept: null, entered: false, again: true });
    expect(problemsOf(plan, enterSecret(plan, state, path, "0123456789abcdef0123456789abcdef"), env)).toEqual([]);
  });

  test("never leave as masks, whatever is edited around them", () => {
    const moves = fc.constantFrom(-1 as const, 1 as const);
    const index = fc.integer({ min: 0, max: 3 });
    const edits = fc.oneof(
      fc.tuple(index, moves).map(
        ([at, by]) =>
          (state: FormState) =>
            moveItem(plan, state, ["notifications", at], by),
      ),
      index.map((at) => (state: FormState) => removeItem(plan, state, ["notifications", at])),
      index.map((at) => (state: FormState) => setText(plan, state, ["notifications", at, "delayMin"], "7", env)),
      fc.tuple(index, fc.constantFrom("SLACK", "WEBHOOK", "PAGER_DUTY", "EMAIL")).map(
        ([at, kind]) =>
          (state: FormState) =>
            setKind(plan, state, ["notifications", at, "typeName"], kind),
      ),
    );
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 12 }), (list) => {
        const state = list.reduce((current, edit) => edit(current), open());
        for (const text of [
          writeJson(wire(bodyOf(plan, state))),
          writeJson(encodeBody(bodyOf(plan, state), secretVariable)),
        ]) {
          expect(text).not.toContain("**");
          expect(text).not.toMatch(/c77a|9f21|4242/u);
        }
      }),
    );
  });

  test("of a copy have to be entered, and its identities are new", () => {
    const { body: initial } = startOf(createAlertConfiguration, copyOf(plan, received()));
    const state = openForm(createAlertConfiguration, { mode: "create", initial });
    const body = wire(bodyOf(createAlertConfiguration, state));
    expect(writeJson(body)).not.toMatch(/notifierId|\*\*|futureField|PIGEON|"id"/u);
    expect(
      problemsOf(createAlertConfiguration, state, env).map(({ label, message }) => `${label}: ${message}`),
    ).toEqual([
      expect.stringMatching(/^Notification 1 › API token: Enter again/u),
      expect.stringMatching(/^Notification 2 › Service key: Enter again/u),
      "Notification 3 › Repeat every: at least 5",
    ]);
  });
});

describe("a merging write", () => {
  test("sends only what was changed", () => {
    const alert = read(
      '{"id":"a","status":"OPEN","acknowledgedUntil":"2025-11-21T20:00:00Z","acknowledgementComment":"seen"}',
    );
    const state = openForm(acknowledge, { mode: "merge", received: alert });
    expect(bodyOf(acknowledge, state)).toEqual({});
    const later = setText(acknowledge, state, ["acknowledgedUntil"], "+2h", env);
    expect(bodyOf(acknowledge, later)).toEqual({ acknowledgedUntil: "2025-11-21T16:06:12Z" });
    const bare = setText(acknowledge, later, ["acknowledgementComment"], "", env);
    expect(bodyOf(acknowledge, bare)).toEqual({
      acknowledgedUntil: "2025-11-21T16:06:12Z",
      acknowledgementComment: "",
    });
    expect(problemsOf(acknowledge, bare, env)).toEqual([]);
  });

  test("says when a field cannot be emptied", () => {
    const alert = read('{"acknowledgedUntil":"2025-11-21T20:00:00Z"}');
    const state = setText(
      acknowledge,
      openForm(acknowledge, { mode: "merge", received: alert }),
      ["acknowledgedUntil"],
      "",
      env,
    );
    expect(problemsOf(acknowledge, state, env)).toEqual([
      {
        key: "acknowledgedUntil",
        path: ["acknowledgedUntil"],
        label: "Acknowledge until",
        message: expect.stringContaining("cannot be cleared"),
      },
    ]);
  });

  test("sends what always has to be there", () => {
    const state = openForm(toggle, { mode: "merge", received: received() });
    expect(bodyOf(toggle, state)).toEqual({ enabled: true });
    expect(bodyOf(toggle, setValue(toggle, state, ["enabled"], false))).toEqual({ enabled: false });
  });
});
