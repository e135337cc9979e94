import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Moving code leaves its docstring behind, above something else. */
test("a docstring is followed by what it is about, not by another one", () => {
  const files = ["src", "build", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const left = files
    .filter((name) => /\.tsx?$/u.test(name))
    .filter((name) => /\*\/\n[ \t]*\/\*\*/u.test(readFileSync(join(root, name), "utf8")));
  expect(left).toEqual([]);
});
