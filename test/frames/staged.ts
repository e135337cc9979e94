import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { Stage, type StageOptions } from "./stage.tsx";

/** The sizes at which every screen's frames are kept: columns and rows. */
export const SIZES = [
  [80, 24],
  [120, 40],
] as const;

/** A stage for each test of a file, with a directory of its own for what is remembered; both go after the test. */
export function staged(): {
  open(options: Omit<StageOptions, "state">): Promise<Stage>;
  /** The frame on screen. Throws where nothing was opened yet. */
  frame(): string;
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
    frame() {
      if (stage === undefined) throw new Error("nothing was opened in this test");
      return stage.frame();
    },
  };
}
