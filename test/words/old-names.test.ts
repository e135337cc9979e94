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

const betterFor = (name: string, names: readonly OldName[]): string | undefined =>
  names.find(({ pattern }) => pattern.test(hyphened(name)))?.better;

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
    const names = namesIn(
      parseAst(readFileSync(join(ROOT, file), "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }),
    );
    return [basename(file).replace(/\..*$/u, ""), ...names].flatMap((name) => {
      const better = betterFor(name, file.startsWith("test") ? OLD_NAMES : OLD_NAMES_OF_PROGRAM);
      return better === undefined ? [] : [`${file}: ${name} → ${better}`];
    });
  });
  expect(found).toEqual([]);
});
