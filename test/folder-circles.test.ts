/**
 * Files, and folders that stand beside each other in a layer at any depth, do not need each other in a circle, by values or by types: what two of
 * them know stands below both.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "..", "src");
const LAYERS = readdirSync(SOURCES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A file by its path from `src/`, and the paths of what it imports. */
type Source = { readonly path: string; readonly imports: readonly string[] };

/**
 * The two folders that an import goes between: the first on either side where the ways to both files part. Undefined where one of the two files
 * stands beside them.
 */
function foldersBetween(from: string, to: string): readonly [string, string] | undefined {
  const [here, there] = [dirname(from).split("/"), dirname(to).split("/")];
  const parting = here.findIndex((folder, depth) => folder !== there[depth]);
  if (parting < 1 || parting >= there.length) return undefined;
  return [here.slice(0, parting + 1).join("/"), there.slice(0, parting + 1).join("/")];
}

function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(SOURCES, path), "utf8");
  const found = text.matchAll(/(?:^|[\s;})])(?:from|import)\s*\(?\s*(["'])(\.[^"'\n]+)\1/g);
  return [...found].map(([, , specifier = ""]) => relative(SOURCES, resolve(SOURCES, dirname(path), specifier)));
}

/** The circles of folders, each as the folders on the way round, beginning with the first by name. */
function circlesIn(sources: readonly Source[]): readonly string[] {
  const needs = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    for (const to of imports) {
      const between = foldersBetween(path, to);
      if (between !== undefined) needs.set(between[0], (needs.get(between[0]) ?? new Set()).add(between[1]));
    }
  }
  const circles = new Set<string>();
  const goOn = (way: readonly string[]): void => {
    for (const next of needs.get(way.at(-1) ?? "") ?? []) {
      if (next === way[0]) circles.add([...way, next].join(" → "));
      // Each circle is found once, from its first folder by name.
      else if (!way.includes(next) && next > (way[0] ?? "")) goOn([...way, next]);
    }
  };
  for (const folder of needs.keys()) goOn([folder]);
  return [...circles];
}

test("a circle of folders is found, a file beside them and another layer are none", () => {
  const source = (path: string, ...imports: readonly string[]): Source => ({ path, imports });
  expect(
    circlesIn([source("a/x/1.ts", "a/y/1.ts"), source("a/y/2.ts", "a/z/1.ts"), source("a/z/3.ts", "a/x/9.ts")]),
  ).toEqual(["a/x → a/y → a/z → a/x"]);
  expect(circlesIn([source("a/x/1.ts", "a/y/1.ts", "a/2.ts"), source("a/2.ts", "a/x/1.ts")])).toEqual([]);
  expect(circlesIn([source("a/x/p/1.ts", "a/x/q/1.ts"), source("a/x/q/2.ts", "a/x/p/r/2.ts")])).toEqual([
    "a/x/p → a/x/q → a/x/p",
  ]);
  expect(circlesIn([source("a/x/p/1.ts", "a/y/1.ts"), source("a/y/2.ts", "a/x/q/2.ts")])).toEqual(["a/x → a/y → a/x"]);
  expect(circlesIn([source("a/x/1.ts", "a/x/p/1.ts"), source("a/x/p/1.ts", "a/x/2.ts")])).toEqual([]);
  expect(circlesIn([source("a/x/1.ts", "b/x/1.ts"), source("b/x/1.ts", "a/x/1.ts")])).toEqual([]);
});

const sourcesIn = (layer: string): readonly Source[] =>
  readdirSync(join(SOURCES, layer), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ path: `${layer}/${name}`, imports: importsOf(`${layer}/${name}`) }));

test.each(LAYERS)("%s/ has no circle of folders", (layer) => {
  const sources = sourcesIn(layer);
  expect(sources.length).toBeGreaterThan(0);
  expect(circlesIn(sources)).toEqual([]);
});

/** The files from which a way leads back to themselves. */
function filesInCircles(needs: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const leadsTo = (from: string): ReadonlySet<string> => {
    const reached = new Set<string>();
    const open = [...(needs.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!reached.has(next)) open.push(...(needs.get(next) ?? []));
      reached.add(next);
    }
    return reached;
  };
  return [...needs.keys()].filter((file) => leadsTo(file).has(file));
}

test("a circle of files is found", () => {
  const needs = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", []],
  ]);
  expect(filesInCircles(needs)).toEqual(["a", "b", "c"]);
});

test.each(LAYERS)("%s/ has no circle of files", (layer) => {
  expect(filesInCircles(new Map(sourcesIn(layer).map(({ path, imports }) => [path, imports])))).toEqual([]);
});
