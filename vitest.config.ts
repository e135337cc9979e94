import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { SlowFirst } from "./test/build/slow-first.ts";
import { COMPILED_CODE } from "./test/compiled-code.ts";

/** Test files that start the built program: for these alone the program is built first, when it is out of date. */
const needTheBuild = ["build", "commands", "docs", "journeys"].map((folder) => `test/${folder}/**`);

/** Rules of the sources themselves: a part of `npm run check`. */
const rules = [
  "test/boundaries.test.ts",
  "test/docstrings.test.ts",
  "test/type-names.test.ts",
  "test/words/old-names.test.ts",
];

/** Test files that need modules which nobody loaded before them. */
const needAProcess = ["test/service/node-sqlite.test.ts"];

/** Tests of a service on PostgreSQL: for these alone a server is started, where its programs are found. */
const WITH_A_DATABASE = "test/postgres/**";

const SEEDED_FAST_CHECK = fileURLToPath(new URL("test/build/seeded-fast-check.ts", import.meta.url));

/** Property tests have the seed of the run without saying so. */
const seededFastCheck: Plugin = {
  name: "seeded-fast-check",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "fast-check" && importer !== SEEDED_FAST_CHECK ? SEEDED_FAST_CHECK : undefined,
};

/** The seed of a run (`test/seed.ts`): always the same for `npm test`, chance for the long tests. */
function seedFor(long: boolean): string {
  const given = process.env["SEXTANT_TEST_SEED"];
  if (given !== undefined) return given;
  if (!long) return "1";
  const seed = String(Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`The seed of this run is ${seed}: SEXTANT_TEST_SEED=${seed} repeats it.\n`);
  // The workers, and a configuration that is read twice, have the same one.
  process.env["SEXTANT_TEST_SEED"] = seed;
  return seed;
}

// React as it is shipped: that for development takes an eighth more of the processor for what has frames.
process.env["NODE_ENV"] = "production";

/** How much a run tries (`test/extent.ts`); a run within a run tries as much. */
const extentFor = (mode: string): string =>
  mode === "whole" || mode === "long" ? mode : (process.env["SEXTANT_TEST_EXTENT"] ?? "sample");

/**
 * `vitest run` is the suite that a newcomer runs; `vitest run --mode long` has the thousands (`*.long.test.ts`);
 * `vitest run --mode whole` has both, each journey at each size and wire (`test/extent.ts`);
 * `vitest run --mode without-adapter` has journeys on a console whose frames Ink writes whole.
 *
 * Timeouts are generous because machines are slow and nothing here asserts a time; a test waits for a condition.
 */
export default defineConfig(({ mode }) => {
  const whole = mode === "whole";
  const long = whole || mode === "long";
  const withoutAdapter = mode === "without-adapter";
  const kind = mode === "long" ? "long.test" : "test";
  // Said for each project: they do not inherit what depends on the mode.
  const testTimeout = long || withoutAdapter ? 600_000 : 120_000;
  // Journeys, watches and services that do not answer wait most of the time: two processors are enough for six. What computes comes
  // after them, one more at a time than there are processors.
  const workers = { waiting: 6, computing: 3 };
  const env = { SEXTANT_TEST_SEED: seedFor(long), SEXTANT_TEST_EXTENT: extentFor(mode) };
  const output = withoutAdapter ? { JOURNEY_OUTPUT: "whole" } : {};
  const compiledCode = { SEXTANT_TEST_CODE: COMPILED_CODE, XDG_CACHE_HOME: COMPILED_CODE };
  // Without the adapter there are all journeys, but for the one that runs some of them so.
  const others = withoutAdapter ? ["test/journeys/without-adapter.long.test.ts"] : ["test/**/*.long.test.{ts,tsx}"];
  const exclude = ["node_modules/**", "dist/**", ...(long ? [] : others)];
  return {
    plugins: [seededFastCheck],
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: "source",
            // Threads and programs that a test starts from the sources.
            env: { ...env, NODE_COMPILE_CACHE: COMPILED_CODE },
            testTimeout,
            hookTimeout: testTimeout,
            maxWorkers: workers.computing,
            sequence: { groupOrder: 1 },
            // A process loads what is tested once, for one file after the other.
            isolate: false,
            include: [`test/**/*.${kind}.{ts,tsx}`],
            exclude: [...exclude, ...needTheBuild, ...needAProcess, ...rules, WITH_A_DATABASE],
          },
        },
        {
          extends: true,
          test: {
            name: "rules",
            env,
            testTimeout,
            hookTimeout: testTimeout,
            maxWorkers: workers.waiting,
            include: mode === "long" ? [] : rules,
            exclude,
          },
        },
        {
          extends: true,
          test: {
            name: "alone",
            env,
            testTimeout,
            hookTimeout: testTimeout,
            maxWorkers: workers.waiting,
            include: mode === "long" ? [] : needAProcess,
            exclude,
          },
        },
        {
          extends: true,
          test: {
            name: "postgres",
            env: { ...env, ...compiledCode },
            testTimeout,
            hookTimeout: testTimeout,
            maxWorkers: workers.waiting,
            include: [`test/postgres/*.${kind}.ts`],
            exclude,
            globalSetup: ["test/build/program-is-built.ts", "test/postgres/one-server.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "program",
            env: { ...env, ...compiledCode, ...output },
            testTimeout,
            hookTimeout: testTimeout,
            maxWorkers: workers.waiting,
            isolate: false,
            include: needTheBuild.map((folder) => `${folder}/*.${kind}.{ts,tsx}`),
            exclude,
            globalSetup: ["test/build/program-is-built.ts"],
          },
        },
      ],
      sequence: { sequencer: SlowFirst },
      reporters: ["default", "./test/build/closing-line.ts"],
      passWithNoTests: false,
      allowOnly: false,
      pool: "forks",
      maxWorkers: workers.waiting,
      teardownTimeout: 30_000,
      restoreMocks: true,
      unstubEnvs: true,
    },
  };
});
