import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seedOfRun, seedsOfRun } from "./seed.ts";

test("property tests have the seed of the run", () => {
  expect(fc.readConfigureGlobal().seed).toBe(seedOfRun());
  expect(fc.sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), { numRuns: 5, seed: seedOfRun() }));
});

test("seeds that follow from it differ, and are the same every time", () => {
  expect(new Set(seedsOfRun(100)).size).toBe(100);
  expect(seedsOfRun(100)).toEqual(seedsOfRun(100));
});

test("no test of every run takes chance", () => {
  const chance = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/u.test(file) && !file.startsWith("bench/") && !file.startsWith("night/"))
    .filter((file) => /Math\.random\(\)/u.test(readFileSync(join(import.meta.dirname, file), "utf8")));
  expect(chance.filter((file) => file !== "seed.test.ts")).toEqual([]);
});
