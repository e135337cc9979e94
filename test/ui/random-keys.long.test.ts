import { test } from "vitest";
import { PLACES, playRandomKeys } from "./random-keys.ts";

test.each(PLACES)("2,000 keys pressed without looking, beginning at %s", { timeout: 600_000 }, async (place) => {
  await playRandomKeys(1, 2000, [place], [[80, 24]]);
});

test.each(PLACES)("1,000 keys pressed without looking inside the forms of %s", { timeout: 600_000 }, async (place) => {
  await playRandomKeys(1, 1000, [place], [[80, 24]], true);
});
