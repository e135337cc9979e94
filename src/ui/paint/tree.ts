import type { DOMElement } from "ink";
import type { Grid } from "../../terminal/screen/grid.ts";
import { cellText } from "./text.ts";

/** What may be drawn on: columns and rows, the ends exclusive. */
type Clip = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** Whether a node is not there to be seen. Said by the node itself: every question to Yoga is a call into its own world. */
const isHidden = ({ isHidden, style }: DOMElement): boolean => isHidden === true || style.display === "none";

/** Whether a box asks for more than a place: lines around it, a ground, moved content. */
function isDecorated({ style, internal_static }: DOMElement): boolean {
  return (
    internal_static === true ||
    Boolean(style.borderStyle) ||
    Boolean(style.backgroundColor) ||
    Boolean(style.contentOffsetX) ||
    Boolean(style.contentOffsetY)
  );
}

function paintText(node: DOMElement, x: number, y: number, clip: Clip, grid: Grid): boolean {
  const lines = cellText(node);
  const { yogaNode } = node;
  if (lines === null || yogaNode === undefined) return false;
  // A text has no padding: its whole width is room.
  const room = yogaNode.getComputedWidth();
  let row = y;
  for (const line of lines) {
    if (line.glyphs.length > room) return false;
    if (row >= clip.top && row < clip.bottom) grid.place(x, row, line, clip.left, clip.right);
    row += 1;
  }
  return true;
}

/** The part of a clip that a box which hides its overflow leaves. */
function within(clip: Clip, node: DOMElement, x: number, y: number): Clip {
  const { style, yogaNode } = node;
  const hides = (along: "visible" | "hidden" | undefined): boolean => (along ?? style.overflow) === "hidden";
  if (yogaNode === undefined) return clip;
  const across = hides(style.overflowX)
    ? { left: Math.max(clip.left, x), right: Math.min(clip.right, x + yogaNode.getComputedWidth()) }
    : clip;
  const down = hides(style.overflowY)
    ? { top: Math.max(clip.top, y), bottom: Math.min(clip.bottom, y + yogaNode.getComputedHeight()) }
    : clip;
  return { left: across.left, right: across.right, top: down.top, bottom: down.bottom };
}

function paintNode(node: DOMElement, offsetX: number, offsetY: number, clip: Clip, grid: Grid): boolean {
  const { yogaNode } = node;
  if (yogaNode === undefined || isHidden(node)) return true;
  const x = offsetX + yogaNode.getComputedLeft();
  const y = offsetY + yogaNode.getComputedTop();
  if (node.nodeName === "ink-text") return paintText(node, x, y, clip, grid);
  if (isDecorated(node) || node.internal_transform !== undefined) return false;
  const inner = node.nodeName === "ink-box" ? within(clip, node, x, y) : clip;
  return node.childNodes.every((child) => child.nodeName === "#text" || paintNode(child, x, y, inner, grid));
}

/**
 * Draws Ink's tree, as it is laid out, into the cells of a screen: what Ink itself would write, without a string in between.
 *
 * @returns false when something in the tree has to be drawn by Ink: boxes with borders or grounds, texts that do not fit into
 * their place, a tree that is higher than the screen
 */
export function paintTree(root: DOMElement, grid: Grid): boolean {
  grid.clear();
  const { yogaNode } = root;
  if (
    yogaNode === undefined ||
    yogaNode.getComputedHeight() > grid.rows ||
    yogaNode.getComputedWidth() > grid.columns
  ) {
    return false;
  }
  const whole = { left: 0, right: grid.columns, top: 0, bottom: grid.rows };
  return paintNode(root, 0, 0, whole, grid);
}
