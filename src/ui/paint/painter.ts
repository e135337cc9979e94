import type { DOMElement } from "ink";
import type { TerminalOutput } from "../../terminal/output.ts";
import { paintTree } from "./tree.ts";

/** Two frames are at least so far apart (ms): more are not seen. */
const PACE = 8;

const rootOf = (node: DOMElement): DOMElement => (node.parentNode === undefined ? node : rootOf(node.parentNode));

/**
 * Draws what Ink lays out straight into the cells of the terminal, in place of Ink's own building of a frame as a string, which
 * takes most of the time of an update. What cannot be drawn so is left to Ink, as is everything while the terminal is
 * somebody else's or whole frames are asked for.
 *
 * @param anchor a node of the tree
 * @param forget makes Ink forget what it wrote last, so that it writes its next frame even when that is the same
 * @returns gives the drawing back to Ink
 */
export function paintWith(output: TerminalOutput, anchor: DOMElement, forget: () => void): () => void {
  const root = rootOf(anchor);
  const leaveToInk = root.onRender;
  if (leaveToInk === undefined) return () => undefined;
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const paint = (): void => {
    timer = undefined;
    last = performance.now();
    if (!output.takesCells) {
      leaveToInk();
      return;
    }
    output.show((grid) => {
      const isPainted = paintTree(root, grid);
      if (!isPainted && root.yogaNode !== undefined) {
        forget();
        leaveToInk();
      }
      return isPainted;
    });
  };
  root.onRender = () => {
    if (timer !== undefined) return;
    const wait = last + PACE - performance.now();
    if (wait <= 0) paint();
    else timer = setTimeout(paint, wait);
  };
  return () => {
    clearTimeout(timer);
    root.onRender = leaveToInk;
  };
}
