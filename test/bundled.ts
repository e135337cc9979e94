import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { BUNDLED, PACKAGES } from "../build/bundled.ts";

const run = promisify(execFile);

/** The most that a program may print (bytes). */
const MOST = 256 * 1024 * 1024;

/**
 * Runs a source of a test or a bench to its end, bundled like the program and in a process of its own: what it costs is then what the
 * console would cost.
 *
 * @param flags those of Node
 * @returns what it printed
 * @throws esbuild's failure, or that of the process with what it wrote to standard error
 */
export async function printedBy(
  source: string,
  args: readonly string[],
  flags: readonly string[] = [],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "sextant-bundled-"));
  const program = join(folder, "program.js");
  try {
    await build({
      ...BUNDLED,
      entryPoints: [source],
      absWorkingDir: resolve(import.meta.dirname, ".."),
      outfile: program,
      logLevel: "error",
      plugins: [...PACKAGES],
    });
    const { stdout } = await run(process.execPath, [...flags, program, ...args], { encoding: "utf8", maxBuffer: MOST });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
