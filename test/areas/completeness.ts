import { beforeAll, describe, expect, it } from "vitest";
import { AREAS } from "../../src/areas/areas.ts";
import { AREA_IDS } from "../../src/contract/area-ids.ts";
import {
  type BodyObject,
  encodeBody,
  isJsonObject,
  type JsonObject,
  secretVariable,
} from "../../src/contract/json/json.ts";
import { allOperations, isOperationId, operations } from "../../src/contract/operations.ts";
import { impactOfBody } from "../../src/domain/body-impact.ts";
import { higherRisk } from "../../src/forms/review/review.ts";
import { isAreaId } from "../../src/state/navigation/place.ts";
import type { Walked } from "./walk.ts";
import { walkEverywhere } from "./walk-everywhere.ts";

/** What issue 5 promises of the whole: everything that the API offers is on a screen, and every request with fields in a form. */

const offered = allOperations().filter(({ spec }) => spec !== null);

const jsonOf = (body: BodyObject | null): JsonObject => {
  const json = encodeBody(body ?? {}, secretVariable);
  return isJsonObject(json) ? json : {};
};

let walked: readonly Walked[] = [];

beforeAll(async () => {
  walked = await walkEverywhere();
}, 600_000);

describe("the screens", () => {
  it("are there for every area that an operation names", () => {
    expect(AREAS.map(({ id }) => id).sort()).toEqual([...AREA_IDS].sort());
  });

  it("come to every operation of the specification", () => {
    const missing = offered
      .filter(({ id }) => !walked.some(({ reached }) => isOperationId(id) && reached.has(id)))
      .map(({ spec, id, area }) => `${spec} ${id} (${area})`);
    expect(missing).toEqual([]);
    expect(offered).toHaveLength(78);
  });

  it("have each in its own area, but for the configurations of an alert, which stand with the alert", () => {
    const elsewhere = offered.filter(
      ({ id, area }) =>
        area === null ||
        !isAreaId(area) ||
        !walked.some(({ reached }) => isOperationId(id) && reached.get(id)?.has(area)),
    );
    expect(elsewhere.map(({ spec, id }) => `${spec} ${id}`)).toEqual(["E10 listAlertConfigurationsByAlertId"]);
  });
});

describe("the reviews", () => {
  it("are made from what is so when they open, and never from what was so when their form was opened", () => {
    expect([...new Set(walked.flatMap(({ lookedBack }) => [...lookedBack]))].sort()).toEqual([]);
  });

  it("go by the rule of `sextant run`, where a body makes them graver than their operation is", () => {
    const forms = walked.flatMap(({ forms }) => forms).filter(({ setup }) => setup.plan.riskOf !== undefined);
    const ids = new Set(forms.map(({ setup }) => setup.plan.operation.id).filter(isOperationId));
    expect(ids.size).toBeGreaterThan(6);
    expect([...ids].filter((id) => impactOfBody(id) === undefined)).toEqual([]);
    const graverThanRun = walked
      .flatMap(({ writes }) => writes)
      .filter(({ plan: { operation, risk, targets, body } }) =>
        targets.some((target) => {
          const byBody = impactOfBody(operation)?.impactOf(jsonOf(body?.(target) ?? {}), {}, 0).risk ?? "none";
          return (
            higherRisk(operations[operation].risk, byBody) !==
            higherRisk(higherRisk(operations[operation].risk, byBody), risk)
          );
        }),
      );
    expect([...new Set(graverThanRun.map(({ plan }) => plan.title))]).toEqual([]);
  });
});

describe("the forms", () => {
  it("are there for every request with fields, or a review has all of them already", () => {
    const inForms = new Set(walked.flatMap(({ forms }) => forms).map(({ setup }) => setup.plan.operation.id));
    const others = offered.filter(({ id, body }) => body !== null && !inForms.has(id));
    const lacking = others.flatMap(({ id, body }) => {
      const plans = walked.flatMap(({ writes }) => writes).filter(({ plan }) => plan.operation === id);
      const filled = plans.flatMap(({ plan }) =>
        plan.targets.flatMap((target) => Object.keys(plan.body?.(target) ?? {})),
      );
      return Object.keys(body?.shape.shape ?? {})
        .filter((field) => !filled.includes(field))
        .map((field) => `${id} ${field}`);
    });
    expect(lacking).toEqual([]);
    expect(inForms.size).toBeGreaterThan(20);
  });
});
