/**
 * The chance of a test run. `npm test` has one seed, so that it says the same of the same program every time; long tests take a new one
 * at every run, which the run prints (`vitest.config.ts`). `SEXTANT_TEST_SEED=N` runs either with that one.
 */
export function seedOfRun(): number {
  const seed = Number(process.env["SEXTANT_TEST_SEED"]);
  if (!Number.isSafeInteger(seed)) throw new TypeError("SEXTANT_TEST_SEED is a whole number, set by vitest.config.ts");
  return seed;
}

/** So many seeds that follow from that of the run. */
export const seedsOfRun = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => (Math.imul(seedOfRun() + index, 2_654_435_761) >>> 1) & 0x7fff_ffff);
