import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import { inputFiles } from "./inputs.ts";
import { complaint } from "./plugins.ts";

/** Plugins for this program's own sources: its build name, its workers, and the part that is a separate script. */

/** `new URL("./relative", import.meta.url)`: refers to a worker or a shipped file. */
const SOURCE_URL = /new URL\(\s*"(\.{1,2}\/[^"]+)",\s*import\.meta\.url,?\s*\)/g;

/** Expressions for a source's own location, which has another meaning in the bundle. */
const OWN_PLACE = /\bimport\.meta\.(url|dirname|filename|resolve)\b/;

/** Named exports of a source. */
const EXPORTED = /^export (?:async )?(?:function|const) (\w+)/gm;

/** Puts a hash of the input files into the program: the same sources give the same program, wherever and whenever it is built. */
export function named(checkout: string): Plugin {
  const file = join(checkout, "src/commands/start/build-name.ts");
  return {
    name: "named",
    setup(context) {
      context.onLoad({ filter: /[\\/]build-name\.ts$/ }, ({ path }) => {
        if (path !== file) return undefined;
        const hash = createHash("sha256");
        for (const { name, path: at, size } of inputFiles(checkout)) {
          hash.update(`${name} ${size}\n`).update(readFileSync(at));
        }
        return { contents: `export const BUILD = "${hash.digest("hex").slice(0, 16)}";`, loader: "js" };
      });
    },
  };
}

/**
 * The part that is a separate script whose compiled code is cached between starts, because users wait for it. Node's own module cache in the same
 * folder would take 68 ms more of a start (`docs/build.md`).
 */
export const SCRIPT = "commands/console.ts";

/** Loading of a script: the expression for its exports, and the function of `code-cache.ts` that it calls. */
export type ScriptLoader = { readonly needs: string; readonly exports: string };

/** Loads the script from a file beside the program. */
export const fromFile = (file: string): ScriptLoader => ({
  needs: "loadWithCodeCache",
  exports: `loadWithCodeCache(new URL("${file}", import.meta.url))`,
});

/** Replaces imports of the script's source by code that loads the script (`code-cache.ts`). */
export function loadedAsScript(checkout: string, script: string, loaded: ScriptLoader): Plugin {
  const namespace = "script";
  const loader = join(checkout, "src/commands/start/code-cache.ts");
  return {
    name: "loaded-as-script",
    setup(context) {
      context.onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
        if (resolve(resolveDir, path) !== script) return undefined;
        if (kind === "dynamic-import") return { path: script, namespace };
        return { errors: [complaint(path, "is a script of its own and is loaded later: import() it")] };
      });
      context.onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const names = [...readFileSync(path, "utf8").matchAll(EXPORTED)].map(([, name]) => name);
        return {
          contents: `import { ${loaded.needs} } from ${JSON.stringify(loader)};
            export const { ${names.join(", ")} } = ${loaded.exports};`,
          loader: "js",
          resolveDir: dirname(path),
        };
      });
    },
  };
}

/** Redirects the entry's dynamic imports to the files already built from them. */
export function leadingTo(checkout: string, { outputs }: Metafile): Plugin {
  const files = new Map(
    Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
      entryPoint === undefined ? [] : [[resolve(checkout, entryPoint), `./${basename(file)}`]],
    ),
  );
  return {
    name: "leading-to",
    setup(context) {
      context.onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const file = files.get(resolve(resolveDir, path));
        if (file === undefined)
          return { errors: [complaint(path, "is no part of the program that can be loaded later")] };
        return { path: file, external: true };
      });
    },
  };
}

/** Output name of an entry in `dist/`: `src/service/embedded/worker.ts` becomes `service-embedded-worker`. */
export function outputName(sources: string, file: string): string {
  return relative(sources, file)
    .replace(/\.tsx?$/, "")
    .replaceAll(sep, "-");
}

/** Source files that others refer to by URL: they run in threads of their own and are entries of the build. */
export function findWorkers(sources: string): string[] {
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

/** URL of a worker as a file beside the program. */
const besideProgram = (name: string): string => `new URL("./${name}.js", import.meta.url)`;

/**
 * Rewrites `new URL("./relative", import.meta.url)` for the bundle's location. Any other use of a source's own location fails the build, because it
 * would be wrong in the bundle.
 */
export function sourceUrls(checkout: string, workers: readonly string[], urlOf = besideProgram): Plugin {
  const sources = join(checkout, "src");
  const shipped = [join(checkout, "themes"), join(checkout, "package.json")];
  return {
    name: "source-urls",
    setup(context) {
      context.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (!path.startsWith(sources + sep)) return undefined;
        const errors: ReturnType<typeof complaint>[] = [];
        const source = readFileSync(path, "utf8");
        const contents = source.replace(SOURCE_URL, (_, specifier: string) => {
          const target = resolve(dirname(path), specifier);
          if (workers.includes(target)) return urlOf(outputName(sources, target));
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
