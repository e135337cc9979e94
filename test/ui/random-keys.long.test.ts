import { test } from "vitest";
import { PLACES, playRandomKeys } from "./random-keys.ts";

test.each(PLACES)("2,000 keys pressed without looking, beginning at %s", { timeout: 600_000 }, async (place) => {
  await playRandomKeys(1, 2000, [place], [[80, 24]]);
});
