import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { enterSecret, setText } from "../../src/forms/edit.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { setKind } from "../../src/forms/kinds.ts";
import { addItem, moveItem, removeItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { bodyAt } from "../../src/forms/paths.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { createAlertConfiguration, env, editAlertConfiguration as plan, received } from "./plan-of.ts";

const open = (document: JsonObject = received()): FormState => openForm(plan, { mode: "replace", received: document });
const kindAt = (index: number) => ["notifications", index, "typeName"];

describe("changing the kind of a notification", () => {
  test("clears what belonged to the old kind, keeps what both share, and says so", () => {
    const state = setKind(plan, open(), kindAt(0), "PAGER_DUTY");
    expect(bodyAt(state.body, ["notifications", 0])).toEqual({ typeName: "PAGER_DUTY", delayMin: 5 });
    expect(state.notice).toBe('Cleared because "Channel" changed: Chat channel, API token, Repeat every');
    expect(problemsOf(plan, state, env)).toEqual([
      {
        key: "notifications#3.serviceKey",
        path: ["notifications", 0, "serviceKey"],
        label: "Notification 1 › Service key",
        message: "required",
      },
    ]);
  });

  test("says nothing when nothing is lost", () => {
    const empty = addItem(createAlertConfiguration, openForm(createAlertConfiguration, { mode: "create" }), [
      "notifications",
    ]);
    const state = setKind(createAlertConfiguration, empty, kindAt(0), "SMS");
    expect(bodyAt(state.body, ["notifications", 0])).toEqual({ typeName: "SMS", delayMin: 5, intervalMin: 60 });
    expect(state.notice).toBeNull();
  });

  test("is undone by changing back: the stored secret is kept again", () => {
    const there = setKind(plan, open(), kindAt(0), "PAGER_DUTY");
    const back = setKind(plan, there, kindAt(0), "SLACK");
    expect(bodyOf(plan, back)).toEqual(bodyOf(plan, open()));
  });

  test("never carries a secret over to another kind", () => {
    const entered = enterSecret(plan, open(), ["notifications", 0, "apiToken"], "xoxb-1234567890");
    const state = setKind(plan, entered, kindAt(0), "WEBHOOK");
    expect(bodyAt(state.body, ["notifications", 0])).toEqual({ typeName: "WEBHOOK", delayMin: 5, intervalMin: 60 });
  });

  test("gives a new kind its first values", () => {
    const state = setKind(plan, open(), kindAt(2), "GROUP");
    expect(bodyAt(state.body, ["notifications", 2])).toMatchObject({ typeName: "GROUP", emailEnabled: true });
  });

  test("works by label and by value, as text; an unknown kind is no choice", () => {
    expect(bodyAt(setText(plan, open(), kindAt(0), "webhook", env).body, kindAt(0))).toBe("WEBHOOK");
    expect(bodyAt(setText(plan, open(), kindAt(0), "smoke signal", env).body, kindAt(0))).toBe("SLACK");
    expect(setKind(plan, open(), kindAt(3), "EMAIL")).toEqual(open());
  });

  test("a notification of an unknown kind is shown as it is and cannot be edited field by field", () => {
    const rows = rowsOf(plan, open(), env).filter(
      (row) => row.parent === "notifications#6" || row.key === "notifications#6",
    );
    expect(rows.map((row) => [row.row, row.row === "carried" ? `${row.label} ${row.shown}` : row.key])).toEqual([
      ["item", "notifications#6"],
      ["carried", "typeName CARRIER_PIGEON"],
      ["carried", "loft 7"],
      ["carried", "whistle ******4242"],
      ["carried", "delayMin -3"],
    ]);
  });
});

describe("lists of groups", () => {
  test("a new item takes the keys to its first field, and is marked as added", () => {
    const state = addItem(plan, open(), ["notifications"]);
    expect(state.focus).toBe("notifications#7.typeName");
    const item = rowsOf(plan, state, env).find((row) => row.key === "notifications#7");
    expect(item).toMatchObject({ row: "item", title: "Notification 5", state: "added", count: 5 });
  });

  test("what is typed and entered follows an item as it moves", () => {
    const typed = setText(plan, open(), ["notifications", 1, "delayMin"], "soon", env);
    const state = moveItem(plan, typed, ["notifications", 1], -1);
    const row = rowsOf(plan, state, env, { showAll: true }).find((found) => found.key === "notifications#4.delayMin");
    expect(row).toMatchObject({
      path: ["notifications", 0, "delayMin"],
      field: { text: "soon", error: "enter a number in min" },
    });
    expect(moveItem(plan, open(), ["notifications", 0], -1)).toEqual(open());
  });

  test("an added item has no former values, wherever it is moved", () => {
    const added = setText(plan, addItem(plan, open(), ["notifications"]), ["notifications", 4, "delayMin"], "9", env);
    const state = moveItem(plan, added, ["notifications", 4], -1);
    const row = rowsOf(plan, state, env).find((found) => found.key === "notifications#7.delayMin");
    expect(row).toMatchObject({
      path: ["notifications", 3, "delayMin"],
      field: { changed: false, was: null, text: "9" },
    });
  });

  test("removing one leaves the others, and the keys go to the next", () => {
    const state = removeItem(plan, open(), ["notifications", 0]);
    expect(state.focus).toBe("notifications#4.typeName");
    expect(
      rowsOf(plan, state, env)
        .filter((row) => row.row === "item" && row.list[0] === "notifications")
        .map((row) => row.key),
    ).toEqual(["notifications#4", "notifications#5", "notifications#6"]);
    const none = [0, 0].reduce((current) => removeItem(plan, current, ["matchers", 0]), open());
    expect(none.focus).toBe("matchers+");
    expect(bodyOf(plan, none)["matchers"]).toEqual([]);
  });

  test("a list that was never there goes when its last item goes", () => {
    const one = addItem(createAlertConfiguration, openForm(createAlertConfiguration, { mode: "create" }), ["matchers"]);
    expect(removeItem(createAlertConfiguration, one, ["matchers", 0]).body).toEqual({});
  });
});

describe("groups that may be left out", () => {
  test("appear with their first field and go with their last", () => {
    const path = ["threshold", "threshold"];
    const empty = setText(
      createAlertConfiguration,
      openForm(createAlertConfiguration, { mode: "create" }),
      ["eventTypeName"],
      "TOO_MANY_ELECTIONS",
      env,
    );
    const zero = setText(createAlertConfiguration, empty, path, "0", env);
    expect(zero.body).toEqual({ eventTypeName: "TOO_MANY_ELECTIONS", threshold: { threshold: 0 } });
    expect(setText(createAlertConfiguration, zero, path, "", env).body).toEqual({
      eventTypeName: "TOO_MANY_ELECTIONS",
    });
  });
});

test("a plan may have words for values that nothing else has words for", () => {
  const words = (value: string) => (value === "NO_PRIMARY" ? "no primary" : undefined);
  const worded = { ...plan, fields: [{ path: "eventTypeName", words }] };
  const shown = (event: string) =>
    rowsOf(worded, setText(worded, open(), ["eventTypeName"], event, env), env).find(
      (row) => row.key === "eventTypeName",
    );
  expect(shown("NO_PRIMARY")).toMatchObject({ field: { shown: "no primary", text: "NO_PRIMARY" } });
  expect(shown("OTHER")).toMatchObject({ field: { shown: "OTHER" } });
});
