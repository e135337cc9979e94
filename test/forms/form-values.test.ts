import { expect, expectTypeOf, test } from "vitest";
import { createPlan } from "../../src/areas/export-buckets/form.ts";
import { type BodyObject, ExactNumber, valueAt } from "../../src/contract/json/json.ts";
import { operations } from "../../src/contract/operations.ts";
import { Secret } from "../../src/contract/secret.ts";
import { valuesOf } from "../../src/forms/plans.ts";
import type { FieldPath, FormValues, HolderAt, ValueAt } from "../../src/forms/schema/form-values.ts";
import { planOf } from "./plan-of.ts";

test("fields are named and typed by the body, closed sets open to other texts", () => {
  const { cloudProvider } = valuesOf(createPlan([], []), { cloudProvider: "CLOUD_OF_TOMORROW", later: 1 });
  expectTypeOf(cloudProvider).toEqualTypeOf<string | undefined>();
  expect(cloudProvider).toBe("CLOUD_OF_TOMORROW");
});

test("what fits stays the same object, undeclared fields and values out of range included", () => {
  const body: BodyObject = {
    enabled: true,
    futureField: { a: [1, null] },
    notifications: [
      { typeName: "SLACK", apiToken: new Secret("x"), delayMin: -3 },
      { typeName: "PAGER_DUTY", serviceKey: "****c77a" },
      { typeName: "CARRIER_PIGEON", loft: 7 },
    ],
  };
  expect(valuesOf(planOf(operations.createAlertConfiguration), body)).toBe(body);
});

test("what is of another kind is absent, and items keep their positions", () => {
  const item = { frequencyType: "daily", retentionValue: 7 };
  const body: BodyObject = {
    referenceHourOfDay: new ExactNumber("9007199254740993"),
    updateSnapshots: null,
    export: "all",
    policies: [{ id: "p1", policyItems: ["none", item, { frequencyType: 5, retentionValue: "7" }] }],
    copySettings: [{ frequencies: ["HOURLY", 7, "DAILY"] }],
  };
  const read = valuesOf(planOf(operations.updateBackupSchedule), body);
  expect(read).toEqual({
    policies: [{ id: "p1", policyItems: [{}, item, {}] }],
    copySettings: [{ frequencies: ["HOURLY", "DAILY"] }],
  });
  expect(valueAt(read, ["policies", 0, "policyItems", 1])).toBe(item);
  expect(valuesOf(planOf(operations.updateBackupSchedule), body)).toBe(read);
});

test("what holds any JSON is left as it is", () => {
  const definition = { mappings: { dynamic: true, fields: { a: { type: "string" }, b: [{ type: "token" }], c: 5 } } };
  expect(valuesOf(planOf(operations.createServiceSearchIndex), { name: 1, definition })).toEqual({
    definition: { mappings: { dynamic: true, fields: { a: { type: "string" }, b: [{ type: "token" }] } } },
  });
});

test("paths lead to a field, and to the group that holds it", () => {
  type Values = FormValues<"createAlertConfiguration">;
  type Holder = HolderAt<Values, "notifications[].delayMin">;
  expectTypeOf<"notifications[].delayMin">().toExtend<FieldPath<Values>>();
  expectTypeOf<"notifications[].delay">().not.toExtend<FieldPath<Values>>();
  expectTypeOf<ValueAt<Values, "notifications[].delayMin">>().toEqualTypeOf<number>();
  expectTypeOf<Holder["typeName"]>().toEqualTypeOf<string | undefined>();
});
