import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Files and folders that the program is built from. */
const INPUTS = ["src", "themes", "package.json", "package-lock.json", "tsconfig.json", "build.ts", "build"];

export type InputFile = {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
};

/** All input files with their names relative to the checkout, always in the same order. */
export function inputFiles(checkout: string, names: readonly string[] = INPUTS): readonly InputFile[] {
  return names.flatMap((name) => {
    const path = join(checkout, name);
    const entry = statSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return [];
    const within = (below: string): string => `${name}/${below}`;
    if (entry.isDirectory()) return inputFiles(checkout, readdirSync(path).toSorted().map(within));
    return [{ name, path, size: entry.size, mtimeMs: entry.mtimeMs }];
  });
}
