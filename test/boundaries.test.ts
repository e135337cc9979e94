/**
 * The rule of the layers: a module imports only from layers below its own, and modules of one layer do not import each other.
 *
 * Biome enforces it by folder (`noRestrictedImports` in biome.json). Here the rule is broken on purpose, in every way
 * in which a file can import another, to see that Biome refuses each; and the real sources are read once more
 * without Biome, because a pattern that matches nothing looks exactly like a clean tree.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

const root = resolve(import.meta.dirname, "..");

/** The layers from the lowest up, each with its modules. */
const LAYERS = [
  ["contract", "text"],
  ["client", "service", "settings", "terminal"],
  ["domain"],
  ["state", "forms"],
  ["areas"],
  ["app"],
  ["ui"],
  ["commands"],
] as const;

type Module = (typeof LAYERS)[number][number];
const MODULES: readonly Module[] = LAYERS.flat();

/** Modules that do no input or output. */
const PURE: readonly Module[] = ["contract", "text", "domain"];

const layerOf = (module: Module): number => LAYERS.findIndex((modules) => modules.some((other) => other === module));

/** What the service's things mean follows from answers and the time alone. */
const mayImport = (from: Module, to: Module): boolean =>
  from === to || (layerOf(to) < layerOf(from) && (from !== "domain" || layerOf(to) === 0));

/** Packages that draw: they are for ui/ and commands/ alone. `zustand` itself brings React, `zustand/vanilla` does not. */
const DRAWING = ["ink", "ink-text-input", "ink-select-input", "react", "react/jsx-runtime", "zustand", "zustand/react"];
const mayDraw = (module: Module): boolean => layerOf(module) >= layerOf("ui");

/** Every way in which one file imports another. */
const FORMS: Readonly<Record<string, (specifier: string) => string>> = {
  names: (specifier) => `import { something } from "${specifier}";\nsomething();\n`,
  namespace: (specifier) => `import * as everything from "${specifier}";\neverything.something();\n`,
  effects: (specifier) => `import "${specifier}";\n`,
  types: (specifier) => `import type { Something } from "${specifier}";\nexport type Mine = Something;\n`,
  again: (specifier) => `export { something } from "${specifier}";\n`,
  typesAgain: (specifier) => `export type { Something } from "${specifier}";\n`,
  whenNeeded: (specifier) => `export const later = async () => (await import("${specifier}")).something;\n`,
};

/** What a source text imports, in any of the forms above. */
function importsOf(text: string): readonly string[] {
  const found = text.matchAll(/(?:^|[\s;})])(?:from|import)\s*\(?\s*(["'])([^"'\n]+)\1/g);
  return [...found].map(([, , specifier = ""]) => specifier);
}

describe("Biome refuses what breaks the rule of the layers", () => {
  let tree: string;
  let refused: ReadonlySet<string>;
  const written: { readonly path: string; readonly legal: boolean }[] = [];

  function write(path: string, text: string, legal: boolean): void {
    mkdirSync(join(tree, dirname(path)), { recursive: true });
    writeFileSync(join(tree, path), text);
    written.push({ path, legal });
  }

  beforeAll(async () => {
    tree = mkdtempSync(join(tmpdir(), "layers-"));
    for (const name of ["biome.json", ".biome", ".gitignore"])
      cpSync(join(root, name), join(tree, name), { recursive: true });
    for (const from of MODULES) {
      for (const [form, text] of Object.entries(FORMS)) {
        for (const to of MODULES) {
          const up = from === to ? "./other.ts" : `../${to}/something.ts`;
          write(`src/${from}/${to}-${form}.ts`, text(up), mayImport(from, to));
          const upFromDeep = from === to ? "../other.ts" : `../../${to}/deep/something.ts`;
          write(`src/${from}/deep/${to}-${form}.tsx`, text(upFromDeep), mayImport(from, to));
        }
        write(`src/${from}/main-${form}.ts`, text("../main.ts"), false);
        for (const name of DRAWING) {
          write(`src/${from}/${name.replace("/", "_")}-package-${form}.ts`, text(name), mayDraw(from));
        }
        write(`src/${from}/vanilla-${form}.ts`, text("zustand/vanilla"), true);
        write(`src/${from}/files-${form}.ts`, text("node:fs/promises"), !PURE.includes(from));
      }
    }
    for (const to of MODULES) write("src/main.ts", FORMS["whenNeeded"]?.(`./${to}/something.ts`) ?? "", true);
    refused = await filesThatBiomeRefuses(tree, "lint/style/noRestrictedImports");
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  test("and lets pass what keeps it", () => {
    const legal = written.filter((file) => file.legal).map((file) => file.path);
    expect(legal.length).toBeGreaterThan(0);
    expect(legal.filter((path) => refused.has(path))).toEqual([]);
  });

  test.each(MODULES)("in %s/", (module) => {
    const illegal = written
      .filter((file) => !file.legal && file.path.startsWith(`src/${module}/`))
      .map((file) => file.path);
    expect(illegal.length).toBeGreaterThan(0);
    expect(illegal.filter((path) => !refused.has(path))).toEqual([]);
  });
});

test("Biome refuses a cast that gets past the compiler, and lets `as const` pass", async () => {
  const tree = mkdtempSync(join(tmpdir(), "casts-"));
  try {
    for (const name of ["biome.json", ".biome", ".gitignore"])
      cpSync(join(root, name), join(tree, name), { recursive: true });
    mkdirSync(join(tree, "src"));
    writeFileSync(join(tree, "src/cast.ts"), "export const id = (value: unknown) => value as string;\n");
    writeFileSync(join(tree, "src/angles.ts"), "export const id = (value: unknown) => <string>value;\n");
    writeFileSync(join(tree, "src/constant.ts"), 'export const sides = ["left", "right"] as const;\n');
    writeFileSync(join(tree, "src/alias.ts"), 'export { sides as edges } from "./constant.ts";\n');
    expect([...(await filesThatBiomeRefuses(tree, "plugin"))].sort()).toEqual(["src/angles.ts", "src/cast.ts"]);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
});

describe("the sources keep the rule of the layers", () => {
  const sources = join(root, "src");
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

  const moduleOf = (path: string): Module | undefined => {
    const [first] = relative(sources, path).split("/");
    return MODULES.find((module) => module === first);
  };

  test("every form of an import is read", () => {
    for (const [form, text] of Object.entries(FORMS)) expect(importsOf(text("../a/b.ts")), form).toEqual(["../a/b.ts"]);
    expect(importsOf('import {\n  a,\n  type B,\n} from "../c.ts";\nimport d from "e";')).toEqual(["../c.ts", "e"]);
  });

  test("there are sources to check, and they import each other", () => {
    expect(files.length).toBeGreaterThan(0);
    const all = files.flatMap((name) => importsOf(readFileSync(join(sources, name), "utf8")));
    expect(all.some((specifier) => specifier.startsWith("."))).toBe(true);
  });

  test("every file stands in a module, but the entry", () => {
    expect(files.filter((name) => moduleOf(join(sources, name)) === undefined)).toEqual(["main.ts"]);
  });

  test.each(files)("%s", (name) => {
    const path = join(sources, name);
    const from = moduleOf(path);
    const broken = importsOf(readFileSync(path, "utf8")).filter((specifier) => {
      if (!specifier.startsWith(".")) return from !== undefined && !mayDraw(from) && DRAWING.includes(specifier);
      const target = resolve(dirname(path), specifier);
      const to = moduleOf(target);
      if (to === undefined) return relative(sources, target) === "main.ts";
      return from !== undefined && !mayImport(from, to);
    });
    expect(broken).toEqual([]);
  });
});

/** The paths, relative to the tree, of the files in which Biome finds something of this category. */
async function filesThatBiomeRefuses(tree: string, category: string): Promise<ReadonlySet<string>> {
  const biome = join(root, "node_modules", ".bin", "biome");
  const args = ["lint", "--reporter=json", "--max-diagnostics=none", "src"];
  const report = await new Promise<string>((settle) => {
    // Biome ends with 1 when it refuses something: what counts is its report.
    execFile(biome, args, { cwd: tree, maxBuffer: 2 ** 28 }, (_, stdout) => settle(stdout));
  });
  const Report = z.object({
    diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
  });
  const { diagnostics } = Report.parse(JSON.parse(report));
  return new Set(diagnostics.filter((found) => found.category === category).map(({ location }) => location.path));
}
