import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundledProgram } from "../bundled-program.ts";

type Embedded = typeof import("./programs/embedded.ts");

/**
 * Bundles the embedded service with its thread.
 *
 * @returns the service for this process, and a console that is started with Node
 */
export async function bundledService(): Promise<Embedded & { readonly consoleProgram: string }> {
  const consoleProgram = await bundledProgram(join(import.meta.dirname, "programs/console.ts"), {
    embedded: "test/service/programs/embedded.ts",
    worker: "src/service/embedded/worker.ts",
  });
  const embedded: Embedded = await import(pathToFileURL(join(dirname(consoleProgram), "embedded.js")).href);
  return { ...embedded, consoleProgram };
}
