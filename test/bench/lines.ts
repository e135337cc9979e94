import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How much code stands in each layer of a source folder. */

export type LayerLines = {
  readonly layer: string;
  readonly files: number;
  /** All lines. */
  readonly lines: number;
  /** Lines that are neither blank nor comment alone. */
  readonly code: number;
};

/** Lines that are neither blank nor nothing but comment. A block comment is known by how the house writes it. */
const isCode = (line: string): boolean => {
  const text = line.trim();
  return text !== "" && !text.startsWith("//") && !text.startsWith("/*") && !text.startsWith("*");
};

/** Counts the TypeScript below a folder, one row a folder in it, files beside the folders in a row of their own. */
export function linesByLayer(sources: string): readonly LayerLines[] {
  const names = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/u.test(name));
  const byLayer = Map.groupBy(names, (name) => (name.includes("/") ? (name.split("/")[0] ?? "") : name));
  return [...byLayer].map(([layer, files]) => {
    const lines = files.flatMap((name) => readFileSync(join(sources, name), "utf8").trimEnd().split("\n"));
    return { layer, files: files.length, lines: lines.length, code: lines.filter(isCode).length };
  });
}
