import type { TerminalOutput } from "../../terminal/output.ts";
import { type InkNode, layoutOf, takeFrames } from "./ink-tree.ts";
import { paintTree } from "./tree.ts";

/** Minimum time between two frames (ms): more frames are not visible. */
const PACE = 8;

/**
 * Paints Ink's layout directly into the terminal's cells, instead of having Ink build a frame as a string, which takes most of the time of an update.
 * Whatever cannot be painted so is left to Ink, as is everything while another program has the terminal or whole frames are required.
 *
 * @param anchor a node of the tree
 * @param forget makes Ink forget its last output, so that it writes its next frame even if that is the same
 * @returns a function that gives the rendering back to Ink
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
