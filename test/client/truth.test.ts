import fc from "fast-check";
import { expect, test } from "vitest";
import { isTrue, MOODS, readsInTrouble, writesInMoods } from "./unreliable-service.ts";

test("whatever becomes of a write, nobody is told anything that is not true of it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...MOODS), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 8 }),
      async (moods, atATime) => {
        const verdicts = await writesInMoods(moods, atATime);
        const untrue = verdicts.flatMap((verdict, index) =>
          isTrue(verdict) ? [] : [{ mood: moods[index], ...verdict }],
        );
        expect(untrue).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
});

test("what can be known is told: done where it was, not done where it was refused", async () => {
  const verdicts = await writesInMoods([...MOODS], 1);
  expect(Object.fromEntries(MOODS.map((mood, index) => [mood, verdicts[index]?.reported]))).toEqual({
    well: "done",
    stale: "done",
    refuse: "not-done",
    limit: "not-done",
    "fail-before": "unknown",
    "fail-after": "unknown",
    "cut-before": "unknown",
    "cut-after": "unknown",
    "cut-inside": "unknown",
    "page-before": "unknown",
    "page-after": "unknown",
  });
});

test("reads come through trouble, many at a time", async () => {
  expect(await readsInTrouble(60, 8)).toBe(60);
});
