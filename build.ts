/**
 * Builds the shipped program: `node build.ts` writes `dist/` anew, `node build.ts --if-stale` only when it is out of date.
 *
 * One esbuild run with splitting makes the entry (`dist/main.js`), every worker that the sources name, and the parts
 * that are loaded when they are first needed. Everything is bundled but Node's own modules.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { BuildOptions, BuildResult, Metafile } from "esbuild";
import { BUNDLED, PACKAGES } from "./build/bundled.ts";
import { inputFiles } from "./build/inputs.ts";
import { lazyModules, precomputed } from "./build/lazy-modules.ts";
import { LICENCES_FILE, licencesOf } from "./build/licences.ts";
import {
  findWorkers,
  fromFile,
  leadingTo,
  loadedAsScript,
  named,
  outputName,
  SCRIPT,
  sourceUrls,
} from "./build/program-plugins.ts";

/** The checkout that this file stands in. */
const CHECKOUT = import.meta.dirname;

/** Parts of an earlier build stay this long after a rebuild (milliseconds): a running program loads its own when it needs them. */
const PART_LIFETIME = 24 * 60 * 60 * 1000;

/** The built program's entry of a checkout: what `sextant` is. */
export function programOf(checkout = CHECKOUT): string {
  return join(checkout, "dist", "main.js");
}

/** A comment with the hash of what a program is made of now. The built entry ends with that of what it was made of. */
function inputHash(checkout: string): string {
  const described = inputFiles(checkout).map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}\n`);
  return `//input-hash:${createHash("sha256").update(described.join("")).digest("hex")}\n`;
}

/** Whether the built program is missing or made of anything else than what is there now. */
export function isStale(checkout = CHECKOUT): boolean {
  const program = programOf(checkout);
  return !existsSync(program) || !readFileSync(program, "utf8").endsWith(inputHash(checkout));
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
  const hash = inputHash(checkout);
  const { metafile, outputFiles } = await bundle(checkout);
  const program = programOf(checkout);
  mkdirSync(dirname(program), { recursive: true });
  const licences = {
    path: join(dirname(program), LICENCES_FILE),
    contents: Buffer.from(licencesOf(checkout, metafile)),
  };
  const files = [licences, ...outputFiles.toSorted((a, b) => Number(a.path === program) - Number(b.path === program))];
  for (const { path, contents } of files) {
    const draft = `${path}.${process.pid}.tmp`;
    if (path === program) writeFileSync(draft, Buffer.concat([contents, Buffer.from(hash)]), { mode: 0o755 });
    else writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  removeParts(dirname(program), new Set(files.map(({ path }) => basename(path))), began - partLifetime);
  return metafile;
}

type Bundle = Pick<BuildResult<{ write: false; metafile: true }>, "metafile" | "outputFiles">;

async function bundle(checkout: string): Promise<Bundle> {
  // Loaded only now: nothing of it is needed to see that the program is up to date.
  const esbuild = await import("esbuild");
  const sources = join(checkout, "src");
  const workers = findWorkers(sources);
  const main = join(sources, "main.ts");
  const plugins = [
    // First those that replace a source whole.
    lazyModules(checkout),
    precomputed(checkout),
    named(checkout),
    sourceUrls(checkout, workers),
    ...PACKAGES,
  ];
  const make = async (options: BuildOptions): Promise<Bundle> => {
    const made = await esbuild.build({
      ...BUNDLED,
      absWorkingDir: checkout,
      outdir: join(checkout, "dist"),
      chunkNames: "[name]-[hash]",
      legalComments: "external",
      logLevel: "silent",
      ...options,
      define: { ...BUNDLED.define, ...options.define },
      plugins: [...(options.plugins ?? []), ...plugins],
      metafile: true,
      write: false,
    });
    const warnings = await esbuild.formatMessages(made.warnings, { kind: "warning" });
    process.stderr.write(warnings.join(""));
    return made;
  };
  const source = join(sources, SCRIPT);
  const script = existsSync(source)
    ? await make({
        entryPoints: [source],
        entryNames: "[name]-[hash]",
        // A function of what a module has; `loadWithCodeCache` calls it.
        format: "cjs",
        banner: { js: "(function(exports,require,module,__url){" },
        footer: { js: "})" },
        define: { "import.meta.url": "__url" },
      })
    : null;
  if (script !== null) refuseWideText(script);
  const kept = script === null ? [] : [loadedAsScript(checkout, source, fromFile(scriptOf(script)))];
  const parts = await make({
    entryPoints: { main, ...Object.fromEntries(workers.map((file) => [outputName(sources, file), file])) },
    splitting: true,
    plugins: kept,
  });
  // The entry is one file: what it shares with other parts stands in it too, so that it runs before any other file is read (10 ms).
  const entry = await make({ entryPoints: { main }, plugins: [...kept, leadingTo(checkout, parts.metafile)] });
  const own = new Set(entry.outputFiles.map(({ path }) => path));
  const all = [...(script === null ? [] : [script]), parts, entry];
  return {
    metafile: {
      inputs: Object.assign({}, ...all.map(({ metafile }) => metafile.inputs)),
      outputs: Object.assign({}, ...all.map(({ metafile }) => metafile.outputs)),
    },
    outputFiles: all.flatMap((made) => made.outputFiles.filter(({ path }) => made === entry || !own.has(path))),
  };
}

/**
 * Refuses a script with a character beyond ASCII: all of its text would take two bytes a character in memory (`code-cache.ts`). esbuild escapes such
 * characters in strings and not in regular expressions.
 */
function refuseWideText({ outputFiles }: Bundle): void {
  for (const { path, text } of outputFiles.filter((file) => file.path.endsWith(".js"))) {
    const found = /.{0,40}[^\0-\x7f].{0,40}/u.exec(text);
    if (found !== null)
      throw new Error(`${path} is not ASCII: write \\u escapes in the regular expression of ${found[0]}`);
  }
}

/** The file of a script, as a module beside it names it. @throws Error when the script would load a module later: a script cannot */
function scriptOf({ metafile }: Bundle): string {
  const scripts = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  for (const [file, { imports }] of scripts) {
    const dynamic = imports.find(({ kind }) => kind === "dynamic-import");
    if (dynamic !== undefined) throw new Error(`${file} is a script and cannot import("${dynamic.path}").`);
  }
  return `./${basename(scripts[0]?.[0] ?? "")}`;
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

if (import.meta.main) {
  try {
    await (process.argv.includes("--if-stale") ? buildIfStale() : build());
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    process.stderr.write(`Sextant could not be built from ${CHECKOUT}. ${reason}\n`);
    process.exitCode = 1;
  }
}
