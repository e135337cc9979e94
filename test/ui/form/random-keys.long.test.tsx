import { it } from "vitest";
import { playRandomKeys } from "./random-keys.ts";

it("any keys on a form send nothing unreviewed and lose nothing, 2,000 at a time", async () => {
  await playRandomKeys(10, 2000);
});
