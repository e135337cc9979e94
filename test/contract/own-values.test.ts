import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { lookupTable, ownValue } from "../../src/contract/json/own-values.ts";

/** Names from outside are looked up among an object's own alone. */

const SOURCES = resolve(import.meta.dirname, "../../src");

const INHERITED = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"];

describe("a lookup table", () => {
  const table = lookupTable({ AWS: "s3", GCP: "gs" });

  test("has its entries", () => {
    expect([table["AWS"], table["GCP"], table["AZURE"]]).toEqual(["s3", "gs", undefined]);
    expect(Object.entries(table)).toEqual([
      ["AWS", "s3"],
      ["GCP", "gs"],
    ]);
  });

  test.each(INHERITED)("does not know %s", (name) => {
    expect(table[name]).toBeUndefined();
    expect(name in table).toBe(false);
    expect(ownValue({ AWS: "s3" }, name)).toBeUndefined();
  });

  test("has what is its own whatever its name", () => {
    expect(lookupTable({ constructor: "built" })["constructor"]).toBe("built");
    expect(ownValue({ constructor: "built" }, "constructor")).toBe("built");
  });
});

test("every table of a module that is asked by any text is one", () => {
  const plain = /^(?:export )?const \w+: (?:Readonly<)?Record<string,[^=]*?>?> = \{/gmu;
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES });
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    [...readFileSync(resolve(SOURCES, file), "utf8").matchAll(plain)].map(([line]) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});
