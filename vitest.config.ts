import { defineConfig } from "vitest/config";

/** Test files that start the built program: for these alone the program is built first, when it is out of date. */
const needTheBuild = ["build", "commands", "docs", "journeys"].map((folder) => `test/${folder}/**`);

/**
 * `vitest run` is the suite that a newcomer runs; `vitest run --mode long` has the thousands (`*.long.test.ts`).
 *
 * Timeouts are generous because machines are slow and nothing here asserts a time; a test waits for a condition.
 */
export default defineConfig(({ mode }) => {
  const long = mode === "long";
  const kind = long ? "long.test" : "test";
  // Said for each project: they do not inherit what depends on the mode.
  const testTimeout = long ? 600_000 : 60_000;
  const exclude = ["node_modules/**", "dist/**", ...(long ? [] : ["test/**/*.long.test.{ts,tsx}"])];
  return {
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: "source",
            testTimeout,
            include: [`test/**/*.${kind}.{ts,tsx}`],
            exclude: [...exclude, ...needTheBuild],
          },
        },
        {
          extends: true,
          test: {
            name: "program",
            testTimeout,
            include: needTheBuild.map((folder) => `${folder}/*.${kind}.{ts,tsx}`),
            exclude,
            globalSetup: ["test/build/program-is-built.ts"],
          },
        },
      ],
      reporters: ["default", "./test/build/closing-line.ts"],
      passWithNoTests: false,
      allowOnly: false,
      pool: "forks",
      maxWorkers: 2,
      hookTimeout: 120_000,
      teardownTimeout: 30_000,
      restoreMocks: true,
      unstubEnvs: true,
    },
  };
});
