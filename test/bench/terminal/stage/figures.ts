import { join } from "node:path";
import { z } from "zod";
import { printedBy } from "../../../bundled.ts";

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
  const args = [columns, rows, moves].map(String);
  return Stages.parse(JSON.parse(await printedBy(join(import.meta.dirname, "stage.tsx"), args)));
}
