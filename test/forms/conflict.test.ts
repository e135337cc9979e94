import { describe, expect, test } from "vitest";
import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type Json,
  type JsonObject,
  revealSecret,
  writeJson,
} from "../../src/contract/json/json.ts";
import { draftOf, restoreDraft } from "../../src/forms/draft.ts";
import { enterSecret, setText, setValue } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { moveItem, removeItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { withValue } from "../../src/forms/paths.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { conflictOf, rebase } from "../../src/forms/review/conflict.ts";
import type { Choices } from "../../src/forms/review/three-way.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { acknowledge, env, editAlertConfiguration as plan, read, received } from "./plan-of.ts";

const wire = (body: BodyObject): JsonObject => json(encodeBody(body, revealSecret));
const json = (value: Json): JsonObject => (isJsonObject(value) ? value : {});
const open = (): FormState => openForm(plan, { mode: "replace", received: received() });
/** The document as somebody else left it. */
const theirs = (
  ...edits: readonly (readonly [path: readonly (string | number)[], value: Json | undefined])[]
): JsonObject => edits.reduce((document, [path, value]) => wire(withValue(document, path, value)), received());
const fieldsOf = (state: FormState, current: JsonObject) =>
  (conflictOf(plan, state, current, env)?.fields ?? []).map(({ label, opened, service, yours, both }) => ({
    label,
    opened,
    service,
    yours,
    both,
  }));

const DELAY = ["notifications", 1, "delayMin"] as const;

describe("no conflict", () => {
  test("when nothing was changed, whatever the service writes by itself", () => {
    const current = theirs(
      [["updated"], "2026-01-01T00:00:00Z"],
      [["links"], []],
      [["notifications", 0, "apiToken"], "****0000"],
    );
    expect(conflictOf(plan, open(), current, env)).toBeNull();
  });

  test("when both made the same change", () => {
    const mine = setText(plan, open(), DELAY, "0", env);
    expect(conflictOf(plan, mine, theirs([DELAY, 0]), env)).toBeNull();
  });

  test("for a merging form, when only other fields changed", () => {
    const alert = read('{"id":"a","lastNotified":"x","acknowledgementComment":"seen"}');
    const state = openForm(acknowledge, { mode: "merge", received: alert });
    expect(conflictOf(acknowledge, state, { ...alert, lastNotified: "y" }, env)).toBeNull();
  });
});

describe("the three versions", () => {
  test("of a field that only the service changed", () => {
    const mine = setValue(plan, open(), ["enabled"], false);
    const current = theirs([DELAY, 30]);
    expect(fieldsOf(mine, current)).toEqual([
      {
        label: "Notification 2 › Delay",
        opened: "15 min",
        service: "30 min",
        yours: "15 min",
        both: false,
      },
    ]);
    expect(wire(bodyOf(plan, rebase(plan, mine, current)))).toMatchObject({
      enabled: false,
      notifications: [{}, { delayMin: 30 }, {}, {}],
    });
  });

  const mine = setText(plan, open(), DELAY, "0", env);
  test.each<[string, Choices, number]>([
    ["mine where nothing was chosen", {}, 0],
    ["mine", { "notifications#4.delayMin": "mine" }, 0],
    ["theirs", { "notifications#4.delayMin": "theirs" }, 30],
  ])("of a field that both changed: %s", (_case, choices, delay) => {
    const current = theirs([DELAY, 30]);
    expect(fieldsOf(mine, current)).toEqual([
      {
        label: "Notification 2 › Delay",
        opened: "15 min",
        service: "30 min",
        yours: "0 min",
        both: true,
      },
    ]);
    const next = rebase(plan, mine, current, choices);
    expect(wire(bodyOf(plan, next))).toMatchObject({ notifications: [{}, { delayMin: delay }, {}, {}] });
    expect(conflictOf(plan, next, current, env)).toBeNull();
  });

  test("of an unknown field, a group and a list without identity", () => {
    const current = theirs([["futureField"], 7], [["metricThreshold"], undefined], [["matchers", 0], undefined]);
    expect(fieldsOf(open(), current)).toEqual(
      [
        {
          label: "Metric threshold",
          opened:
            "Metric DISK_PARTITION_SPACE_USED_DATA, Threshold unit RAW, Aggregation average, Operator over, Threshold 0",
          service: null,
          yours:
            "Metric DISK_PARTITION_SPACE_USED_DATA, Threshold unit RAW, Aggregation average, Operator over, Threshold 0",
          both: false,
        },
        {
          label: "Applies to",
          opened: "HOSTNAME EQUALS a; PORT EQUALS 27017",
          service: "PORT EQUALS 27017",
          yours: "HOSTNAME EQUALS a; PORT EQUALS 27017",
          both: false,
        },
        {
          label: "futureField",
          opened: '{"a":[1,{"b":null}]}',
          service: "7",
          yours: '{"a":[1,{"b":null}]}',
          both: false,
        },
      ].toSorted((left, right) => order(left.label) - order(right.label)),
    );
    const next = rebase(plan, open(), current);
    expect(wire(bodyOf(plan, next))).toMatchObject({ futureField: 7, matchers: [{ fieldName: "PORT" }] });
    expect(wire(bodyOf(plan, next))).not.toHaveProperty("metricThreshold");
  });

  test("of a list that was emptied", () => {
    expect(fieldsOf(open(), theirs([["matchers"], []]))).toMatchObject([{ label: "Applies to", service: "none" }]);
  });

  /** Fields come in the order of the document that the service holds; what it no longer has comes last. */
  const order = (label: string): number => ["futureField", "Applies to", "Metric threshold"].indexOf(label);
});

describe("items of a list with identities", () => {
  const ids = (state: FormState): readonly unknown[] => {
    const list = wire(bodyOf(plan, state))["notifications"];
    return Array.isArray(list) ? list.map((item: Json) => json(item)["notifierId"] ?? json(item)["typeName"]) : [];
  };
  const [a1, a2, a3, a4] = ["1", "2", "3", "4"].map((end) => `65f0000000000000000000a${end}`);
  const added: JsonObject = {
    typeName: "SMS",
    mobileNumber: "+44 1",
    delayMin: 0,
    notifierId: "65f0000000000000000000b1",
  };

  test("one that the service added joins, behind those that are here", () => {
    const current = theirs([["notifications"], [added, ...list(received())]]);
    expect(fieldsOf(open(), current)).toEqual([
      { label: "Notification 1", opened: null, service: "SMS after 0 min", yours: null, both: false },
    ]);
    expect(ids(rebase(plan, open(), current))).toEqual([a1, a2, a3, a4, added["notifierId"]]);
  });

  test("one that the service removed goes, unless it was changed here", () => {
    const current = theirs([["notifications", 1], undefined]);
    expect(ids(rebase(plan, open(), current))).toEqual([a1, a3, a4]);
    const mine = setText(plan, open(), DELAY, "0", env);
    expect(fieldsOf(mine, current)).toEqual([
      {
        label: "Notification 2",
        opened: "PAGER_DUTY after 15 min",
        service: null,
        yours: "PAGER_DUTY after 0 min",
        both: true,
      },
    ]);
    const kept = rebase(plan, mine, current);
    expect(ids(kept)).toEqual([a1, "PAGER_DUTY", a3, a4]);
    expect(problemsOf(plan, kept, env).map((problem) => problem.label)).toEqual(["Notification 2 › Service key"]);
    expect(ids(rebase(plan, mine, current, { "notifications#4": "theirs" }))).toEqual([a1, a3, a4]);
  });

  test("one that was removed here stays removed, unless the service changed it and is chosen", () => {
    const mine = removeItem(plan, open(), ["notifications", 1]);
    expect(ids(rebase(plan, mine, theirs([["notifications", 0, "delayMin"], 6])))).toEqual([a1, a3, a4]);
    const current = theirs([DELAY, 30]);
    expect(fieldsOf(mine, current)).toEqual([
      {
        label: "Notification 2",
        opened: "PAGER_DUTY after 15 min",
        service: "PAGER_DUTY after 30 min",
        yours: null,
        both: true,
      },
    ]);
    expect(ids(rebase(plan, mine, current))).toEqual([a1, a3, a4]);
    expect(ids(rebase(plan, mine, current, { "notifications-1": "theirs" }))).toEqual([a1, a3, a4, a2]);
  });

  test("moved ones keep their edits, their secrets and their keys", () => {
    const entered = enterSecret(plan, open(), ["notifications", 1, "serviceKey"], "0123456789abcdef0123456789abcdef");
    const mine = moveItem(plan, setText(plan, entered, DELAY, "0", env), ["notifications", 1], -1);
    const current = theirs([["notifications"], list(received()).toReversed()], [["notifications", 2, "delayMin"], 15]);
    const next = rebase(plan, mine, current);
    expect(ids(next)).toEqual([a2, a1, a3, a4]);
    expect(wire(bodyOf(plan, next))).toMatchObject({
      notifications: [{ delayMin: 0, serviceKey: "0123456789abcdef0123456789abcdef" }, {}, {}, {}],
    });
  });

  test("identities that the service gave out anew are carried along, and nobody is asked", () => {
    const current = read(writeJson(received()).replaceAll("65f0000000000000000000a", "65f0000000000000000000c"));
    const mine = setText(plan, open(), DELAY, "0", env);
    expect(conflictOf(plan, mine, current, env)).toBeNull();
    expect(ids(rebase(plan, mine, current))).toEqual(
      ["1", "2", "3", "4"].map((end) => `65f0000000000000000000c${end}`),
    );
  });
});

test("a change by somebody else is still seen through a draft", () => {
  const draft = writeJson(draftOf(setText(plan, open(), DELAY, "0", env)));
  const state = restoreDraft(plan, read(draft));
  if (state === null) throw new Error("the draft was not taken");
  expect(fieldsOf(state, theirs([DELAY, 30]))).toEqual([
    {
      label: "Notification 2 › Delay",
      opened: "15 min",
      service: "30 min",
      yours: "0 min",
      both: true,
    },
  ]);
});

function list(document: JsonObject): readonly Json[] {
  const value = document["notifications"];
  return Array.isArray(value) ? value : [];
}
