import { test } from "vitest";
import { isWhole } from "../extent.ts";
import { PLACES, playRandomKeys } from "./random-keys.ts";

const KEYS = isWhole ? 2000 : 400;

test.each(PLACES)(`${KEYS} keys pressed without looking, beginning at %s`, async (place) => {
  await playRandomKeys(1, KEYS, [place], [[80, 24]]);
});

test.each(PLACES)(`${KEYS / 2} keys pressed without looking inside the forms of %s`, async (place) => {
  await playRandomKeys(1, KEYS / 2, [place], [[80, 24]], true);
});
