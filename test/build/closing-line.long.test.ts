import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { COMPILED_CODE } from "../compiled-code.ts";

const root = resolve(import.meta.dirname, "../..");

const PASSES = 'test("passes", () => expect(1).toBe(1));\n';
const FAILS = 'test("fails", () => expect(1).toBe(2));\n';
const SKIPS = 'test.skip("is skipped", () => expect(1).toBe(1));\n';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "closing-line-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs Vitest with the reporter under test on these files: how it ended, and the last line it printed. */
async function runVitest(
  files: Readonly<Record<string, string>>,
  ...options: string[]
): Promise<{ code: number; output: string; last: string }> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", `--reporter=${join(root, "test/build/closing-line.ts")}`];
  return new Promise((settle) => {
    const args = [vitest, "run", "--root", folder, "--globals", ...reporters, ...options];
    const child = execFile(
      process.execPath,
      args,
      { cwd: folder, env: { ...process.env, NO_COLOR: "1", NODE_COMPILE_CACHE: COMPILED_CODE } },
      (_, stdout, stderr) => {
        settle({
          code: child.exitCode ?? -1,
          output: stdout + stderr,
          last: stdout.trimEnd().split("\n").at(-1) ?? "",
        });
      },
    );
  });
}

test("a run ends with one plain line", async () => {
  const run = await runVitest({ "one.test.js": PASSES + PASSES, "two.test.js": PASSES });
  expect(run).toMatchObject({ code: 0, last: "3 passed, 0 failed" });
});

test("failures and skipped tests are counted", async () => {
  const run = await runVitest({ "one.test.js": PASSES + FAILS + SKIPS });
  expect(run).toMatchObject({ code: 1, last: "1 passed, 1 failed, 1 skipped" });
});

test("a file whose every test is skipped fails the run", async () => {
  const run = await runVitest({ "one.test.js": PASSES, "idle.test.js": SKIPS });
  expect(run).toMatchObject({ code: 1, last: "1 passed, 1 failed, 1 skipped" });
  expect(run.output).toContain("No test was executed: idle.test.js");
});

test("a file without tests fails the run", async () => {
  const run = await runVitest({ "one.test.js": PASSES, "empty.test.js": "" });
  expect(run).toMatchObject({ code: 1, last: "1 passed, 1 failed" });
});

test("a file that cannot be loaded fails the run", async () => {
  const run = await runVitest({ "one.test.js": PASSES, "broken.test.js": 'throw new Error("not today");' });
  expect(run).toMatchObject({ code: 1, last: "1 passed, 1 failed" });
});

test("an error that nobody awaited fails the run", async () => {
  const run = await runVitest({ "one.test.js": `${PASSES}Promise.reject(new Error("lost"));\n` });
  expect(run).toMatchObject({ code: 1, last: "1 passed, 1 failed" });
});

test("a run without files fails", async () => {
  const run = await runVitest({});
  expect(run.code).toBe(1);
});

test("a run narrowed by name may leave files idle", async () => {
  const run = await runVitest({ "one.test.js": PASSES, "two.test.js": FAILS }, "-t", "passes");
  expect(run).toMatchObject({ code: 0, last: "1 passed, 0 failed, 1 skipped" });
});
