import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/** Loads the package itself on demand. In the bundle this becomes `require("string-width")`, which esbuild can resolve. */
export const loadStringWidth = (): ((text: string, options?: object) => number) => load("string-width").default;
