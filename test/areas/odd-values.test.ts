import { expect, it } from "vitest";
import { oddValues } from "./odd-values.ts";

it("no rule of a form hangs or throws on values that are unknown, missing or odd", { timeout: 300_000 }, async () => {
  const result = await oddValues("few");
  expect(result.hangs).toBeNull();
  expect(result.failures).toEqual([]);
  expect(result.cases).toBeGreaterThan(500);
});
