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

/** How everything that runs is bundled: each part of the program, and what is measured as if it were one (`test/bundled.ts`). */
export const BUNDLED = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22.19",
  minify: true,
  // Packages that are still CommonJS ask for Node's own modules through `require`.
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
  // React chooses its development build by this.
  define: { "process.env.NODE_ENV": '"production"' },
} as const satisfies BuildOptions;

/** What becomes of the packages in a bundle. */
export const PACKAGES: readonly Plugin[] = [
  inkWithoutDevtools,
  yogaFromBytes,
  nodeModulesAsTheyAre,
  segmentersWhenNeeded,
  undiciClientAlone,
  widthWithoutTables,
  reactOnce,
];
