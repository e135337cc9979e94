import { test } from "vitest";
import { SIZES } from "../frames/staged.ts";
import { PLACES, playRandomKeys } from "./random-keys.ts";

test("keys pressed without looking send nothing unreviewed, lose nothing, and stop nothing", {
  timeout: 120_000,
}, async () => {
  await playRandomKeys(2, 120, PLACES, SIZES);
});

test("keys pressed without looking inside forms stop nothing and lose nothing", { timeout: 120_000 }, async () => {
  await playRandomKeys(2, 120, ["alert-configurations", "backup-schedules", "restore-jobs"], SIZES, true);
});
