import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { fatalErrorText } from "../../src/commands/start/fatal-error.ts";
import { Home } from "../journeys/home.ts";

/** Runs the program with a fault that no command expects. */
function run(args: readonly string[], fault: string) {
  using home = new Home();
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(fault)}`, programOf(), ...args],
    { encoding: "utf8", env: { ...process.env, ...home.env } },
  );
  return { stdout, stderr, status };
}

test.each([
  ["while a command runs", ["--version"], 'process.stdout.write = () => { throw new TypeError("no\\nsuch thing"); };'],
  [
    "in a promise of nobody",
    ["serve", "--data", ":memory:"],
    'setTimeout(() => Promise.reject(new TypeError("no\\nsuch thing")), 1);',
  ],
  ["in a timer", ["serve", "--data", ":memory:"], 'setTimeout(() => { throw new TypeError("no\\nsuch thing"); }, 1);'],
])("an error that nobody expected %s ends the program with one sentence and without a stack", (_, args, fault) => {
  const { stderr, status } = run(args, fault);
  expect(stderr).toBe(
    "sextant stopped because of an internal error: no such thing. Start sextant again; if it stops again, report this line.\n",
  );
  expect(status).toBe(1);
});

test("whatever is thrown creates one printable line of a bounded length", () => {
  for (const thrown of [
    new Error("x".repeat(9999)),
    new Error("a\u001b[2J\nb"),
    new Error(""),
    undefined,
    null,
    { a: 1 },
  ]) {
    const line = fatalErrorText(thrown);
    expect(line).not.toMatch(/[\u0000-\u001f]/u);
    expect(line.length).toBeLessThan(500);
  }
});
