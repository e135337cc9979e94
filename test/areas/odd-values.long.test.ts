import { expect, it } from "vitest";
import { oddValues } from "./odd-values.ts";

it("no rule of a form hangs or throws on values that are unknown, missing or odd, all of them", {
  timeout: 900_000,
}, async () => {
  const told = await oddValues("all");
  expect(told.hangs).toBeNull();
  expect(told.failures).toEqual([]);
  expect(told.cases).toBeGreaterThan(10_000);
});
