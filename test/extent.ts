const extent = process.env["SEXTANT_TEST_EXTENT"];

/**
 * How much of what could be tried a test run tries. `npm test` and `npm run test:long` take a sample of it, the same one each time;
 * `npm run test:whole` takes all (`vitest.config.ts`).
 */
export const isWhole = extent === "whole";

/** `npm test`, which also tries the fewest cases of its property tests (`test/build/seeded-fast-check.ts`). */
export const isSample = extent === "sample";
