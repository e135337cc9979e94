import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { allBindings } from "../../src/app/input/bindings.ts";
import { AREAS } from "../../src/areas/areas.ts";
import { summaryOf } from "../bench/terminal/page.ts";
import { firstKeys } from "./keys-page.ts";
import { areasPart, withPart } from "./readme-blocks.ts";

/** What is generated in README.md and CONTRIBUTING.md. */

const readme = resolve(import.meta.dirname, "../../README.md");
const contributing = resolve(import.meta.dirname, "../../CONTRIBUTING.md");
const bench = resolve(import.meta.dirname, "../../docs/bench-terminal.md");

it("shows in README.md the keys and the areas of the console (npm run docs writes them)", async () => {
  const written = readFileSync(readme, "utf8");
  const withKeys = withPart(written, "keys", firstKeys(allBindings()));
  await expect(withPart(withKeys, "areas", areasPart(AREAS))).toMatchFileSnapshot(readme);
});

it("shows in CONTRIBUTING.md the last bench at the terminal (npm run docs writes it)", async () => {
  const written = readFileSync(contributing, "utf8");
  const summary = summaryOf(readFileSync(bench, "utf8"));
  await expect(withPart(written, "terminal", summary)).toMatchFileSnapshot(contributing);
});

it("does not pass over a part that is not there", () => {
  expect(() => withPart("text", "keys", "table")).toThrow("keys");
});
