import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { Home } from "../journeys/home.ts";

/** What would clear the screen, turn the rest of the line, and colour it. */
const HOSTILE = "x\u001b[2J\u202e\u009b31m\u007f";

test.each([
  ["a command", [HOSTILE]],
  ["a theme", ["--theme", HOSTILE]],
  ["a profile", ["--profile", HOSTILE]],
  ["a profile of run", ["run", "listProjects", "--profile", HOSTILE]],
  ["a body", ["run", "acknowledgeAlert", "alertId=65f000000000000000000001", "--body", HOSTILE]],
  ["an operation", ["run", HOSTILE]],
  ["a flag of serve", ["serve", `--${HOSTILE}`]],
  ["a data folder", ["serve", "--data", `/proc/${HOSTILE}`]],
  ["a dialect", ["openapi", "--dialect", HOSTILE]],
])("what was given as %s is not repeated raw", (_, args) => {
  using home = new Home();
  const { stdout, stderr, status } = spawnSync(process.execPath, [programOf(), ...args], {
    encoding: "utf8",
    env: { ...process.env, ...home.env },
  });
  expect(status).not.toBe(0);
  expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u);
  expect(stderr).not.toBe("");
});
