import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/** The package itself, read when it is asked for. In the bundle this file is `require("string-width")`, which esbuild can see. */
export const loadStringWidth = (): ((text: string, options?: object) => number) => load("string-width").default;
