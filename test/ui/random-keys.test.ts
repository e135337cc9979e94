import fc from "fast-check";
import { test } from "vitest";
import { keys, PLACES, pressed } from "./random-keys.ts";

test("keys pressed without looking send nothing unreviewed, lose nothing, and stop nothing", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PLACES),
      fc.array(keys, { minLength: 120, maxLength: 120 }),
      fc.constantFrom([80, 24] as const, [120, 40] as const),
      pressed,
    ),
    { numRuns: 2, endOnFailure: true },
  );
});
