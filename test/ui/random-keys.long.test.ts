import fc from "fast-check";
import { test } from "vitest";
import { keys, PLACES, pressed } from "./random-keys.ts";

test.each(PLACES)("2,000 keys pressed without looking, beginning at %s", { timeout: 600_000 }, async (place) => {
  await fc.assert(
    fc.asyncProperty(fc.array(keys, { minLength: 2000, maxLength: 2000 }), (sequence) =>
      pressed(place, sequence, [80, 24]),
    ),
    { numRuns: 1, endOnFailure: true },
  );
});
