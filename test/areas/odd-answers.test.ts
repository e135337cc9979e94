import fc from "fast-check";
import { expect, test } from "vitest";
import { createLook, odditiesOf, readSampleWorld } from "./odd-answers.ts";

test("an answer with an odd value ends no view, shows nothing of JavaScript's own, and is not said to be fine", {
  timeout: 120_000,
}, async () => {
  const world = await readSampleWorld();
  const look = createLook(world);
  fc.assert(
    fc.property(fc.constantFrom(...odditiesOf(world)), (oddity) => {
      expect(look(oddity)).toEqual([]);
    }),
    { numRuns: 150, seed: 13 },
  );
});
