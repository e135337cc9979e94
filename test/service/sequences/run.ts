import fc from "fast-check";
import { expect } from "vitest";
import { startService } from "../../../src/service/service.ts";
import { clientOf } from "../support.ts";
import { perform, sequences } from "./acts.ts";
import { expectSound } from "./invariants.ts";
import type { Watched } from "./watched.ts";
import { World } from "./world.ts";

/**
 * Runs sequences, each against a service of its own, over real HTTP, and looks at what holds after each.
 * `fc.assert` tells the seed, and the shortest sequence that breaks something.
 */
export async function runSequences(numRuns: number): Promise<Watched["tally"]> {
  const tally: Watched["tally"] = new Map();
  const property = fc.asyncProperty(sequences, fc.boolean(), async (acts, quiet) => {
    const troubles: string[] = [];
    const service = await startService({
      place: ":memory:",
      quiet,
      speed: 0,
      size: { alerts: 12 },
      report: (trouble) => troubles.push(trouble),
    });
    try {
      const world = await World.of(await clientOf(service.ready), quiet, tally);
      for (const act of acts) await perform(world, act);
      await expectSound(world);
    } finally {
      await service.stop();
    }
    expect(troubles).toEqual([]);
  });
  await fc.assert(property, { numRuns });
  return tally;
}
