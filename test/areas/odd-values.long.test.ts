import { expect, it } from "vitest";
import { isWhole } from "../extent.ts";
import { oddValues } from "./odd-values.ts";

it("no rule of a form hangs or throws on values that are unknown, missing or odd, thousands of them", {
  timeout: 900_000,
}, async () => {
  const result = await oddValues(isWhole ? "all" : "many");
  expect(result.hangs).toBeNull();
  expect(result.failures).toEqual([]);
  expect(result.cases).toBeGreaterThan(isWhole ? 10_000 : 1000);
});
