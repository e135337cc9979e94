import { expect, it } from "vitest";
import { COMMANDS } from "../../src/commands/table/commands.ts";
import { manPage } from "../../src/commands/table/man.ts";
import { cliPage } from "./cli-page.ts";

/** Pages about the command line, from the table that it is parsed by. `npm run docs` writes them. */

it("are of this build: docs/cli.md and the man page (npm run docs writes them)", async () => {
  await expect(cliPage()).toMatchFileSnapshot("../../docs/cli.md");
  await expect(manPage()).toMatchFileSnapshot("../../docs/sextant.1");
});

it("name every option of every command", () => {
  const options = COMMANDS.flatMap(({ options: own }) => Object.keys(own));
  expect(options.length).toBeGreaterThan(20);
  expect(options.filter((name) => !cliPage().includes(`--${name}`))).toEqual([]);
  expect(options.filter((name) => !manPage().includes(`\\-\\-${name.replaceAll("-", "\\-")}`))).toEqual([]);
});
