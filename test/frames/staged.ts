import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { Stage, type StageOptions } from "./stage.ts";

/** The sizes at which every screen's frames are kept: columns and rows. */
export const SIZES = [
  [80, 24],
  [120, 40],
] as const;

/** Those, and a large and a small terminal: for what everything is made of. */
export const ALL_SIZES = [...SIZES, [200, 60], [60, 15]] as const;

/** A stage for each test of a file, with a directory of its own for what is remembered; both go after the test. */
export function staged(): {
  open(options: Omit<StageOptions, "state">): Promise<Stage>;
  /**
   * Holds the frame on screen against the one that is kept under this name (`text/`).
   *
   * @param alike makes what differs from run to run the same
   * @throws Error where nothing was opened yet
   */
  matches(name: string, alike?: (frame: string) => string): Promise<void>;
} {
  let state = "";
  let stage: Stage | undefined;
  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), "sextant-frames-"));
  });
  afterEach(async () => {
    await stage?.close();
    stage = undefined;
    rmSync(state, { recursive: true, force: true });
  });
  return {
    async open(options) {
      stage = await Stage.open({ ...options, state });
      return stage;
    },
    async matches(name, alike = (frame) => frame) {
      if (stage === undefined) throw new Error("nothing was opened in this test");
      const { columns, rows } = stage.size;
      const kept = join(import.meta.dirname, "text", `${name}-${columns}x${rows}.txt`);
      // What a detail is made of beside its row comes a moment later.
      await stage.untilAbsent("loading…");
      await stage.settled();
      await expect(alike(stage.frame())).toMatchFileSnapshot(kept);
    },
  };
}
