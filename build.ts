/**
 * Builds the shipped program: `node build.ts` writes `dist/` anew, `node build.ts --if-stale` only when it is out of date.
 *
 * One esbuild run with splitting makes the entry (`dist/main.js`), every worker that the sources name, and the parts
 * that are loaded when they are first needed. Everything is bundled but Node's own modules.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { BuildResult, Location, Message, Metafile, Plugin } from "esbuild";

/** The checkout that this file stands in. */
const CHECKOUT = import.meta.dirname;

/** Parts of an earlier build stay this long after a rebuild (milliseconds): a running program loads its own when it needs them. */
const PART_LIFETIME = 24 * 60 * 60 * 1000;

/** `new URL("./relative", import.meta.url)`: how a source addresses a worker or a shipped file. */
const SOURCE_URL = /new URL\(\s*"(\.{1,2}\/[^"]+)",\s*import\.meta\.url,?\s*\)/g;

/** Ways to ask where a source stands that mean something else in the bundle. */
const OWN_PLACE = /\bimport\.meta\.(url|dirname|filename|resolve)\b/;

/** The built program's entry of a checkout: what `sextant` is. */
export function programOf(checkout = CHECKOUT): string {
  return join(checkout, "dist", "main.js");
}

/** Every file below a path with its size and the time of its last change, as text. */
function describe(path: string): string {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return "";
  if (!entry.isDirectory()) return `${path} ${entry.size} ${entry.mtimeMs}\n`;
  return readdirSync(path)
    .map((name) => describe(join(path, name)))
    .join("");
}

/** The mark of what a program is made of, as it is now. The built entry ends with the mark of what it was made of. */
function inputMark(checkout: string): string {
  const inputs = ["src", "themes", "package.json", "package-lock.json", "tsconfig.json", "build.ts"];
  const described = inputs.map((input) => describe(join(checkout, input))).join("");
  return `//made-of:${createHash("sha256").update(described).digest("hex")}\n`;
}

/** Whether the built program is missing or made of anything else than what is there now. */
export function isStale(checkout = CHECKOUT): boolean {
  const program = programOf(checkout);
  return !existsSync(program) || !readFileSync(program, "utf8").endsWith(inputMark(checkout));
}

/** Builds when, and only when, the built program is out of date. Parts of earlier builds stay for who runs from them. */
export async function buildIfStale(checkout = CHECKOUT): Promise<void> {
  if (isStale(checkout)) await build(checkout, PART_LIFETIME);
}

/**
 * Builds the program of a checkout into its `dist/`.
 *
 * Files are replaced one by one, the entry last, so that a program that starts meanwhile finds a whole build.
 * @param partLifetime how long parts of earlier builds stay, in milliseconds
 * @returns esbuild's account of what went where
 * @throws esbuild's failure, which says where and why, when the sources do not build
 */
export async function build(checkout = CHECKOUT, partLifetime = 0): Promise<Metafile> {
  const began = Date.now();
  // Before anything is read: a source that is saved while this runs makes the program out of date.
  const mark = inputMark(checkout);
  const { metafile, outputFiles } = await bundle(checkout);
  const program = programOf(checkout);
  mkdirSync(dirname(program), { recursive: true });
  for (const file of outputFiles.toSorted((a, b) => Number(a.path === program) - Number(b.path === program))) {
    const draft = `${file.path}.${process.pid}.tmp`;
    if (file.path === program) writeFileSync(draft, file.text + mark, { mode: 0o755 });
    else writeFileSync(draft, file.contents);
    renameSync(draft, file.path);
  }
  removeParts(dirname(program), new Set(outputFiles.map((file) => basename(file.path))), began - partLifetime);
  return metafile;
}

async function bundle(checkout: string): Promise<BuildResult<{ write: false; metafile: true }>> {
  // Loaded only now: nothing of it is needed to see that the program is up to date.
  const esbuild = await import("esbuild");
  const sources = join(checkout, "src");
  const workers = findWorkers(sources);
  const result = await esbuild.build({
    absWorkingDir: checkout,
    entryPoints: {
      main: join(sources, "main.ts"),
      ...Object.fromEntries(workers.map((file) => [outputName(sources, file), file])),
    },
    outdir: join(checkout, "dist"),
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
    logLevel: "silent",
    // React chooses its development build by this.
    define: { "process.env.NODE_ENV": '"production"' },
    // Packages that are still CommonJS ask for Node's own modules through `require`.
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
    plugins: [sourceUrls(checkout, workers), inkWithoutDevtools, yogaFromBytes],
  });
  const warnings = await esbuild.formatMessages(result.warnings, { kind: "warning" });
  process.stderr.write(warnings.join(""));
  return result;
}

/** Removes what the current build did not write and is older than a time (milliseconds since the epoch). */
function removeParts(distribution: string, current: ReadonlySet<string>, before: number): void {
  for (const name of readdirSync(distribution)) {
    if (current.has(name)) continue;
    const path = join(distribution, name);
    const part = statSync(path, { throwIfNoEntry: false });
    if (part !== undefined && part.mtimeMs <= before) rmSync(path, { recursive: true, force: true });
  }
}

/** The name of an entry in `dist/`: `src/service/worker.ts` is `service-worker`. */
function outputName(sources: string, file: string): string {
  return relative(sources, file)
    .replace(/\.tsx?$/, "")
    .replaceAll(sep, "-");
}

/** Every source file that another names by URL: those run in threads of their own and are entries of the build. */
function findWorkers(sources: string): string[] {
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
function sourceUrls(checkout: string, workers: readonly string[]): Plugin {
  const sources = join(checkout, "src");
  const shipped = [join(checkout, "themes"), join(checkout, "package.json")];
  return {
    name: "source-urls",
    setup(context) {
      context.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (!path.startsWith(sources + sep)) return undefined;
        const errors: Complaint[] = [];
        const source = readFileSync(path, "utf8");
        const contents = source.replace(SOURCE_URL, (_, specifier: string) => {
          const target = resolve(dirname(path), specifier);
          if (workers.includes(target)) return `new URL("./${outputName(sources, target)}.js", import.meta.url)`;
          if (!shipped.some((place) => target === place || target.startsWith(place + sep))) {
            errors.push(
              complaint(path, `${specifier} is not shipped: a URL leads to a worker, themes/ or package.json`),
            );
          }
          const fromBundle = relative(join(checkout, "dist"), target).replaceAll(sep, "/");
          return `new URL("${fromBundle}${specifier.endsWith("/") ? "/" : ""}", import.meta.url)`;
        });
        if (OWN_PLACE.test(source.replace(SOURCE_URL, ""))) {
          errors.push(
            complaint(path, 'the bundle stands elsewhere: write new URL("./relative", import.meta.url), literally'),
          );
        }
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts", errors };
      });
    },
  };
}

/**
 * With DEV=true in the environment Ink connects to React's developer tools, whose package is not installed. The word in
 * somebody's environment is not about Sextant: the condition is false here, and what hangs on it is left out.
 */
const inkWithoutDevtools: Plugin = {
  name: "ink-without-devtools",
  setup(context) {
    context.onLoad({ filter: /[\\/]ink[\\/]build[\\/](ink|reconciler)\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const condition = "process.env['DEV'] === 'true'";
      if (!source.includes(condition)) return { errors: [otherForm(path)] };
      return { contents: source.replaceAll(condition, "false"), loader: "js" };
    });
  },
};

/**
 * yoga-layout fetches its WebAssembly from a data URL, and the first `fetch` of a process loads Node's whole HTTP
 * client: 20 ms of every start. Here the module is compiled straight from its bytes, through Emscripten's own hook.
 */
const yogaFromBytes: Plugin = {
  name: "yoga-from-bytes",
  setup(context) {
    context.onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const data = /"data:application\/octet-stream;base64,([^"]+)"/.exec(source);
      const settings = "loadYoga = loadYoga || {};";
      if (data === null || !source.includes(settings)) {
        return {
          errors: [{ text: `${path} has another form than expected: yoga-from-bytes in build.ts has to follow` }],
        };
      }
      const hook = `loadYoga = { instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from("${data[1]}", "base64")), imports);
        done(instance);
        return instance.exports;
      } };`;
      return { contents: source.replace(data[0], '""').replace(settings, () => hook), loader: "js" };
    });
  },
};

type Complaint = Pick<Message, "text"> & { readonly location: Pick<Location, "file"> };

/** An error about a file, for esbuild to report. */
function complaint(file: string, text: string): Complaint {
  return { text, location: { file } };
}

/** What a plugin says when the package that it mends has changed. */
function otherForm(file: string): Complaint {
  return complaint(file, "this file has another form than the plugin in build.ts expects: the plugin has to follow");
}

if (import.meta.main) {
  try {
    await (process.argv.includes("--if-stale") ? buildIfStale() : build());
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    process.stderr.write(`Sextant could not be built from ${CHECKOUT}. ${reason}\n`);
    process.exitCode = 1;
  }
}
