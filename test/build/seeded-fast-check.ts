import fc from "fast-check";
import { seedOfRun } from "../seed.ts";

/** What tests get when they import `fast-check` (`vitest.config.ts`): the library, with the seed of the run. */
fc.configureGlobal({ seed: seedOfRun() });

export * from "fast-check";
export { default } from "fast-check";
