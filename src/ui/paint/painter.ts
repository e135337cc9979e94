import type { TerminalOutput } from "../../terminal/output.ts";
import { type InkNode, layoutOf, takeFrames } from "./ink-tree.ts";
import { paintTree } from "./tree.ts";

/** Two frames are at least so far apart (ms): more are not seen. */
const PACE = 8;

/**
 * Draws what Ink lays out straight into the cells of the terminal, in place of Ink's own building of a frame as a string, which
 * takes most of the time of an update. What cannot be drawn so is left to Ink, as is everything while the terminal is
 * somebody else's or whole frames are asked for.
 *
 * @param anchor a node of the tree
 * @param forget makes Ink forget what it wrote last, so that it writes its next frame even when that is the same
 * @returns gives the drawing back to Ink
 */
export function paintWith(output: TerminalOutput, anchor: InkNode, forget: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const due = (): void => {
    if (timer !== undefined) return;
    const wait = last + PACE - performance.now();
    if (wait <= 0) paint();
    else timer = setTimeout(paint, wait);
  };
  const taken = takeFrames(anchor, due);
  if (taken === null) return () => undefined;
  const { root, leaveToInk, giveBack } = taken;
  const paint = (): void => {
    timer = undefined;
    last = performance.now();
    if (!output.takesCells) {
      leaveToInk();
      return;
    }
    output.show((grid) => {
      const isPainted = paintTree(root, grid);
      if (!isPainted && layoutOf(root) !== undefined) {
        forget();
        leaveToInk();
      }
      return isPainted;
    });
  };
  return () => {
    clearTimeout(timer);
    giveBack();
  };
}
