import { expect, it } from "vitest";
import { isWhole } from "../extent.ts";
import { oddValues } from "./odd-values.ts";

it("no rule of a form hangs or throws on values that are unknown, missing or odd, thousands of them", {
  timeout: 900_000,
}, async () => {
  const told = await oddValues(isWhole ? "all" : "many");
  expect(told.hangs).toBeNull();
  expect(told.failures).toEqual([]);
  expect(told.cases).toBeGreaterThan(isWhole ? 10_000 : 2000);
});
