import { expect, test } from "vitest";
import { isWhole } from "../extent.ts";
import { seedOfRun } from "../seed.ts";
import { createLook, odditiesOf, readSampleWorld } from "./odd-answers.ts";

/** Of so many values in turn one is tried. */
const ONE_IN = isWhole ? 1 : 6;

test("every value of every answer may be odd: no view throws or says what is not so", {
  timeout: 900_000,
}, async () => {
  const world = await readSampleWorld();
  const look = createLook(world);
  const oddities = odditiesOf(world);
  expect(oddities.length).toBeGreaterThan(2000);
  expect(oddities.filter((_, index) => index % ONE_IN === seedOfRun() % ONE_IN).flatMap(look)).toEqual([]);
});
