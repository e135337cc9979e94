import { expect, it } from "vitest";
import { oddValues } from "./odd-values.ts";

it("no rule of a form hangs or throws on values that are unknown, missing or odd", { timeout: 300_000 }, async () => {
  const told = await oddValues("few");
  expect(told.hangs).toBeNull();
  expect(told.failures).toEqual([]);
  expect(told.cases).toBeGreaterThan(500);
});
