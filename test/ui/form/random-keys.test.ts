import { it } from "vitest";
import { playRandomKeys } from "./random-keys.ts";

it("any keys on a form send nothing unreviewed and lose nothing", async () => {
  await playRandomKeys(8, 80);
});
