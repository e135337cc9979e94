import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { WAIT_LIMIT } from "../extent.ts";

/** Runs a command with a home in a folder in which the system creates no folders. */
const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [programOf(), ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: "/proc/none" },
    timeout: WAIT_LIMIT,
  });

// Node's own way to create folders never returns there.
test.runIf(process.platform === "linux")("a home that cannot be created stops no command that keeps nothing", () => {
  expect(run("--version")).toMatchObject({ status: 0, signal: null });
  expect(run("profile", "list")).toMatchObject({ status: 0, signal: null });
});

test.runIf(process.platform === "linux")("what keeps something says why it cannot", () => {
  const { status, stderr } = run("profile", "add", "mine", "--base-url", "https://localhost:1", "--no-check");
  expect(stderr).toContain("/proc/none");
  expect(status).toBe(2);
});
