import { it } from "vitest";
import { isWhole } from "../../extent.ts";
import { playRandomKeys } from "./random-keys.ts";

const TEN_MINUTES = 600_000;

it(
  "any keys on a form send nothing unreviewed and lose nothing, 2,000 at a time",
  async () => {
    await playRandomKeys(isWhole ? 6 : 1, 2000);
  },
  TEN_MINUTES,
);
