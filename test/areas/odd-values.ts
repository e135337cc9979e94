import { join } from "node:path";
import { printedBy } from "../bundled.ts";
import type { OddValues } from "./odd-values-run.ts";

/** Every rule of every form on odd values, in a process that is watched: some of them at each place of a form, or all. */
export async function oddValues(which: "many" | "all"): Promise<OddValues> {
  return JSON.parse(await printedBy(join(import.meta.dirname, "odd-values-run.ts"), [which]));
}
