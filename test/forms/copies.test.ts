import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyObject, encodeBody, revealSecret, writeJson } from "../../src/contract/json/json.ts";
import { copyOf, openForm, startOf } from "../../src/forms/open.ts";
import { problemsOf } from "../../src/forms/problems.ts";
import { reviewOf } from "../../src/forms/review/review.ts";
import { rowsOf } from "../../src/forms/rows.ts";
import { bodyOf } from "../../src/forms/sent.ts";
import { editAlertConfiguration, env, createAlertConfiguration as plan, read, received } from "./plan-of.ts";

/** Copies of what the contract does not know whole: what goes along, and what is said where something does not (`domain.md` 0.2). */

const atlas = { ...env, dialect: "atlas" } as const;

const EMAIL = `{ "typeName": "EMAIL", "emailAddress": "dba@example.com", "delayMin": 0, "intervalMin": 60, "later": [1],
  "notifierId": "65f0000000000000000000a3" }`;
const PIGEON = `{ "typeName": "CARRIER_PIGEON", "loft": "north tower", "notifierId": "65f0000000000000000000a4" }`;

const original = (notifications: readonly string[]) =>
  read(`{ "id": "65f00000000000000000007b", "eventTypeName": "HOST_DOWN", "enabled": true, "severityOverride": null,
    "escalationPolicy": { "levels": 3 }, "notifications": [${notifications.join()}] }`);

const begun = (document: ReturnType<typeof original>, dialect: "atlas" | "specification") => {
  const start = startOf(plan, copyOf(editAlertConfiguration, document), dialect);
  return { ...start, state: openForm(plan, { mode: "create", initial: start.body }) };
};

const wire = (body: BodyObject): unknown => encodeBody(body, revealSecret);

describe("a copy of what is not known here", () => {
  test("is whole where undeclared fields may be sent; form and review say what is not known", () => {
    const { leftOut, state } = begun(original([PIGEON, EMAIL]), "atlas");
    expect(leftOut).toEqual([]);
    expect(wire(bodyOf(plan, state))).toEqual({
      eventTypeName: "HOST_DOWN",
      enabled: true,
      escalationPolicy: { levels: 3 },
      notifications: [
        { typeName: "CARRIER_PIGEON", loft: "north tower" },
        { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60, later: [1] },
      ],
    });
    expect(problemsOf(plan, state, atlas)).toEqual([]);
    const rows = rowsOf(plan, state, atlas);
    expect(rows.flatMap((row) => (row.row === "carried" ? [[row.label, row.error]] : []))).toEqual([
      ["typeName", null],
      ["loft", null],
      ["later", null],
      ["escalationPolicy", null],
    ]);
    const { changes } = reviewOf(plan, state, {
      asOf: null,
      request: { method: "POST", path: "/" },
      env: atlas,
    });
    const labels = changes.map(({ label }) => label);
    expect(labels).toContain("escalationPolicy (unknown field)");
    expect(labels.some((label) => /^Notification 1 \(unknown type\)$/u.test(label))).toBe(true);
  });

  test("is without that elsewhere, and says so", () => {
    const { leftOut, state } = begun(original([PIGEON, EMAIL]), "specification");
    expect(leftOut).toEqual([
      expect.stringMatching(/› .*CARRIER_PIGEON/u),
      "escalationPolicy",
      "Notification 1 › later",
    ]);
    expect(wire(bodyOf(plan, state))).toEqual({
      eventTypeName: "HOST_DOWN",
      enabled: true,
      notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 }],
    });
    expect(problemsOf(plan, state, env)).toEqual([]);
  });

  test("leaves out everywhere what has a masked secret in it: nobody can enter it", () => {
    const { leftOut, state } = begun(received(), "atlas");
    expect(leftOut).toEqual([expect.stringMatching(/› .*CARRIER_PIGEON/u)]);
    expect(writeJson(encodeBody(bodyOf(plan, state), revealSecret))).not.toMatch(/\*\*|PIGEON/u);
    expect(wire(bodyOf(plan, state))).toMatchObject({ futureField: { a: [1, { b: null }] } });
  });

  test("says nothing where nothing is left out", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(PIGEON, EMAIL), { maxLength: 4 }), (items) => {
        const document = original(items);
        const whole = copyOf(editAlertConfiguration, document);
        for (const dialect of ["atlas", "specification"] as const) {
          const { body, leftOut } = begun(document, dialect);
          expect(leftOut.length === 0).toBe(
            writeJson(encodeBody(body, String)) === writeJson(encodeBody(whole, String)),
          );
        }
      }),
    );
  });
});
