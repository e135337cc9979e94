import { expect, test } from "vitest";
import { Person } from "./person.ts";

/** What would clear the screen, turn the rest of the line, and colour it. */
const HOSTILE = "x\u001b[2J\u202e\u009b31m\u007f";

/** What the entry of the program says itself needs a process; all else is said by the command line. */
test.each([
  ["a command", "run", [HOSTILE]],
  ["a theme", "run", ["--theme", HOSTILE]],
  ["a profile", "run", ["--profile", HOSTILE]],
  ["a profile of run", "command", ["run", "listProjects", "--profile", HOSTILE]],
  ["a body", "command", ["run", "acknowledgeAlert", "alertId=65f000000000000000000001", "--body", HOSTILE]],
  ["an operation", "command", ["run", HOSTILE]],
  ["a flag of serve", "command", ["serve", `--${HOSTILE}`]],
  ["a data folder", "command", ["serve", "--data", `/proc/${HOSTILE}`]],
  ["a dialect", "command", ["openapi", "--dialect", HOSTILE]],
] as const)("what was given as %s is not repeated raw", (_, how, args) => {
  using person = new Person();
  const { stdout, stderr, status } = person[how](args);
  expect(status).not.toBe(0);
  expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u);
  expect(stderr).not.toBe("");
});
