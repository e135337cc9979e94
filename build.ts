/**
 * Builds the shipped program: `node build.ts` writes `dist/` anew, `node build.ts --if-stale` only when a source is newer.
 *
 * One esbuild run with splitting makes the entry (`dist/main.js`), every worker that the sources name, and the parts
 * that are loaded when they are first needed. Everything is bundled but Node's own modules.
 */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Metafile, Plugin } from "esbuild";

const root = import.meta.dirname;
const sources = join(root, "src");

/** The folder of the built program. */
export const distribution = join(root, "dist");

/** The built program's entry: what `sextant` is. */
export const program = join(distribution, "main.js");

/** What the built program is made of: a change in any of these makes it out of date. */
const inputs = [
  sources,
  join(root, "themes"),
  join(root, "package.json"),
  join(root, "package-lock.json"),
  join(root, "build.ts"),
];

/** What is shipped beside `dist/` and may be addressed by URL from the sources. */
const shipped = [join(root, "themes"), join(root, "package.json")];

/** Parts of an earlier build stay this long after a rebuild, in milliseconds: a running program loads its own when it first needs them. */
const PART_LIFETIME = 24 * 60 * 60 * 1000;

/** `new URL("./relative", import.meta.url)`: how a source addresses a worker or a shipped file. */
const SOURCE_URL = /new URL\(\s*"(\.{1,2}\/[^"]+)",\s*import\.meta\.url,?\s*\)/g;

/** Ways to ask where a source stands that mean something else in the bundle. */
const OWN_PLACE = /\bimport\.meta\.(url|dirname|filename|resolve)\b/;

/** The time of the newest input, in milliseconds since the epoch. A deleted file shows in the time of its folder. */
function newest(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  let time = entry.mtimeMs;
  for (const name of readdirSync(path)) time = Math.max(time, newest(join(path, name)));
  return time;
}

/** Whether the built program is missing or older than what it is made of. */
export function isStale(): boolean {
  const built = statSync(program, { throwIfNoEntry: false });
  return built === undefined || inputs.some((input) => newest(input) > built.mtimeMs);
}

/** Builds when, and only when, the built program is out of date. */
export async function buildIfStale(): Promise<void> {
  if (isStale()) await build({ keepRecentParts: true });
}

/**
 * Builds the program into `dist/`.
 *
 * Files are replaced one by one, the entry last, so that a program that starts meanwhile finds a whole build.
 * @param options.keepRecentParts leave parts of earlier builds to the programs that may still run from them
 * @returns esbuild's account of what went where
 * @throws esbuild's failure, already printed, when the sources do not build
 */
export async function build(options: { readonly keepRecentParts: boolean }): Promise<Metafile> {
  const { build: bundle } = await import("esbuild");
  const began = new Date();
  const workers = findWorkers();
  const result = await bundle({
    absWorkingDir: root,
    entryPoints: { main: "src/main.ts", ...Object.fromEntries(workers.map((file) => [outputName(file), file])) },
    outdir: distribution,
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22.19",
    minify: true,
    legalComments: "external",
    metafile: true,
    write: false,
    logLevel: "warning",
    // React and Ink choose their development builds by these; DEV in somebody's environment is not about Sextant.
    define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
    // Packages that are still CommonJS ask for Node's own modules through `require`.
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
    plugins: [sourceUrls(workers)],
  });
  mkdirSync(distribution, { recursive: true });
  const entriesLast = result.outputFiles.toSorted((a, b) => Number(a.path === program) - Number(b.path === program));
  for (const file of entriesLast) replace(file.path, file.contents);
  chmodSync(program, 0o755);
  // A source that was saved while this ran is newer than this.
  utimesSync(program, began, began);
  removeParts(
    new Set(result.outputFiles.map((file) => basename(file.path))),
    options.keepRecentParts ? PART_LIFETIME : 0,
  );
  return result.metafile;
}

function replace(path: string, contents: Uint8Array): void {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

function removeParts(current: ReadonlySet<string>, lifetime: number): void {
  for (const name of readdirSync(distribution)) {
    if (current.has(name)) continue;
    const path = join(distribution, name);
    const part = statSync(path, { throwIfNoEntry: false });
    if (part !== undefined && Date.now() - part.mtimeMs >= lifetime) rmSync(path, { recursive: true, force: true });
  }
}

/** The name of an entry in `dist/`: `src/service/worker.ts` is `service-worker`. */
function outputName(file: string): string {
  return relative(sources, file)
    .replace(/\.tsx?$/, "")
    .replaceAll(sep, "-");
}

/** Every source file that another names by URL: those run in threads of their own and are entries of the build. */
function findWorkers(): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name)) continue;
    const file = join(sources, name);
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(SOURCE_URL)) {
      const target = resolve(dirname(file), specifier);
      if (/\.tsx?$/.test(target)) found.add(target);
    }
  }
  return [...found].sort();
}

/**
 * Rewrites `new URL("./relative", import.meta.url)` from where the source stands to where the bundle does.
 * Any other question about a source's own place fails the build, because the bundle would answer it wrongly.
 */
function sourceUrls(workers: readonly string[]): Plugin {
  return {
    name: "source-urls",
    setup(context) {
      context.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (!path.startsWith(sources + sep)) return undefined;
        const errors: { text: string }[] = [];
        const source = readFileSync(path, "utf8");
        if (OWN_PLACE.test(source.replace(SOURCE_URL, ""))) {
          errors.push({
            text: 'in the bundle a source stands elsewhere: write new URL("./relative", import.meta.url), literally',
          });
        }
        const contents = source.replace(SOURCE_URL, (_, specifier: string) => {
          const target = resolve(dirname(path), specifier);
          if (workers.includes(target)) return `new URL("./${outputName(target)}.js", import.meta.url)`;
          if (!shipped.some((place) => target === place || target.startsWith(place + sep))) {
            errors.push({
              text: `${specifier} is not shipped: only themes/, package.json and workers can be addressed by URL`,
            });
          }
          const slash = specifier.endsWith("/") ? "/" : "";
          return `new URL("${relative(distribution, target).replaceAll(sep, "/")}${slash}", import.meta.url)`;
        });
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts", errors };
      });
    },
  };
}

if (import.meta.main) {
  try {
    await (process.argv.includes("--if-stale") ? buildIfStale() : build({ keepRecentParts: false }));
  } catch (failure) {
    process.stderr.write(
      `Sextant could not be built. ${failure instanceof Error ? failure.message : String(failure)}\n`,
    );
    process.exitCode = 1;
  }
}
