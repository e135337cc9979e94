import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll } from "vitest";
import { BUNDLED, PACKAGES } from "../build/bundled.ts";

/** What the thread of the service is called in its source, and beside the bundle. */
const [WORKER_SOURCE, WORKER] = ["./worker.ts", "./worker.js"];

/**
 * Bundles a program for as long as the tests of a file run: it starts in a third of the time that Node takes for the sources.
 *
 * @param parts what is started by it, by name
 * @returns what is started with Node
 */
export async function bundledProgram(source: string, parts: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sextant-program-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const root = resolve(import.meta.dirname, "..");
  const { outputFiles } = await build({
    ...BUNDLED,
    entryPoints: { program: source, ...parts },
    absWorkingDir: root,
    outdir: folder,
    write: false,
    logLevel: "error",
    plugins: [...PACKAGES],
  });
  for (const { path, text } of outputFiles) writeFileSync(path, text.replaceAll(WORKER_SOURCE, WORKER));
  return join(folder, "program.js");
}
