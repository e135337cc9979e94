import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { z } from "zod";
import {
  inkWithoutDevtools,
  nodeModulesAsTheyAre,
  segmentersWhenNeeded,
  undiciClientAlone,
  widthWithoutTables,
  yogaFromBytes,
} from "../../../../build/plugins.ts";

const Stages = z.object({
  /** All frames that were compared, those that came out otherwise, and those that were left to Ink. */
  frames: z.number(),
  others: z.number(),
  unpainted: z.number(),
  /** Milliseconds of each frame: painting the tree into cells, Ink's text of it, reading that into cells, finding what to write. */
  times: z.object({
    paint: z.array(z.number()),
    ink: z.array(z.number()),
    read: z.array(z.number()),
    write: z.array(z.number()),
  }),
});

export type Stages = z.infer<typeof Stages>;

/** Runs the stage, bundled like the program, in a process of its own. */
export async function stages(columns: number, rows: number, moves: number): Promise<Stages> {
  const folder = mkdtempSync(join(tmpdir(), "sextant-stage-"));
  const program = join(folder, "stage.js");
  try {
    await build({
      entryPoints: [join(import.meta.dirname, "stage.tsx")],
      absWorkingDir: resolve(import.meta.dirname, "../../../.."),
      outfile: program,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node22.19",
      jsx: "automatic",
      minify: true,
      logLevel: "error",
      define: { "process.env.NODE_ENV": '"production"' },
      banner: {
        js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
      },
      plugins: [
        inkWithoutDevtools,
        yogaFromBytes,
        nodeModulesAsTheyAre,
        segmentersWhenNeeded,
        undiciClientAlone,
        widthWithoutTables,
      ],
    });
    const args = [program, String(columns), String(rows), String(moves)];
    const printed = execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    return Stages.parse(JSON.parse(printed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
