const extent = process.env["SEXTANT_TEST_EXTENT"];

/**
 * How much of what could be tried a test run tries. `npm test` and `npm run test:long` take a sample of it, the same one each time;
 * `npm run test:whole` takes all (`vitest.config.ts`).
 */
export const isWhole = extent === "whole";

/** `npm test`, which also tries the fewest cases of its property tests (`test/build/seeded-fast-check.ts`). */
export const isSample = extent === "sample";

/**
 * How long a test waits for what it expects before it fails (milliseconds): below the run's own limit for a test (`vitest.config.ts`), so that
 * the failure says what was missing. Long tests share a machine with builds and consoles: slow is no failure.
 */
export const WAIT_LIMIT = isSample ? 100_000 : 240_000;
