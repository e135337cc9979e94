import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const CHECKOUT = resolve(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(CHECKOUT, path), "utf8");

/** Fields of Ink's nodes, and of what it is made of, that it promises nobody. */
const PRIVATE = /\b(?:yogaNode|onRender|parentNode|childNodes|nodeName|nodeValue|internal_\w+)\b|ink\/build/u;

it("is the one file that uses private parts of Ink", () => {
  const users = globSync("src/**/*.{ts,tsx}", { cwd: CHECKOUT }).filter((path) => PRIVATE.test(read(path)));
  expect(users).toEqual(["src/ui/paint/ink-tree.ts"]);
});

it("is written for the very version of Ink that package.json names and that is installed", () => {
  const wanted: unknown = JSON.parse(read("package.json")).devDependencies.ink;
  const installed: unknown = JSON.parse(read("node_modules/ink/package.json")).version;
  expect(wanted).toBe(installed);
});
