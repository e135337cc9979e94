import { readFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Location, Message, Plugin } from "esbuild";

/**
 * What the bundle does otherwise than the packages that it is made of. Each plugin fails the build when the package that it mends has another
 * form than it knows, and stays only while it brings 3 ms of a start, 4 MB or 3 % of a key: what each brings stands at it and in
 * `docs/build.md` (processor time of the main thread up to the first frame, where nothing else is said).
 */

type Complaint = Pick<Message, "text"> & { readonly location: Pick<Location, "file"> };

/** An error about a file, for esbuild to report. */
export function complaint(file: string, text: string): Complaint {
  return { text, location: { file } };
}

/** What a plugin says when the package that it mends has changed. */
const otherForm = (file: string): Complaint =>
  complaint(file, "this file has another form than the plugin in build/ expects: the plugin has to follow");

/**
 * With DEV=true in the environment Ink connects to React's developer tools, whose package is not installed. The word in somebody's
 * environment is not about Sextant: the condition is false here, and what hangs on it is left out. It is there for that and not for speed.
 */
export const inkWithoutDevtools: Plugin = {
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
 * client: 27 ms of every start. Here the module is compiled straight from its bytes, through Emscripten's own hook, and is there at once: nothing
 * has to be awaited while the program is read.
 */
export const yogaFromBytes: Plugin = {
  name: "yoga-from-bytes",
  setup(context) {
    context.onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const data = /"data:application\/octet-stream;base64,([^"]+)"/.exec(source);
      const settings = "loadYoga = loadYoga || {};";
      if (data === null || !source.includes(settings)) return { errors: [otherForm(path)] };
      const hook = `loadYoga.instantiateWasm = (imports, done) => {
        const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from("${data[1]}", "base64")), imports);
        done(instance);
        return instance.exports;
      };`;
      return { contents: source.replace(data[0], '""').replace(settings, () => hook), loader: "js" };
    });
    context.onLoad({ filter: /[\\/]yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const awaited = "wrapAssembly(await loadYoga())";
      if (!source.includes(awaited)) return { errors: [otherForm(path)] };
      // What is passed in is what comes out.
      const made = "const library = {}; loadYoga(library);\n";
      const contents = source.replace(`const Yoga = ${awaited}`, `${made}const Yoga = wrapAssembly(library)`);
      return { contents, loader: "js" };
    });
  },
};

/** Some of Node's functions say themselves what `promisify` makes of them: `execFile` gives both of its outputs. */
const PROMISED = `
  const custom = Symbol.for("nodejs.util.promisify.custom");
  const promised = (called, name) => Object.defineProperty(called, custom, { get: () => part(name)[custom] });`;

/** Modules whose functions are mostly called later than the first frame, read when the first is called. */
const READ_WHEN_CALLED = new Set(["child_process", "crypto", "fs/promises"]);

/**
 * An ES import of one of Node's modules reads every export of it, also those that are made when they are first asked for: `node:http`
 * brings Node's own WebSocket and with it a second HTTP client, `node:process` opens standard input and output, `node:crypto` the
 * whole of WebCrypto, `node:fs` its promises and readline. Here nothing is asked for but what the program names: 9 ms, all before the first picture.
 */
export const nodeModulesAsTheyAre: Plugin = {
  name: "node-modules-as-they-are",
  setup(context) {
    const namespace = "node-module";
    const isOwn = (name: string): boolean => builtinModules.includes(name) || builtinModules.includes(`node:${name}`);
    context.onResolve({ filter: /^(?:node:)?[a-z][a-z0-9_/]*$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, "");
      return kind === "import-statement" && isOwn(name) ? { path: name, namespace } : undefined;
    });
    context.onLoad({ filter: /.*/, namespace }, ({ path }) => {
      const own = new Map<string, unknown>(Object.entries(Object(process.getBuiltinModule(`node:${path}`))));
      const names = [...own.keys()].filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== "default");
      // The entry is read by a Node that is too old for the first, and has to come as far as to say so.
      const load = `(process.getBuiltinModule?.("node:${path}") ?? require("node:${path}"))`;
      const isLazy = READ_WHEN_CALLED.has(path);
      const isCalled = (name: string): boolean => typeof own.get(name) === "function" && /^[a-z]/.test(name);
      const part = (name: string): string => {
        if (!isLazy || !isCalled(name)) return `/* @__PURE__ */ part("${name}")`;
        const called = `(...given) => ${load}.${name}(...given)`;
        return promisify.custom in Object(own.get(name)) ? `/* @__PURE__ */ promised(${called}, "${name}")` : called;
      };
      return {
        contents: [
          isLazy
            ? `const whole = () => ${load}; const part = (name) => whole()[name]; const module = /* @__PURE__ */ whole();
              ${PROMISED}`
            : `const module = ${load}; const part = (name) => module[name];`,
          "export default module;",
          ...names.map((name) => `const _${name} = ${part(name)};`),
          `export { ${names.map((name) => `_${name} as ${name}`).join(", ")} };`,
        ].join("\n"),
        loader: "js",
      };
    });
  },
};

/**
 * React is CommonJS: for each module that imports it a bundle makes an object with all that React has, sixty times in a start. Here one stands
 * for all: 2.5 ms, and 10 ms over all threads.
 */
export const reactOnce: Plugin = {
  name: "react-once",
  setup(context) {
    const namespace = "react-once";
    const load = createRequire(import.meta.url);
    // In development React has more names, and which it has is asked while the program is built, wherever that is.
    const names = (path: string): readonly string[] =>
      Object.keys(
        load(join(dirname(load.resolve("react/package.json")), "cjs", `${path.replace("/", "-")}.production.js`)),
      );
    context.onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ path, kind, resolveDir }) =>
      kind === "import-statement" ? { path, namespace, pluginData: resolveDir } : undefined,
    );
    context.onLoad({ filter: /.*/, namespace }, ({ path, pluginData }) => ({
      contents: `const whole = require("${path}");
        export default whole;
        export const { ${names(path).join(", ")} } = whole;`,
      loader: "js",
      resolveDir: String(pluginData),
    }));
  },
};

/**
 * Of undici the client alone is used: its `fetch`, WebSocket, cache and mocks stay out, and Node's own copy of them with them: 4 MB. So does
 * HTTP/2, which it speaks only where it is told to (`allowH2`): the modules that it asks of Node for it, TLS among them, take 9 MB.
 */
export const undiciClientAlone: Plugin = {
  name: "undici-client-alone",
  setup(context) {
    context.onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const parts = [
        ["Agent", "./lib/dispatcher/agent"],
        ["Dispatcher", "./lib/dispatcher/dispatcher"],
        ["api", "./lib/api"],
        ["buildConnector", "./lib/core/connect"],
      ] as const;
      const joined = "Object.assign(Dispatcher.prototype, api)";
      const isKnown = parts.every(([name, file]) => source.includes(`const ${name} = require('${file}')`));
      if (!isKnown || !source.includes(joined)) return { errors: [otherForm(path)] };
      const imports = parts.map(([name, file]) =>
        `import ${name} from "${file}.js";`.replace("api.js", "api/index.js"),
      );
      // As an ES module: another name that the program imports of undici is an error of the build.
      return { contents: [...imports, `${joined};`, "export { Agent, buildConnector };"].join("\n"), loader: "js" };
    });
    context.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, ({ path }) => {
      const isKnown = readFileSync(path, "utf8").includes("module.exports = connectH2");
      if (!isKnown) return { errors: [otherForm(path)] };
      return { contents: 'module.exports = () => { throw new Error("HTTP/2 is not spoken"); };', loader: "js" };
    });
  },
};

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Replaces a package by a file of this folder; that file alone gets the package itself. */
const standIn = (name: string, file: string): Plugin => ({
  name: `late-${name}`,
  setup(context) {
    context.onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind, resolveDir, pluginData }) => {
      if (pluginData === standIn) return undefined;
      if (kind !== "require-call") return { path: here(file) };
      // The same form of the package as an import gets: it is the one that the other plugins know.
      return context.resolve(name, { kind: "import-statement", resolveDir, pluginData: standIn });
    });
    context.onLoad({ filter: new RegExp(`[\\\\/]build[\\\\/]load-${name}\\.ts$`) }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const call = `load("${name}")`;
      if (!source.includes(call)) return { errors: [otherForm(path)] };
      const withoutLoad = source.replace(/^import .*$/m, "").replace(/^const load = .*$/m, "");
      return { contents: withoutLoad.replace(call, `require("${name}")`), loader: "ts" };
    });
  },
});

/** Measuring text loads Unicode's tables of emoji: 53 ms, all before the first picture. What this program draws is known without them. */
export const widthWithoutTables: Plugin = standIn("string-width", "./string-width.ts");

/** Packages that make a segmenter while they are read. */
const SEGMENTING =
  /[\\/](?:ansi-tokenize[\\/]build[\\/]tokenize|ink[\\/]build[\\/]line-update|slice-ansi[\\/]tokenize-ansi|wrap-ansi[\\/]index)\.js$/;

/** The first segmenter loads Unicode's tables: 11 ms. In the bundle it is made for the first text that needs it. */
export const segmentersWhenNeeded: Plugin = {
  name: "segmenters-when-needed",
  setup(context) {
    context.onLoad({ filter: SEGMENTING }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes("new Intl.Segmenter(")) return { errors: [otherForm(path)] };
      const stand = `import { LazySegmenter } from ${JSON.stringify(here("./segmenter.ts"))};`;
      return { contents: `${stand}\n${source.replaceAll("new Intl.Segmenter(", "new LazySegmenter(")}`, loader: "js" };
    });
  },
};
