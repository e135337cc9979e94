import { readFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Location, Message, Plugin } from "esbuild";

/**
 * Plugins that change packages in the bundle. Each fails the build if its package no longer has the expected form, and is kept only while it saves 3
 * ms of a start, 4 MB or 3 % of a key press: its comment and `docs/build.md` give the gain (processor time of the main thread up to the first frame,
 * unless stated otherwise).
 */

type Complaint = Pick<Message, "text"> & { readonly location: Pick<Location, "file"> };

/** An error about a file, for esbuild to report. */
export function complaint(file: string, text: string): Complaint {
  return { text, location: { file } };
}

/** The error if a package has changed its form. */
const otherForm = (file: string): Complaint =>
  complaint(file, "this file has another form than the plugin in build/ expects: the plugin has to follow");

/**
 * With DEV=true in the environment, Ink connects to React's developer tools, whose package is not installed. That variable is not meant for Sextant,
 * so the condition is replaced by false and its code removed. This plugin is not for speed.
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
 * yoga-layout fetches its WebAssembly from a data URL, and the first `fetch` of a process loads Node's whole HTTP client: 27 ms of every start. This
 * plugin compiles the module directly from its bytes, through Emscripten's own hook, and synchronously, so that loading the program needs no await.
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
      // `loadYoga` fills the object that it gets, so that object is the library.
      const made = "const library = {}; loadYoga(library);\n";
      const contents = source.replace(`const Yoga = ${awaited}`, `${made}const Yoga = wrapAssembly(library)`);
      return { contents, loader: "js" };
    });
  },
};

/** Some of Node's functions define their own result for `promisify`: that of `execFile` has both of its outputs. */
const PROMISED = `
  const custom = Symbol.for("nodejs.util.promisify.custom");
  const promised = (called, name) => Object.defineProperty(called, custom, { get: () => part(name)[custom] });`;

/** Modules whose functions are mostly called after the first frame: loaded by the first call. */
const READ_WHEN_CALLED = new Set(["child_process", "crypto", "fs/promises"]);

/**
 * An ES import of one of Node's modules reads all its exports, including those computed on first access: `node:http` loads Node's own WebSocket and
 * with it a second HTTP client, `node:process` opens standard input and output, `node:crypto` all of WebCrypto, `node:fs` its promises and readline.
 * This plugin reads only the exports that the program names: saves 9 ms, all before the first frame.
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
      // Even a Node too old for `getBuiltinModule` must be able to load the entry, which then reports the old version.
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
 * React is CommonJS: a bundle creates an object with all of React's exports for each module that imports it, sixty times in a start. This plugin
 * creates one for all: saves 2.5 ms, and 10 ms over all threads.
 */
export const reactOnce: Plugin = {
  name: "react-once",
  setup(context) {
    const namespace = "react-once";
    const load = createRequire(import.meta.url);
    // Use the names of the production build: the development build has more of them, and this runs at build time, in
    // any environment.
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
 * The program uses only undici's client: its `fetch`, WebSocket, cache and mocks are left out, and with them Node's own copy of these: saves 4 MB. So
 * is HTTP/2, which undici uses only if told to (`allowH2`): the modules that it loads from Node for it, including TLS, take 9 MB.
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
      // Written as an ES module, so that importing any other name from undici fails the build.
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

/** Replaces a package by a file of this folder; only that file can load the package itself. */
const standIn = (name: string, file: string): Plugin => ({
  name: `late-${name}`,
  setup(context) {
    context.onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind, resolveDir, pluginData }) => {
      if (pluginData === standIn) return undefined;
      if (kind !== "require-call") return { path: here(file) };
      // Resolve as for an import: the other plugins expect that form of the package.
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

/** Measuring text loads Unicode's emoji tables: 53 ms, all before the first frame. The texts of this program can be measured without them. */
export const widthWithoutTables: Plugin = standIn("string-width", "./string-width.ts");

/** Packages that create a segmenter while they load. */
const SEGMENTING =
  /[\\/](?:ansi-tokenize[\\/]build[\\/]tokenize|ink[\\/]build[\\/]line-update|slice-ansi[\\/]tokenize-ansi|wrap-ansi[\\/]index)\.js$/;

/** The first segmenter loads Unicode's tables: 11 ms. In the bundle it is created for the first text that needs it. */
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
