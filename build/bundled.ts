import type { BuildOptions, Plugin } from "esbuild";
import {
  inkWithoutDevtools,
  nodeModulesAsTheyAre,
  reactOnce,
  segmentersWhenNeeded,
  undiciClientAlone,
  widthWithoutTables,
  yogaFromBytes,
} from "./plugins.ts";

/** esbuild options shared by all parts of the program, and by measurements that need the same bundle (`test/bundled.ts`). */
export const BUNDLED = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22.19",
  minify: true,
  // Packages that are still CommonJS load Node's modules through `require`.
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
  // Otherwise React would use its development build.
  define: { "process.env.NODE_ENV": '"production"' },
} as const satisfies BuildOptions;

/** Plugins that change packages in a bundle. */
export const PACKAGES: readonly Plugin[] = [
  inkWithoutDevtools,
  yogaFromBytes,
  nodeModulesAsTheyAre,
  segmentersWhenNeeded,
  undiciClientAlone,
  widthWithoutTables,
  reactOnce,
];
