import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { parseAst } from "vitest/node";
import { OLD_NAMES, OLD_NAMES_OF_PROGRAM, type OldName } from "./old-names.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDERS = ["src", "build", "test"];

/** Any object of the syntax tree. */
type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Names that a source gives or uses; those that follow a dot may be somebody else's. */
function namesIn(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const each of value) namesIn(each, names);
  else if (isNode(value)) {
    if (value["type"] === "Identifier" && typeof value["name"] === "string") names.add(value["name"]);
    const isMember = value["type"] === "MemberExpression" && value["computed"] !== true;
    for (const [key, child] of Object.entries(value)) if (!(isMember && key === "property")) namesIn(child, names);
  }
  return names;
}

const hyphened = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/gu, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();

function betterFor(name: string, names: readonly OldName[]): string | undefined {
  const text = hyphened(name);
  return names.find(({ pattern }) => pattern.test(text))?.better;
}

/** What stands in place of a name, found once for each: the same names are in most sources. */
function betterOf(names: readonly OldName[]): (name: string) => string | undefined {
  const found = new Map<string, string | undefined>();
  return (name) => {
    if (!found.has(name)) found.set(name, betterFor(name, names));
    return found.get(name);
  };
}

const [inTests, inProgram] = [betterOf(OLD_NAMES), betterOf(OLD_NAMES_OF_PROGRAM)];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/u.test(file))
    .map((file) => join(folder, file)),
);

it("finds a name in a declaration, a type, a pattern and a use, and none behind a dot", () => {
  const source = "type A = { toldAt: number }; const { asked: one } = f(heldFor); g.losses(one);";
  expect([...namesIn(parseAst(source, { lang: "ts" }))]).toEqual(["A", "toldAt", "asked", "one", "f", "heldFor", "g"]);
  expect(
    ["toldAt", "ALERT_WAVES", "exportWords", "protectedWords", "background"].map((name) =>
      betterFor(name, OLD_NAMES_OF_PROGRAM),
    ),
  ).toEqual([
    "notified, announced, reported",
    "triggered, entity fault, alert generator",
    "format…, …label, …text",
    undefined,
    undefined,
  ]);
});

it("has no old name in sources, nor as a file's", () => {
  const found = sources.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    const old = file.startsWith("test") ? inTests : inProgram;
    // To read a source whole takes long: only where such a word stands in it at all, but for comments.
    const words = new Set(text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, "").match(/[A-Za-z]\w*/gu));
    const names = words.values().some((word) => old(word) !== undefined)
      ? namesIn(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }))
      : [];
    return [basename(file).replace(/\..*$/u, ""), ...names].flatMap((name) => {
      const better = old(name);
      return better === undefined ? [] : [`${file}: ${name} → ${better}`];
    });
  });
  expect(found).toEqual([]);
});
