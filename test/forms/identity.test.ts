import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type JsonObject,
  revealSecret,
  sameJson,
} from "../../src/contract/json/json.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { Secret } from "../../src/contract/secret.ts";
import { enterSecret, setText, setValue } from "../../src/forms/edit.ts";
import type { FormPlan } from "../../src/forms/form-plan.ts";
import type { FormState } from "../../src/forms/form-state.ts";
import { setKind } from "../../src/forms/kinds.ts";
import { addItem } from "../../src/forms/lists.ts";
import { openForm } from "../../src/forms/open.ts";
import { bodyAt } from "../../src/forms/paths.ts";
import { shapeOfPlan } from "../../src/forms/plans.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import type { FormRow } from "../../src/forms/row-types.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { withRequiredLists } from "../../src/forms/schema/schema.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { createAlertConfiguration, env, planOf } from "./plan-of.ts";
import { bodiesOf } from "./valid-bodies.ts";

/** Bodies of each kind. */
const BODIES = 100;
/** Typing a body in takes longer. */
const TYPED = 40;

const withBody = allOperations().filter((operation) => operation.body !== null);

/** Types a body into an empty form, row by row, as it stands in the rows of a form that is filled with it. */
function typedIn(plan: FormPlan, full: FormState): FormState {
  // A list that may be empty but has to be there is what an area begins a new thing with.
  let state = openForm(plan, { mode: "create", initial: withRequiredLists(shapeOfPlan(plan), {}) });
  const rows = rowsOf(plan, full, env);
  for (let round = 0; round < 200; round += 1) {
    const next = nextEdit(plan, rows, full, state);
    if (next === null) return state;
    state = next;
  }
  throw new Error("the form never got full");
}

/** The first edit by which an emptier form comes nearer to a full one. */
function nextEdit(plan: FormPlan, rows: readonly FormRow[], full: FormState, state: FormState): FormState | null {
  for (const row of rows) {
    const have = bodyAt(state.body, row.path);
    if (row.row === "item" && have === undefined) return addItem(plan, state, row.list);
    if (row.row !== "field") continue;
    const want = bodyAt(full.body, row.path);
    if (want === undefined || sameJson(want, have)) continue;
    const { field } = row;
    if (field.isKind) return setKind(plan, state, row.path, field.text);
    if (want instanceof Secret) return enterSecret(plan, state, row.path, want.reveal());
    if (field.kind === "multi-choice") return setValue(plan, state, row.path, field.chosen);
    return setText(plan, state, row.path, field.text, env);
  }
  return null;
}

const wire = (body: BodyObject): JsonObject => {
  const json = encodeBody(body, revealSecret);
  return isJsonObject(json) ? json : {};
};

test("there are bodies to speak of", () => {
  expect(withBody.map((operation) => operation.id)).toEqual(
    expect.arrayContaining([
      "createAlertConfiguration",
      "updateAlertConfiguration",
      "toggleAlertConfiguration",
      "acknowledgeAlert",
    ]),
  );
});

describe.each(withBody.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  const plan = planOf(operation);

  test("a form opened on a valid body sends that body, finds nothing wrong with it, and says what each field is", () => {
    fc.assert(
      fc.property(bodiesOf(operation), (body) => {
        const state = openForm(plan, { mode: "create", initial: body });
        expect(wire(bodyOf(plan, state))).toEqual(wire(body));
        expect(problemsOf(plan, state, env)).toEqual([]);
        for (const row of rowsOf(plan, state, env)) {
          if (row.row !== "field") continue;
          expect(row.field.label).not.toBe("");
          if (!row.field.isKind) expect(row.field.help, row.key).not.toBeNull();
          expect(row.path.at(-1)).not.toBe("notifierId");
        }
      }),
      { numRuns: BODIES },
    );
  });

  test("what a form shows of a body, typed into an empty form, makes the same body", () => {
    fc.assert(
      fc.property(bodiesOf(operation, true), (body) => {
        const full = openForm(plan, { mode: "create", initial: body });
        expect(wire(bodyOf(plan, typedIn(plan, full)))).toEqual(wire(body));
      }),
      { numRuns: TYPED },
    );
  });
});

test("a plan with conditions, choices and suggestions changes nothing about that", () => {
  fc.assert(
    fc.property(bodiesOf(createAlertConfiguration.operation), (body) => {
      const state = openForm(createAlertConfiguration, { mode: "create", initial: body });
      expect(wire(bodyOf(createAlertConfiguration, state))).toEqual({ enabled: false, ...wire(body) });
    }),
    { numRuns: BODIES },
  );
});
