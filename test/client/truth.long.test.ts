import fc from "fast-check";
import { expect, test } from "vitest";
import { isTrue, MOODS, readsInTrouble, writesInMoods } from "./unreliable-service.ts";

test("thousands of writes in every mood of the service, and not one untruth", async () => {
  for (const seed of [1, 2, 3]) {
    const moods = fc.sample(fc.constantFrom(...MOODS), { numRuns: 2000, seed });
    const verdicts = await writesInMoods(moods, 20);
    expect(verdicts.filter((verdict) => !isTrue(verdict))).toEqual([]);
    expect(verdicts).toHaveLength(2000);
  }
});

test("thousands of reads come through trouble", async () => {
  expect(await readsInTrouble(3000, 20)).toBe(3000);
});
