import type { Grid } from "../../terminal/screen/grid.ts";
import {
  everyChild,
  hidesAcross,
  hidesDown,
  type InkNode,
  isBox,
  isDecorated,
  isHidden,
  isText,
  layoutOf,
} from "./ink-tree.ts";
import { cellText } from "./text.ts";

/** Visible rectangle in columns and rows, ends exclusive. */
type Clip = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

function paintText(node: InkNode, x: number, y: number, clip: Clip, grid: Grid): boolean {
  const lines = cellText(node);
  const layout = layoutOf(node);
  if (lines === null || layout === undefined) return false;
  // A text has no padding, so its whole width can be used.
  const room = layout.getComputedWidth();
  let row = y;
  for (const line of lines) {
    if (line.glyphs.length > room) return false;
    if (row >= clip.top && row < clip.bottom) grid.place(x, row, line, clip.left, clip.right);
    row += 1;
  }
  return true;
}

/** A clip intersected with a box that hides its overflow. */
function within(clip: Clip, node: InkNode, x: number, y: number): Clip {
  const layout = layoutOf(node);
  if (layout === undefined) return clip;
  const across = hidesAcross(node)
    ? { left: Math.max(clip.left, x), right: Math.min(clip.right, x + layout.getComputedWidth()) }
    : clip;
  const down = hidesDown(node)
    ? { top: Math.max(clip.top, y), bottom: Math.min(clip.bottom, y + layout.getComputedHeight()) }
    : clip;
  return { left: across.left, right: across.right, top: down.top, bottom: down.bottom };
}

function paintNode(node: InkNode, offsetX: number, offsetY: number, clip: Clip, grid: Grid): boolean {
  const layout = layoutOf(node);
  if (layout === undefined || isHidden(node)) return true;
  const x = offsetX + layout.getComputedLeft();
  const y = offsetY + layout.getComputedTop();
  if (isText(node)) return paintText(node, x, y, clip, grid);
  if (isDecorated(node)) return false;
  const inner = isBox(node) ? within(clip, node, x, y) : clip;
  return everyChild(node, (child) => paintNode(child, x, y, inner, grid));
}

/**
 * Paints Ink's laid-out tree into the cells of a screen: the same output as Ink's, without building a string.
 *
 * @returns false if Ink has to render: boxes with borders or backgrounds, texts too long for their place, a tree larger than the screen
 */
export function paintTree(root: InkNode, grid: Grid): boolean {
  grid.clear();
  const layout = layoutOf(root);
  if (layout === undefined || layout.getComputedHeight() > grid.rows || layout.getComputedWidth() > grid.columns) {
    return false;
  }
  const whole = { left: 0, right: grid.columns, top: 0, bottom: grid.rows };
  return paintNode(root, 0, 0, whole, grid);
}
