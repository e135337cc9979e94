import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "esbuild";
import { inkWithoutDevtools, yogaFromBytes } from "./plugins.ts";

/**
 * The tables of all areas and operations import all their code: loaded normally, they would load every screen and every schema of the contract before
 * the first frame. In the bundle, plain values of an entry are in the table itself, as they were at build time, and the rest (schemas, screens) is
 * loaded from the entry's own file on first use: saves 53 ms of a start and 24 MB.
 */
const TABLES = ["contract/operations.ts", "areas/areas.ts"];

/** A table's import of its entries. */
const IMPORT = /^import \{ (\w+(?:, \w+)*) \} from "(\.{1,2}\/[^"]+)";$/gm;

/** Helpers in the bundle that replace an entry by its plain values and getters for the rest. */
const LAZY = `
const $lazy = (plain, names, load) => {
  const entry = { ...plain };
  for (const name of names) {
    const set = (value) => Object.defineProperty(entry, name, { value, enumerable: true, configurable: true });
    Object.defineProperty(entry, name, { enumerable: true, configurable: true, get: () => { const value = load()[name]; set(value); return value; } });
  }
  return entry;
};
const $lazyAll = (entries, load) =>
  Object.fromEntries(Object.entries(entries).map(([id, [plain, names]]) => [id, $lazy(plain, names, () => load()[id])]));
`;

type Entry = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Entry => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** True if a value can be in the table as JSON. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isRecord(value)) return Object.values(value).every(isPlain);
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

const isEntry = (value: unknown): value is Entry => isRecord(value) && typeof value["id"] === "string";

/** An entry as source text: its plain values, and the names of its lazy properties. */
function written(entry: Entry): string {
  const plain = Object.fromEntries(Object.entries(entry).filter(([, value]) => isPlain(value)));
  const lazy = Object.keys(entry).filter((name) => !(name in plain));
  return `${JSON.stringify(plain)}, ${JSON.stringify(lazy)}`;
}

/** The statement that replaces an import; null if the import is not an entry and stays unchanged. */
function standIn(name: string, file: string, value: unknown): string | null {
  const load = `() => require(${JSON.stringify(file)}).${name}`;
  if (isEntry(value)) return `const ${name} = $lazy(${written(value)}, ${load});`;
  if (!isRecord(value) || !Object.values(value).every(isEntry)) return null;
  const entries = Object.entries(value).map(
    ([id, entry]) => `${JSON.stringify(id)}: [${isEntry(entry) ? written(entry) : ""}]`,
  );
  return `const ${name} = $lazyAll({ ${entries.join(", ")} }, ${load});`;
}

/** Current exports of source files: bundled and run again, independent of modules loaded by this process. */
async function exportsOf(files: readonly string[], plugins: Plugin[] = []): Promise<readonly Entry[]> {
  const esbuild = await import("esbuild");
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: files.map((file, index) => `export * as part${index} from ${JSON.stringify(file)};`).join("\n"),
      resolveDir: dirname(files[0] ?? "."),
    },
    bundle: true,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    write: false,
    plugins,
    logLevel: "silent",
    define: { "process.env.NODE_ENV": '"production"' },
    banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire("file:///");' },
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  const loaded: unknown = await import(`data:text/javascript;base64,${code}`);
  const parts = new Map(Object.entries(Object(loaded)));
  return files.map((_, index) => Object.fromEntries(Object.entries(Object(parts.get(`part${index}`)))));
}

/** Constants that require the whole program to compute: the console's first frame, the ids of all areas, and their commands. */
const PRECOMPUTED = [
  { file: "commands/start/first-frame.ts", name: "FIRST_FRAME" },
  { file: "contract/area-ids.ts", name: "AREA_IDS" },
  { file: "areas/area-commands.ts", name: "AREA_COMMANDS" },
];

/** An esbuild filter for a source file, by its path below `src/`. */
const filterOf = (file: string): RegExp => new RegExp(`[\\\\/]${file.replaceAll("/", "[\\\\/]").replace(".", "\\.")}$`);

/**
 * Replaces these constants in the bundle by their values at build time, so that the modules that compute them, which take 170 ms to load, are not
 * needed.
 */
export const precomputed = (checkout: string): Plugin => ({
  name: "precomputed",
  setup(context) {
    for (const { file, name } of PRECOMPUTED) {
      const path = join(checkout, "src", file);
      context.onLoad({ filter: filterOf(file) }, async (args) => {
        if (args.path !== path) return undefined;
        const [found] = await exportsOf([path], [inkWithoutDevtools, yogaFromBytes]);
        // V8 reads a text of JSON faster than the same value as source: 5 of 38 ms from Node's start to the first picture, on a busy machine.
        const text = JSON.stringify(JSON.stringify(found?.[name]));
        return { contents: `export const ${name} = JSON.parse(${text});`, loader: "js" };
      });
    }
  },
});

/** Puts the lazy tables into a bundle. */
export const lazyModules = (checkout: string): Plugin => ({
  name: "lazy-modules",
  setup(context) {
    for (const table of TABLES) {
      const path = join(checkout, "src", table);
      context.onLoad({ filter: filterOf(table) }, async (args) => {
        if (args.path !== path) return undefined;
        const source = readFileSync(path, "utf8");
        const imports = [...source.matchAll(IMPORT)].map(([statement, names = "", file = ""]) => ({
          statement,
          names: names.split(", "),
          file,
        }));
        const values = await exportsOf(imports.map(({ file }) => resolve(dirname(path), file)));
        let contents = source;
        let isLazy = false;
        imports.forEach(({ statement, names, file }, index) => {
          const parts = names.map((name) => standIn(name, file, values[index]?.[name]));
          if (parts.some((part) => part === null)) return;
          isLazy = true;
          contents = contents.replace(statement, () => parts.join("\n"));
        });
        return { contents: isLazy ? LAZY + contents : contents, loader: "ts" };
      });
    }
  },
});

/**
 * The tables as in a bundle of this checkout, for tests that compare them with the sources.
 *
 * @param beside further sources for the same bundle, as paths below `src/`
 */
export async function bundledTables(
  beside: readonly string[] = [],
): Promise<{ readonly operations: Entry; readonly areas: readonly Entry[] }> {
  const checkout = resolve(import.meta.dirname, "..");
  const [{ operations } = {}, { AREAS } = {}] = await exportsOf(
    [...TABLES, ...beside].map((file) => join(checkout, "src", file)),
    [lazyModules(checkout), precomputed(checkout), inkWithoutDevtools, yogaFromBytes],
  );
  if (!isRecord(operations) || !Array.isArray(AREAS)) throw new TypeError("the tables have other names");
  return { operations, areas: AREAS.filter(isRecord) };
}
