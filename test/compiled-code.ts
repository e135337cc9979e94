import { join } from "node:path";

/**
 * The folder in which the programs of the tests keep their compiled code, as those of one user do. A program that finds none, which is
 * each one in folders of its own, compiles for longer than it runs in most tests.
 */
export const COMPILED_CODE = join(import.meta.dirname, "../node_modules/.cache/sextant-tests");
