import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

/**
 * Some journeys once more on a console whose frames Ink writes whole, past the cells and the differ: what they find on screen there they
 * find with the adapter elsewhere. That both show the same cells at the same moment is `output.long.test.ts`.
 * `npm run test:without-adapter` has all of them.
 */
const JOURNEYS = ["look-around", "mouse.long", "restore-jobs.long"].map((name) => `test/journeys/${name}`);
/** Fewer would not be all of them. */
const FEWEST = 15;

const ROOT = resolve(import.meta.dirname, "../..");
const LONGEST = 20 * 60_000;

test(
  "journeys find on screens that Ink writes whole what they find on those written as cells",
  async () => {
    const vitest = resolve(ROOT, "node_modules/vitest/vitest.mjs");
    const args = [vitest, "run", "--mode", "without-adapter", "--project", "program", ...JOURNEYS];
    const env = { ...process.env, NO_COLOR: "1" };
    const { promise, resolve: settle } = Promise.withResolvers<{
      readonly code: number | null;
      readonly said: string;
    }>();
    const child = execFile(process.execPath, args, { cwd: ROOT, env, maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      settle({ code: child.exitCode, said: stdout + stderr }),
    );
    const { code, said } = await promise;
    expect(code, said).toBe(0);
    const passed = Number(/^(\d+) passed, 0 failed$/mu.exec(said)?.[1]);
    expect(passed, said).toBeGreaterThan(FEWEST);
  },
  LONGEST,
);
