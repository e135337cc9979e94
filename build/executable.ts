import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { BUNDLED, PACKAGES } from "./bundled.ts";
import { lazyModules, precomputed } from "./lazy-modules.ts";
import { bundledPackages, licencesOf, packageTitle } from "./licences.ts";
import {
  findWorkers,
  loadedAsScript,
  named,
  outputName,
  SCRIPT,
  type ScriptLoader,
  sourceUrls,
} from "./program-plugins.ts";

/**
 * Builds the program as a single file including Node (Node's single executable applications). Its entry is one CommonJS script, compiled at build
 * time; the console, whose compiled code is cached between starts, and the sources of the threads are assets.
 */

/** Expression for Node's `sea` module, which reads the executable's assets. */
const SEA = 'process.getBuiltinModule("node:sea")';

/** Expressions for the bytes of an asset, and for a data URL with its text, from which a thread is started. */
const bytesOf = (name: string): string => `Buffer.from(${SEA}.getRawAsset(${JSON.stringify(name)}))`;
const urlOfWorker = (name: string): string =>
  `new URL("data:text/javascript;base64," + ${bytesOf(`${name}.js`)}.toString("base64"))`;

/** Loads the console's script from an asset. Its name contains its hash, which is the key of its code cache. */
const fromAsset = (asset: string, name: string): ScriptLoader => ({
  needs: "runWithCodeCache",
  exports: `runWithCodeCache(${JSON.stringify(name)}, ${bytesOf(asset)}, new URL("file://" + process.execPath))`,
});

/** Marker by which Node finds a program injected into it. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

type Part = { readonly name: string; readonly contents: Uint8Array };

/** The contents of the file besides Node. */
export type Bundled = {
  /** Licences of all packages in it. */
  readonly licences: string;
  /** Its packages, as `name@version`. */
  readonly packages: readonly string[];
};

type Parts = Bundled & {
  readonly main: Uint8Array;
  readonly assets: readonly Part[];
};

/** Bundles all parts of the program for a single file. */
async function partsOf(checkout: string): Promise<Parts> {
  const sources = join(checkout, "src");
  const workers = findWorkers(sources);
  const plugins = [
    lazyModules(checkout),
    precomputed(checkout),
    named(checkout),
    sourceUrls(checkout, workers, urlOfWorker),
    ...PACKAGES,
  ];
  const inputs: Metafile[] = [];
  const make = async (entry: string, options: BuildOptions): Promise<Part> => {
    const { outputFiles = [], metafile } = await build({
      ...BUNDLED,
      absWorkingDir: checkout,
      entryPoints: [entry],
      outdir: join(checkout, "release"),
      legalComments: "none",
      logLevel: "error",
      format: "cjs",
      banner: {},
      ...options,
      define: { ...BUNDLED.define, ...options.define },
      plugins: [...(options.plugins ?? []), ...plugins],
      metafile: true,
      write: false,
    });
    if (metafile !== undefined) inputs.push(metafile);
    const [made] = outputFiles;
    if (made === undefined) throw new Error(`${entry} made nothing.`);
    return { name: basename(made.path), contents: made.contents };
  };
  const script = await make(join(sources, SCRIPT), {
    entryNames: "[name]-[hash]",
    banner: { js: "(function(exports,require,module,__url){" },
    footer: { js: "})" },
    define: { "import.meta.url": "__url" },
  });
  const threads = await Promise.all(
    workers.map(async (file) => {
      // A module in a data URL has no location for `require`; only Node's own modules are required.
      const banner = {
        js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(process.execPath);',
      };
      const { contents } = await make(file, { format: "esm", banner });
      return { name: `${outputName(sources, file)}.js`, contents };
    }),
  );
  const main = await make(join(sources, "main.ts"), {
    plugins: [loadedAsScript(checkout, join(sources, SCRIPT), fromAsset("console.js", script.name))],
  });
  const all = { inputs: Object.assign({}, ...inputs.map((each) => each.inputs)), outputs: {} };
  return {
    main: main.contents,
    assets: [{ name: "console.js", contents: script.contents }, ...threads],
    licences: licencesOf(checkout, all),
    packages: bundledPackages(checkout, all).map(packageTitle),
  };
}

/**
 * Builds the executable for the current platform and version of Node.
 *
 * @param outfile path of the executable
 * @returns its contents besides Node
 * @throws Error if a source does not build, or Node cannot be copied or written into
 */
export async function buildExecutable(checkout: string, outfile: string): Promise<Bundled> {
  const { main, assets, licences, packages } = await partsOf(checkout);
  const folder = mkdtempSync(join(tmpdir(), "sextant-executable-"));
  try {
    const put = ({ name, contents }: Part): string => {
      const path = join(folder, name);
      writeFileSync(path, contents);
      return path;
    };
    const blob = join(folder, "program.blob");
    const configuration = {
      main: put({ name: "main.cjs", contents: main }),
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: Object.fromEntries(assets.map((part) => [part.name, put(part)])),
    };
    writeFileSync(join(folder, "sea.json"), JSON.stringify(configuration));
    execFileSync(process.execPath, ["--experimental-sea-config", join(folder, "sea.json")], { stdio: "pipe" });
    mkdirSync(dirname(outfile), { recursive: true });
    rmSync(outfile, { force: true });
    copyFileSync(process.execPath, outfile);
    chmodSync(outfile, 0o755);
    const macho = process.platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
    const postject = join(checkout, "node_modules", "postject", "dist", "cli.js");
    execFileSync(process.execPath, [postject, outfile, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE, ...macho], {
      stdio: "pipe",
    });
    return { licences, packages };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
